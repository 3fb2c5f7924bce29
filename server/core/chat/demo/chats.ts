/**
 * Chats of the demo: one question about a project, and an answer that quotes one of its notes. `[^n]` cites quote n,
 * `[^?]` ends a sentence without a source.
 */
import type { PersonKey } from '../../../shared/demo-content';

/** A chat of one question, shared with the project. */
export interface DemoChat {
  /** title of the project */
  project: string;
  by: PersonKey;
  /** language of the answer: en, zh_hans, zh_hant, ja, ko */
  language: string;
  daysAgo: number;
  question: string;
  /** Markdown with citation markers */
  answer: string;
  /** title of the note that the answer quotes */
  note: string;
  /** verbatim from the note; quote n has the marker `[^n]` */
  quotes: readonly string[];
}

export const DEMO_CHATS: readonly DemoChat[] = [
  {
    project: 'Spring release of the Lantern app',
    by: 'emma',
    language: 'en',
    daysAgo: 1,
    question: 'What has to be ready before the release, and when?',
    answer: `Three milestones come before the release to all customers on 20 April:[^1]

| Milestone | Date |
| --- | --- |
| Trial with twelve shops ends | 27 March[^2] |
| Share button redesigned and tried | 3 April[^3] |
| Translations complete | 6 April[^4] |

In the first week, Sales answers the phone until 8 pm and Product is on call for the planner.[^5]`,
    note: 'Project plan: spring release',
    quotes: [
      'Release to all customers: 20 April',
      'Trial with twelve shops ends: 27 March',
      'Share button redesigned and tried: 3 April',
      'Translations complete: 6 April',
      'Sales answers the phone until 8 pm, Product is on call for the planner.',
    ],
  },
  {
    project: '客室用ベッドサイドランプ「ほのか」開発',
    by: 'misaki',
    language: 'ja',
    daysAgo: 2,
    question: '「ほのか」の発表までの予定を教えてください。',
    answer: `7月の展示会で発表する予定です。[^1]

- 4月：試作1号機を評価します。[^2]
- 5月：ホテル2館で試験的に設置します。[^3]
- 6月：量産試作を行い、安全規格を申請します。[^4]

光色を連動させる回路は新規設計のため、納期に余裕がないとされています。[^5]`,
    note: '企画書：ベッドサイドランプ「ほのか」',
    quotes: [
      '7月：展示会で発表',
      '4月：試作1号機の評価',
      '5月：ホテル2館で試験設置',
      '6月：量産試作、安全規格の申請',
      '光色を連動させる回路は新規設計のため、納期に余裕がありません。',
    ],
  },
  {
    project: '성수동 팝업 스토어',
    by: 'jihoon',
    language: 'ko',
    daysAgo: 2,
    question: '팝업 스토어 예산은 어떻게 나뉘나요?',
    answer: `임대와 철거가 2,800만 원으로 가장 커요.[^1] 그다음은 제작 1,900만 원,[^2] 인력 1,200만 원,[^3] 홍보 600만 원이에요.[^4]

모두 더하면 6,500만 원이에요.[^?]`,
    note: '팝업 스토어 기획안',
    quotes: ['임대와 철거: 2,800만 원', '제작: 1,900만 원', '인력: 1,200만 원', '홍보: 600만 원'],
  },
  {
    project: '华东区经销商拓展',
    by: 'ming',
    language: 'zh_hans',
    daysAgo: 3,
    question: '选择经销商时看重什么？',
    answer: `1. 有自己的安装队伍，或者有固定合作的队伍。[^1]
2. 做过酒店、书店或咖啡馆的项目。[^2]
3. 愿意使用照明规划应用，而不是只报单价。[^3]

如果经销商同时代理竞品，要在合同里约定样品间的陈列。[^4]`,
    note: '拓展计划',
    quotes: [
      '有自己的安装队伍，或者固定合作的队伍',
      '做过酒店、书店或咖啡馆的项目',
      '愿意使用照明规划应用，而不是只报单价',
      '有的经销商同时代理竞品，要在合同里约定样品间的陈列',
    ],
  },
  {
    project: '台北設計展參展計畫',
    by: 'yating',
    language: 'zh_hant',
    daysAgo: 3,
    question: '設計展的預算怎麼分配？',
    answer: `施作與拆除最多，共 55 萬元，[^1]其次是場地與電力 42 萬元。[^2]人員與交通為 18 萬元，[^3]另外保留預備金 10 萬元。[^4]

四項合計 125 萬元。[^?]`,
    note: '參展企劃書',
    quotes: ['施作與拆除：55 萬元', '場地與電力：42 萬元', '人員與交通：18 萬元', '預備金：10 萬元'],
  },
];
