/** Agents of the demo: one per language; each has a project as its knowledge and is published to colleagues. */
import type { AgentTool } from '../../../../sync/model/agents';
import type { DepartmentKey, PersonKey } from '../../../shared/demo-content';

export interface DemoAgent {
  by: PersonKey;
  daysAgo: number;
  /** title of the project that is the agent's knowledge */
  project: string;
  audience: 'departments' | 'organization';
  departments: readonly DepartmentKey[];
  /** a further version waits for an administrator's approval to be published to the organization */
  isWaiting: boolean;
  name: string;
  introduction: string;
  instructions: string;
  tools: readonly AgentTool[];
  openings: readonly string[];
}

export const DEMO_AGENTS: readonly DemoAgent[] = [
  {
    by: 'emma',
    daysAgo: 6,
    project: 'Spring release of the Lantern app',
    audience: 'organization',
    departments: [],
    isWaiting: false,
    name: 'Release Desk',
    introduction: 'Answers what was decided, tested and is still open for the spring release.',
    instructions:
      'You answer questions of colleagues about the spring release. Begin with the decision or the number that was asked for, in one sentence. Then list what is still open, with who does it and by when. Quote numbers exactly as the notes have them. If the notes say nothing about it, say so and name who may know.',
    tools: ['own', 'note', 'checklist'],
    openings: [
      'What did the trial with the twelve shops tell us?',
      'What is still open before the release?',
      'Why did shop owners not share their plans?',
    ],
  },
  {
    by: 'misaki',
    daysAgo: 5,
    project: '客室用ベッドサイドランプ「ほのか」開発',
    audience: 'departments',
    departments: ['tokyo'],
    isWaiting: false,
    name: 'ほのか開発アシスタント',
    introduction: '「ほのか」の仕様・検討の経緯・お客様の声を、企画書とインタビューから答えます。',
    instructions:
      '「ほのか」の開発について、社内の質問に答えます。結論を最初の一文で述べ、数値は資料のとおりに引用します。企画書とお客様の声が食い違うときは、両方を示します。資料にないことは推測せず、「資料にはありません」と答えます。',
    tools: ['own', 'web', 'note', 'checklist'],
    openings: [
      '7月の展示会では何を発表しますか？',
      '旅館の女将は何に困っていましたか？',
      '調光カーブはどれを選びましたか？',
    ],
  },
  {
    by: 'jihoon',
    daysAgo: 4,
    project: '성수동 팝업 스토어',
    audience: 'departments',
    departments: ['seoul'],
    isWaiting: true,
    name: '팝업 스토어 도우미',
    introduction: '성수동 팝업 스토어의 일정, 예산, 고객 의견을 기획안과 회의록에서 찾아 드려요.',
    instructions:
      '성수동 팝업 스토어를 준비하는 동료의 질문에 답합니다. 먼저 한 문장으로 결론을 말하고, 날짜와 금액은 기획안에 적힌 대로 인용합니다. 아직 정해지지 않은 일은 담당자와 함께 목록으로 정리합니다. 자료에 없으면 없다고 말합니다.',
    tools: ['own', 'web', 'page', 'note', 'checklist'],
    openings: [
      '팝업 스토어는 언제, 어디에서 열리나요?',
      '카페 사장님은 무엇을 망설였나요?',
      '이번 주에 할 일은 무엇인가요?',
    ],
  },
  {
    by: 'ming',
    daysAgo: 3,
    project: '华东区经销商拓展',
    audience: 'departments',
    departments: ['shanghai'],
    isWaiting: false,
    name: '经销商问答',
    introduction: '根据拓展计划和客户访谈，回答经销商条件、进度和客户关心的问题。',
    instructions:
      '你为华东区的同事回答经销商拓展的问题。先用一句话给出结论，再列出依据。数字和日期必须与资料一致。资料中没有的内容要直说，不要猜测。涉及合同和价格时，提醒对方向负责人确认。',
    tools: ['own', 'note', 'research'],
    openings: ['新的经销商要具备什么条件？', '成交率为什么偏低？', '客户最关心什么？'],
  },
  {
    by: 'yating',
    daysAgo: 2,
    project: '台北設計展參展計畫',
    audience: 'departments',
    departments: ['taipei'],
    isWaiting: false,
    name: '參展小幫手',
    introduction: '從參展企劃書、會議和客戶訪談，回答攤位、時程與飯店客戶的問題。',
    instructions:
      '你協助業務部同事準備設計展。先用一句話回答，再列出依據與負責人。日期、尺寸與金額須與資料相同。資料沒有的內容請直接說明，不要猜測。',
    tools: ['own', 'web', 'note', 'checklist'],
    openings: ['攤位要怎麼安排？', '海岸飯店工務部在意什麼？', '進場前還有哪些事要完成？'],
  },
];
