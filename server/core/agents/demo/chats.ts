/**
 * Chats with the agents of the demo: two questions per language. The first answer was saved as a note; the second
 * proposes a change that is still open. `[^n]` cites quote n.
 */
import type { PersonKey } from '../../../shared/demo-content';
import type { DemoChat } from '../../chat/demo/chats';

/** A question to an agent, whose answer quotes one note. */
export interface DemoAgentQuestion extends Pick<DemoChat, 'question' | 'answer' | 'note' | 'quotes'> {
  /** query of the agent's search */
  search: string;
  /** proposals of notes are confirmed, others open. `text`: title of the note, or question of the research */
  proposal: { kind: 'note' | 'checklist' | 'research'; text: string };
}

/** A chat of a person with their own agent. */
export interface DemoAgentChat {
  by: PersonKey;
  /** language of the answers: en, zh_hans, zh_hant, ja, ko */
  language: string;
  /** in order; each is a follow-up of the one before */
  questions: readonly DemoAgentQuestion[];
}

export const DEMO_AGENT_CHATS: readonly DemoAgentChat[] = [
  {
    by: 'emma',
    language: 'en',
    questions: [
      {
        question: 'What did the trial tell us about sharing? Save it as a note.',
        search: 'sharing in the trial with twelve shops',
        answer: `Sharing stopped more shops than anything else.[^?]

- Three of the twelve shops never found the button.[^1]
- Of the others, two sent the link to the wrong person: the list shows addresses and no names.[^2]
- It is fixed before the release.[^3]`,
        note: 'What the trial told us',
        quotes: [
          'Three shops never found it.',
          'two sent the link to the wrong person because the list shows addresses and no names.',
          'Sharing is fixed before the release.',
        ],
        proposal: { kind: 'note', text: 'Sharing in the trial' },
      },
      {
        question: 'What is still open in the project plan? Put it on a checklist.',
        search: 'open tasks of the spring release',
        answer: `Two tasks of the plan are open:

- Help pages in all five languages[^1]
- Status page for the ordering system[^2]`,
        note: 'Project plan: spring release',
        quotes: ['Help pages in all five languages', 'Status page for the ordering system'],
        proposal: { kind: 'checklist', text: '' },
      },
    ],
  },
  {
    by: 'misaki',
    language: 'ja',
    questions: [
      {
        question: '藤井様のお話の要点をノートにしてください。',
        search: '旅館「山水荘」藤井様 困りごと 感想',
        answer: `藤井様のお話の要点です。

- スイッチがコードの途中にあり、年配のお客様が夜中に見つけられません。[^1]
- つまみは「茶碗を回すような感触」と好評です。[^2]
- 台座が軽く、片手で回すと本体ごと動きます。[^3]`,
        note: '顧客インタビュー：旅館「山水荘」女将 藤井様',
        quotes: [
          '枕元のスタンドのスイッチがコードの途中にあり、年配のお客様から「夜中に見つからない」と言われる',
          'つまみは好評。「茶碗を回すような感触」とのこと',
          '台座が軽く、片手で回すと本体ごと動いてしまう',
        ],
        proposal: { kind: 'note', text: '藤井様のお話の要点' },
      },
      {
        question: '6月までにすることをチェックリストにしてください。',
        search: '「ほのか」のスケジュール',
        answer: `企画書では、6月までに次の3つを行います。

- 試作1号機の評価（4月）[^1]
- ホテル2館での試験設置（5月）[^2]
- 量産試作と安全規格の申請（6月）[^3]`,
        note: '企画書：ベッドサイドランプ「ほのか」',
        quotes: ['4月：試作1号機の評価', '5月：ホテル2館で試験設置', '6月：量産試作、安全規格の申請'],
        proposal: { kind: 'checklist', text: '' },
      },
    ],
  },
  {
    by: 'jihoon',
    language: 'ko',
    questions: [
      {
        question: '연남동 카페 사장님이 불편해한 점을 노트로 정리해 주세요.',
        search: '카페 사장님이 불편한 점',
        answer: `사장님이 말한 불편한 점은 세 가지예요.

- 저녁이 되면 창가만 밝아서 손님이 창가에만 앉아요.[^1]
- 업체마다 견적 항목이 달라서 비교할 수 없었어요.[^2]
- 공사 때문에 하루라도 문을 닫는 건 부담스러워요.[^3]`,
        note: '고객 인터뷰: 연남동 카페 사장님',
        quotes: [
          '저녁이 되면 창가 자리만 밝고 안쪽은 어두워서 손님이 창가에만 앉아요.',
          '조명 업체 세 곳에 문의했는데 견적 항목이 서로 달라서 비교를 못 했어요.',
          '공사하느라 하루라도 문을 닫는 건 부담스러워요.',
        ],
        proposal: { kind: 'note', text: '카페 사장님이 불편해한 점' },
      },
      {
        question: '기획안에서 아직 끝나지 않은 일을 체크리스트로 만들어 주세요.',
        search: '팝업 스토어 기획안의 할 일',
        answer: `아직 두 가지가 남았어요.

- 구청 옥외 광고 신고[^1]
- 영어·일본어 안내문[^2]`,
        note: '팝업 스토어 기획안',
        quotes: ['구청 옥외 광고 신고', '영어·일본어 안내문'],
        proposal: { kind: 'checklist', text: '' },
      },
    ],
  },
  {
    by: 'ming',
    language: 'zh_hans',
    questions: [
      {
        question: '苏州书店的沈女士最关心什么？请存成笔记。',
        search: '沈女士最关心的问题',
        answer: `沈女士最关心三件事：

- 换灯能否分批进行，每次只关一个区域。[^1]
- 灯坏了以后，能否买到颜色完全一样的。[^2]
- 电费能省多少，要有一个看得懂的数字。[^3]`,
        note: '客户访谈：苏州一家独立书店',
        quotes: [
          '换灯能不能分批，每次只关一个区域',
          '以后坏了，能不能买到颜色完全一样的',
          '电费能省多少，要一个看得懂的数字',
        ],
        proposal: { kind: 'note', text: '沈女士最关心的三件事' },
      },
      {
        question: '杭州和苏州的成交率为什么低？请深入研究怎样改进。',
        search: '杭州和苏州的成交率',
        answer: '杭州和苏州的成交率不到上海的一半，主要原因是没有人上门量尺寸。[^1]',
        note: '拓展计划',
        quotes: ['成交率不到上海的一半，主要原因是没有人上门量尺寸'],
        proposal: { kind: 'research', text: '怎样在杭州和苏州尽快安排上门量尺寸？' },
      },
    ],
  },
  {
    by: 'yating',
    language: 'zh_hant',
    questions: [
      {
        question: '海岸飯店工務部的主要需求是什麼？請存成筆記。',
        search: '海岸飯店工務部的需求',
        answer: `陳經理提到三項需求：

- 床頭燈故障率高，平均每月更換 7 盞。[^1]
- 房客常反映找不到總開關。[^2]
- 整修期間不停業，每層樓最多封閉四天。[^3]`,
        note: '客戶訪談：海岸飯店工務部',
        quotes: [
          '床頭燈故障率高，平均每月更換 7 盞',
          '房客常反映「找不到總開關」',
          '整修期間不停業，每層樓最多封閉四天',
        ],
        proposal: { kind: 'note', text: '海岸飯店的主要需求' },
      },
      {
        question: '企劃書裡還有哪些待辦？請列成清單。',
        search: '參展企劃書的待辦',
        answer: `企劃書裡還有兩項：

- 確認東京寄出的樣品清單[^1]
- 印刷品中英對照校稿[^2]`,
        note: '參展企劃書',
        quotes: ['確認東京寄出的樣品清單', '印刷品中英對照校稿'],
        proposal: { kind: 'checklist', text: '' },
      },
    ],
  },
];
