/**
 * Deep researches of the demo, each in a project: the question, the dialogue before the plan, and a report on the
 * project's notes. Findings are numbered from 1 in order; each quote is copied exactly from its note.
 */
import type { PersonKey } from '../../../shared/demo-content';

/** A finished research in a project, shared with the project's members. */
export interface DemoResearch {
  /** title of the project */
  project: string;
  by: PersonKey;
  /** language of the report: en, zh_hans, zh_hant, ja, ko */
  language: string;
  daysAgo: number;
  question: string;
  dialogue: readonly { question: string; choices: readonly string[]; answer: string }[];
  /** numbered from 1 in order; `quote` is copied exactly from the note with that title */
  findings: readonly { note: string; quote: string; claim: string }[];
  /** sentences, each with the numbers of the findings that support it */
  sections: readonly { title: string; paragraphs: readonly (readonly [string, readonly number[]][])[] }[];
}

const PLAN = 'Project plan: spring release';
const TRIAL = 'What the trial told us';
const BOOKSHOP = 'Customer interview: Alder & Finch bookshop';

const KIKAKU = '企画書：ベッドサイドランプ「ほのか」';
const RYOKAN = '顧客インタビュー：旅館「山水荘」女将 藤井様';
const CURVES = '調光カーブの比較メモ';

const STORE = '팝업 스토어 기획안';
const CAFE = '고객 인터뷰: 연남동 카페 사장님';

const EAST = '拓展计划';
const SUZHOU = '客户访谈：苏州一家独立书店';

const EXPO = '參展企劃書';
const HOTEL = '客戶訪談：海岸飯店工務部';

