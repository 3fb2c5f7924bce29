import type { PersonKey } from '../../../shared/demo-content';

/** A page as it was read; lines of the text that begin with `#` are headings. */
export interface DemoPage {
  title: string;
  text: string;
}

/** Links of a project. */
export interface DemoLinks {
  by: PersonKey;
  /** of all texts, as the parser names it */
  language: string;
  website: { url: string; pages: readonly (DemoPage & { /** below the website's address */ path: string })[] };
  page: DemoPage & { url: string };
}

/** Links of the demo's projects by title, with the texts that were read. Lines that begin with `#` are headings. */
export const DEMO_LINKS: Readonly<Record<string, DemoLinks>> = {
  'Spring release of the Lantern app': {
    by: 'emma',
    language: 'en',
    website: {
      url: 'https://shoplight.example.com/',
      pages: [
        {
          path: '',
          title: 'Shoplight: light for small shops',
          text: `# Light for small shops
Good light sells. It shows the colour of a fabric, the grain of a table and the smile of the person behind the till.
This guide collects what planners of small shops agree on: how bright, where from, and what it costs to run.`,
        },
        {
          path: 'levels',
          title: 'How bright is bright enough?',
          text: `# How bright is bright enough?
A shop window needs 1,000 to 1,500 lux in the evening, and twice as much at noon if it faces the sun.
Shelves are read well at 500 lux, measured upright, where the goods stand. A till needs 500 lux on the desk.
A fitting room is the exception: 300 lux from the front, never from above.`,
        },
        {
          path: 'running-costs',
          title: 'What light costs to run',
          text: `# What light costs to run
A shop of 80 square metres with LED lamps uses about 9 watts for each square metre, ten hours a day.
Dimming the window after closing time saves a fifth of the bill. Presence sensors in the stock room pay for themselves in a year.`,
        },
      ],
    },
    page: {
      url: 'https://www.example.com/standards/indoor-workplaces',
      title: 'Lighting of indoor workplaces, in short',
      text: `# Lighting of indoor workplaces, in short
The standard asks for the light that a task needs, and for little glare while it is done.
For sales areas it names 300 lux, for tills and packing tables 500 lux, with a colour rendering of at least 80.
Planners write down where they measured, because a value without its place proves nothing.`,
    },
  },
  '客室用ベッドサイドランプ「ほのか」開発': {
    by: 'misaki',
    language: 'ja',
    website: {
      url: 'https://nemuri-to-akari.example.com/',
      pages: [
        {
          path: '',
          title: '眠りと明かりの手帖',
          text: `# 眠りと明かりの手帖
夜の明かりは、眠りの深さを変えます。この手帖では、旅館とホテルの客室で確かめられたことをまとめています。
明るさ、色温度、そして手の届く場所。三つがそろうと、お客様は翌朝「よく眠れた」と話します。`,
        },
        {
          path: 'color-temperature',
          title: '色温度の選び方',
          text: `# 色温度の選び方
就寝前の一時間は2,200ケルビン前後の暖かい光が向いています。読書には2,700ケルビンで200ルクスあれば十分です。
青みの強い光は、たとえ暗くても目を覚まさせます。調光と調色は連動させてください。`,
        },
        {
          path: 'switches',
          title: '暗闇で探せるスイッチ',
          text: `# 暗闇で探せるスイッチ
スイッチは枕から40センチ以内に置き、触れただけで位置がわかる形にします。
常夜灯の表示は1ルクス以下に抑えます。まぶしい表示は、苦情の原因の第二位でした。`,
        },
      ],
    },
    page: {
      url: 'https://www.example.com/ja/ryokan-survey',
      title: '旅館の客室照明に関する調査',
      text: `# 旅館の客室照明に関する調査
全国の旅館120軒に、客室の照明についてたずねました。最も多い要望は「ベッドから全部の明かりを消したい」でした。
次に多いのは「子どもを起こさずに本を読みたい」で、宿泊客の三割が挙げています。`,
    },
  },
  '성수동 팝업 스토어': {
    by: 'jihoon',
    language: 'ko',
    website: {
      url: 'https://popup-guide.example.com/',
      pages: [
        {
          path: '',
          title: '성수동 팝업 스토어 안내',
          text: `# 성수동 팝업 스토어 안내
성수동에서는 한 주에 쉰 개가 넘는 팝업 스토어가 열립니다. 이 안내는 처음 준비하는 브랜드를 위해 만들었습니다.
장소를 고르는 법, 필요한 신고, 그리고 줄을 서지 않게 하는 방법을 차례로 설명합니다.`,
        },
        {
          path: 'permits',
          title: '필요한 신고',
          text: `# 필요한 신고
음식을 나눠 주려면 한시적 영업 신고가 필요하고, 처리에는 영업일로 사흘이 걸립니다.
가게 앞 도로에 간판을 세우려면 구청의 허가를 받아야 합니다. 음악은 밤 아홉 시까지만 틀 수 있습니다.`,
        },
        {
          path: 'queues',
          title: '줄을 줄이는 방법',
          text: `# 줄을 줄이는 방법
시간대별 예약을 받으면 기다리는 시간이 평균 42분에서 9분으로 줄어듭니다.
예약의 두 할은 현장 방문객을 위해 남겨 두세요. 비 오는 날에는 취소가 세 배로 늘어납니다.`,
        },
      ],
    },
    page: {
      url: 'https://www.example.com/ko/foot-traffic',
      title: '연무장길 유동 인구 보고서',
      text: `# 연무장길 유동 인구 보고서
토요일 오후 세 시에서 다섯 시 사이에 가장 많은 사람이 지나갑니다. 시간당 평균 4,200명입니다.
방문객의 절반은 이십 대이고, 한 사람이 하루에 평균 세 곳을 둘러봅니다.`,
    },
  },
  华东区经销商拓展: {
    by: 'ming',
    language: 'zh-Hans',
    website: {
      url: 'https://dealer-handbook.example.com/',
      pages: [
        {
          path: '',
          title: '灯具经销商手册',
          text: `# 灯具经销商手册
这本手册写给准备代理照明品牌的门店。它回答三个问题：进多少货、怎样陈列、售后由谁负责。
书中的数字来自江苏、浙江和上海的六十家门店。`,
        },
        {
          path: 'stock',
          title: '首批进货量',
          text: `# 首批进货量
面积一百平方米的门店，首批进货以十二万元为宜，其中落地灯和台灯各占三成。
滞销品超过九十天应当换货，而不是打折。换货条款要写进合同。`,
        },
        {
          path: 'display',
          title: '陈列与照度',
          text: `# 陈列与照度
样品区的照度为三百勒克斯，比周围暗一些，灯具本身的光才看得清楚。
每盏样灯旁边都要放一个开关，顾客亲手开过的灯，成交率高出一倍。`,
        },
      ],
    },
    page: {
      url: 'https://www.example.com/zh/bookshop-lighting',
      title: '独立书店的灯光改造',
      text: `# 独立书店的灯光改造
苏州一家独立书店把书架的照度从两百勒克斯提高到五百勒克斯，阅读区的停留时间增加了四成。
改造一共用了三个晚上，书店没有停业。`,
    },
  },
  台北設計展參展計畫: {
    by: 'yating',
    language: 'zh-Hant',
    website: {
      url: 'https://design-expo.example.com/',
      pages: [
        {
          path: '',
          title: '設計展參展手冊',
          text: `# 設計展參展手冊
展期四天，進場兩天，撤場一天。本手冊說明攤位規格、用電申請與進場時間。
所有圖面請在開展前三十天送審，逾期需另繳審圖費。`,
        },
        {
          path: 'power',
          title: '用電申請',
          text: `# 用電申請
標準攤位提供單相一百一十伏特、五安培。展示燈具的攤位請加申請二十四小時用電。
調光設備若使用三相電，必須由大會指定的電工接線。`,
        },
        {
          path: 'move-in',
          title: '進場與撤場',
          text: `# 進場與撤場
大型展品請由西側卸貨區進場，車輛停留以三十分鐘為限。
撤場當天下午五點前不得拆除展品，違者次年不得優先選位。`,
        },
      ],
    },
    page: {
      url: 'https://www.example.com/zh-tw/hotel-renovation',
      title: '海岸飯店客房改裝紀錄',
      text: `# 海岸飯店客房改裝紀錄
鹽霧使燈具的壽命只剩市區的一半，工務部因此改用不鏽鋼外殼與密封驅動器。
每層樓的改裝耗時六天，期間上下兩層不開放訂房。`,
    },
  },
};