export const DEMO_RESEARCHES: readonly DemoResearch[] = [
  {
    project: 'Spring release of the Lantern app',
    by: 'emma',
    language: 'en',
    daysAgo: 1,
    question: 'What stops shop owners from using the planner, and what do we have to fix before the release?',
    dialogue: [
      {
        question: 'Which shops should the report be about?',
        choices: ['The twelve shops of the trial', 'All customers'],
        answer: 'The twelve shops of the trial',
      },
      {
        question: 'What is it for?',
        choices: ['Deciding what to fix', 'A presentation to the board'],
        answer: 'Deciding what to fix',
      },
    ],
    findings: [
      {
        note: TRIAL,
        quote: '9 of 12 shops used the planner on every working day',
        claim: '9 of 12 shops used the planner daily.',
      },
      {
        note: TRIAL,
        quote: 'Median time to the first complete plan: 38 minutes',
        claim: 'The first complete plan took 38 minutes at the median.',
      },
      { note: TRIAL, quote: '31 plans made, 11 of them shared', claim: '11 of 31 plans were shared.' },
      { note: TRIAL, quote: 'Three shops never found it.', claim: 'Three shops never found how to share.' },
      {
        note: BOOKSHOP,
        quote: 'in the end sent a screenshot',
        claim: 'The owner of a bookshop sent a screenshot instead of sharing.',
      },
      {
        note: TRIAL,
        quote: 'Five plans began with a wrong scale; four of them were noticed only when the lamps did not fit.',
        claim: 'Five plans began with a wrong scale, and four were noticed too late.',
      },
      {
        note: TRIAL,
        quote: 'Basements have no signal. Two owners walked up the stairs to save.',
        claim: 'Two owners left the basement to save.',
      },
      {
        note: PLAN,
        quote: 'Share button redesigned and tried: 3 April',
        claim: 'The share button is redesigned and tried by 3 April.',
      },
      {
        note: PLAN,
        quote: 'We ask for one known length and refuse to go on without it.',
        claim: 'The planner will ask for one known length.',
      },
      {
        note: TRIAL,
        quote: 'we need to say so on the screen',
        claim: 'The screen has to say that the planner works without a signal.',
      },
      {
        note: BOOKSHOP,
        quote: 'Ask for the ceiling height once per room, not per plan.',
        claim: 'The ceiling height should be asked per room.',
      },
      { note: BOOKSHOP, quote: 'Add a word to each light level.', claim: 'Light levels need words.' },
    ],
    sections: [
      {
        title: 'How was the planner used in the trial?',
        paragraphs: [
          [
            ['9 of 12 shops used the planner on every working day.', [1]],
            ['The median time to the first complete plan was 38 minutes.', [2]],
            ['31 plans were made, and 11 of them were shared.', [3]],
          ],
        ],
      },
      {
        title: 'What stopped shop owners?',
        paragraphs: [
          [
            ['Sharing comes first: three shops never found it.', [4]],
            ['The owner of a bookshop looked for it in two menus, and in the end sent a screenshot.', [5]],
          ],
          [
            [
              'Five plans began with a wrong scale, and four of these were noticed only when the lamps did not fit.',
              [6],
            ],
            ['In basements without a signal, two owners walked up the stairs to save.', [7]],
          ],
        ],
      },
      {
        title: 'What has to be fixed before the release?',
        paragraphs: [
          [
            ['The share button is redesigned and tried by 3 April.', [8]],
            ['For the scale, the planner asks for one known length and does not go on without it.', [9]],
            ['Working in the basement is possible already, but the screen has to say so.', [10]],
          ],
        ],
      },
      {
        title: 'What else did owners ask for?',
        paragraphs: [
          [
            ['The interview at the bookshop suggests asking for the ceiling height once per room.', [11]],
            ['It also suggests a word beside each light level.', [12]],
          ],
        ],
      },
    ],
  },
  {
    project: '客室用ベッドサイドランプ「ほのか」開発',
    by: 'misaki',
    language: 'ja',
    daysAgo: 2,
    question: '「ほのか」の仕様は、利用者の声にどこまで応えていますか。',
    dialogue: [
      {
        question: 'どの観点を重視しますか。',
        choices: ['明るさとまぶしさ', '操作のしやすさ', '両方'],
        answer: '両方',
      },
    ],
    findings: [
      {
        note: KIKAKU,
        quote: '客室の照明に関する不満の6割が「枕元」に集中していました',
        claim: '客室の照明への不満の6割は枕元に関するものです。',
      },
      {
        note: KIKAKU,
        quote: '読書には暗く、隣で寝ている人にはまぶしい、という声です。',
        claim: '読書には暗く、隣の人にはまぶしいという声があります。',
      },
      {
        note: KIKAKU,
        quote: '読書灯として手元300ルクスを確保しつつ、隣の枕では10ルクス以下に抑える',
        claim: '手元300ルクス、隣の枕で10ルクス以下を目指します。',
      },
      {
        note: RYOKAN,
        quote: '年配のお客様から「夜中に見つからない」と言われる',
        claim: '夜中にスイッチが見つからないという声があります。',
      },
      {
        note: KIKAKU,
        quote: '暗闇でも迷わず操作できる、つまみ一つの調光',
        claim: '暗闇でも操作できる、つまみ一つの調光を採用します。',
      },
      { note: RYOKAN, quote: 'つまみは好評。「茶碗を回すような感触」とのこと', claim: '旅館ではつまみが好評でした。' },
      {
        note: CURVES,
        quote: '8名中6名が最も良いと回答',
        claim: '折れ線の調光カーブは8名中6名が最も良いと答えました。',
      },
      {
        note: RYOKAN,
        quote: '台座が軽く、片手で回すと本体ごと動いてしまう',
        claim: '台座が軽く、片手で回すと本体が動きます。',
      },
      {
        note: RYOKAN,
        quote: '台座を120グラム重くした試作機を用意する',
        claim: '台座を120グラム重くした試作機を用意しました。',
      },
      {
        note: KIKAKU,
        quote: '光色を連動させる回路は新規設計のため、納期に余裕がありません。',
        claim: '光色を連動させる回路は納期に余裕がありません。',
      },
    ],
    sections: [
      {
        title: '利用者は何に困っていますか。',
        paragraphs: [
          [
            ['客室の照明に関する不満の6割は「枕元」に集中しています。', [1]],
            ['読書には暗く、隣で寝ている人にはまぶしいという声です。', [2]],
            ['旅館では、年配の宿泊客から、夜中にスイッチが見つからないと言われています。', [4]],
          ],
        ],
      },
      {
        title: '仕様はそれに応えていますか。',
        paragraphs: [
          [
            ['明るさについては、手元300ルクスを確保し、隣の枕では10ルクス以下に抑える計画です。', [3]],
            ['操作については、暗闇でも迷わないよう、つまみ一つで調光します。', [5]],
            ['旅館での試作機の評価では、つまみは好評でした。', [6]],
            ['調光カーブの比較では、折れ線の案を8名中6名が最も良いと答えています。', [7]],
          ],
        ],
      },
      {
        title: '残っている課題は何ですか。',
        paragraphs: [
          [
            ['台座が軽く、片手で回すと本体ごと動く点が指摘されました。', [8]],
            ['これには、台座を120グラム重くした試作機で対応しています。', [9]],
            ['光色を連動させる回路は新規設計のため、納期に余裕がありません。', [10]],
          ],
        ],
      },
    ],
  },
  {
    project: '성수동 팝업 스토어',
    by: 'jihoon',
    language: 'ko',
    daysAgo: 2,
    question: '팝업 스토어에서 고객을 설득하려면 무엇을 보여 줘야 하나요?',
    dialogue: [
      {
        question: '어떤 고객을 기준으로 볼까요?',
        choices: ['카페와 서점 사장님', '일반 방문객'],
        answer: '카페와 서점 사장님',
      },
    ],
    findings: [
      {
        note: STORE,
        quote: '온라인으로는 빛의 차이를 느끼기 어려워요.',
        claim: '온라인으로는 빛의 차이를 느끼기 어려워요.',
      },
      {
        note: STORE,
        quote: '상담까지 왔다가 떠난 고객 중 절반이 "직접 보고 싶다"고 답했어요',
        claim: '떠난 고객의 절반이 직접 보고 싶다고 답했어요.',
      },
      {
        note: CAFE,
        quote: '저녁이 되면 창가 자리만 밝고 안쪽은 어두워서 손님이 창가에만 앉아요.',
        claim: '저녁에는 손님이 밝은 창가에만 앉아요.',
      },
      {
        note: CAFE,
        quote: '조명 업체 세 곳에 문의했는데 견적 항목이 서로 달라서 비교를 못 했어요.',
        claim: '업체 세 곳의 견적을 비교하지 못했어요.',
      },
      {
        note: CAFE,
        quote: '가격이 바로 나오는 점이 제일 좋았다고 해요.',
        claim: '가격이 바로 나오는 점을 가장 좋아했어요.',
      },
      {
        note: CAFE,
        quote: '견적서보다 저녁 7시의 매장 모습을 먼저 보여 주는 게 설득력이 있어요.',
        claim: '견적서보다 저녁 7시의 매장 모습이 설득력이 있어요.',
      },
      {
        note: STORE,
        quote: '같은 식탁을 네 가지 빛으로 비춰서 비교해요',
        claim: '같은 식탁을 네 가지 빛으로 비교해요.',
      },
      {
        note: STORE,
        quote: '매장 사진을 가져오면 그 자리에서 조명 계획을 만들어 드려요',
        claim: '상담석에서 조명 계획을 바로 만들어요.',
      },
      {
        note: STORE,
        quote: '방문객 4,000명, 상담 예약 250건',
        claim: '목표는 방문객 4,000명과 상담 예약 250건이에요.',
      },
    ],
    sections: [
      {
        title: '고객은 왜 망설이나요?',
        paragraphs: [
          [
            ['온라인으로는 빛의 차이를 느끼기 어려워요.', [1]],
            ['상담까지 왔다가 떠난 고객 중 절반은 직접 보고 싶다고 답했어요.', [2]],
            ['연남동의 카페에서는 조명 업체 세 곳의 견적 항목이 서로 달라서 비교하지 못했어요.', [4]],
          ],
        ],
      },
      {
        title: '무엇이 고객을 설득하나요?',
        paragraphs: [
          [
            ['카페 사장님은 저녁이 되면 손님이 밝은 창가에만 앉는다고 했어요.', [3]],
            ['견적서보다 저녁 7시의 매장 모습을 먼저 보여 주는 게 설득력이 있어요.', [6]],
            ['앱에서는 가격이 바로 나오는 점을 제일 좋아했어요.', [5]],
          ],
        ],
      },
      {
        title: '팝업 스토어는 무엇을 준비했나요?',
        paragraphs: [
          [
            ['어두운 방에서는 같은 식탁을 네 가지 빛으로 비교해요.', [7]],
            ['상담석에서는 매장 사진으로 그 자리에서 조명 계획을 만들어요.', [8]],
            ['목표는 방문객 4,000명과 상담 예약 250건이에요.', [9]],
          ],
        ],
      },
    ],
  },
  {
    project: '华东区经销商拓展',
    by: 'ming',
    language: 'zh_hans',
    daysAgo: 3,
    question: '华东的成交率为什么偏低，新的经销商要怎样弥补？',
    dialogue: [
      {
        question: '报告主要用来做什么？',
        choices: ['筛选经销商', '向管理层汇报'],
        answer: '筛选经销商',
      },
    ],
    findings: [
      { note: EAST, quote: '目前华东只有三家经销商，都集中在上海', claim: '华东只有三家经销商，都在上海。' },
      {
        note: EAST,
        quote: '去年杭州和苏州的询价占总量的三成，但成交率不到上海的一半',
        claim: '杭州和苏州的询价占三成，成交率不到上海的一半。',
      },
      { note: EAST, quote: '主要原因是没有人上门量尺寸', claim: '主要原因是没有人上门量尺寸。' },
      { note: SUZHOU, quote: '换灯能不能分批，每次只关一个区域', claim: '书店关心能否分批换灯。' },
      { note: SUZHOU, quote: '电费能省多少，要一个看得懂的数字', claim: '书店想知道能省多少电费。' },
      { note: EAST, quote: '询价到上门的时间控制在三个工作日以内', claim: '询价到上门不超过三个工作日。' },
      { note: EAST, quote: '有自己的安装队伍，或者固定合作的队伍', claim: '合作伙伴要有安装队伍。' },
      { note: EAST, quote: '每家至少培训两名能独立做照明方案的人员', claim: '每家至少培训两名做方案的人员。' },
      { note: EAST, quote: '培训如果只讲产品、不讲设计，效果会很差', claim: '培训只讲产品效果会很差。' },
    ],
    sections: [
      {
        title: '成交率为什么偏低？',
        paragraphs: [
          [
            ['目前华东只有三家经销商，而且都集中在上海。', [1]],
            ['去年杭州和苏州的询价占总量的三成，但成交率不到上海的一半。', [2]],
            ['主要原因是没有人上门量尺寸。', [3]],
          ],
        ],
      },
      {
        title: '客户最关心什么？',
        paragraphs: [
          [
            ['苏州的一家书店最关心换灯能不能分批，每次只关一个区域。', [4]],
            ['店主还希望用一个看得懂的数字了解能省多少电费。', [5]],
          ],
        ],
      },
      {
        title: '新的经销商要具备什么？',
        paragraphs: [
          [
            ['询价到上门的时间要控制在三个工作日以内。', [6]],
            ['因此经销商要有自己的安装队伍，或者固定合作的队伍。', [7]],
            ['每家至少培训两名能独立做照明方案的人员。', [8]],
            ['培训不能只讲产品，也要讲设计。', [9]],
          ],
        ],
      },
    ],
  },
  {
    project: '台北設計展參展計畫',
    by: 'yating',
    language: 'zh_hant',
    daysAgo: 3,
    question: '設計展要怎麼打動飯店業者？',
    dialogue: [
      {
        question: '希望聚焦在哪一類飯店？',
        choices: ['準備整修的飯店', '新開幕的飯店'],
        answer: '準備整修的飯店',
      },
    ],
    findings: [
      {
        note: EXPO,
        quote: '收集 180 筆有效名單，其中飯店業者至少 60 筆',
        claim: '目標是 180 筆名單，其中飯店業者至少 60 筆。',
      },
      { note: HOTEL, quote: '飯店共 96 間客房，預計明年分三期整修', claim: '飯店有 96 間客房，明年分三期整修。' },
      { note: HOTEL, quote: '床頭燈故障率高，平均每月更換 7 盞', claim: '床頭燈平均每月更換 7 盞。' },
      { note: HOTEL, quote: '房客常反映「找不到總開關」', claim: '房客常找不到總開關。' },
      { note: HOTEL, quote: '整修期間不停業，每層樓最多封閉四天', claim: '每層樓最多封閉四天。' },
      { note: HOTEL, quote: '喜歡單一旋鈕的操作，認為長輩也能馬上理解', claim: '業者喜歡單一旋鈕的操作。' },
      { note: HOTEL, quote: '價格比現用品高兩成，若保固五年可以接受', claim: '保固五年時，高兩成的價格可以接受。' },
      { note: HOTEL, quote: '擔心海邊鹽分造成接點鏽蝕，希望看到測試報告', claim: '業者希望看到鹽霧測試報告。' },
      { note: EXPO, quote: '同一間客房，四種燈光情境，觀眾自己切換', claim: '比較區讓觀眾切換四種燈光情境。' },
      { note: EXPO, quote: '兩張桌子，用平面圖當場做燈光規劃', claim: '洽談區當場做燈光規劃。' },
    ],
    sections: [
      {
        title: '飯店業者有什麼困擾？',
        paragraphs: [
          [
            ['花蓮的一家飯店共 96 間客房，預計明年分三期整修。', [2]],
            ['床頭燈的故障率高，平均每月更換 7 盞。', [3]],
            ['房客也常反映找不到總開關。', [4]],
            ['整修期間不停業，每層樓最多封閉四天。', [5]],
          ],
        ],
      },
      {
        title: '什麼能讓他們決定？',
        paragraphs: [
          [
            ['業者喜歡單一旋鈕的操作。', [6]],
            ['價格比現用品高兩成，但保固五年就可以接受。', [7]],
            ['靠海的飯店希望看到鹽分測試的報告。', [8]],
          ],
        ],
      },
      {
        title: '攤位要怎麼安排？',
        paragraphs: [
          [
            ['目標是 180 筆有效名單，其中飯店業者至少 60 筆。', [1]],
            ['比較區以同一間客房呈現四種燈光情境，讓觀眾自己切換。', [9]],
            ['洽談區用平面圖當場做燈光規劃。', [10]],
          ],
        ],
      },
    ],
  },
];
