import type { PersonKey } from '../../../shared/demo-content';

/** Files of a project. */
export interface DemoFiles {
  by: PersonKey;
  files: readonly { name: string; text: string }[];
}

/** Text files of the demo, by the titles of their projects. */
export const DEMO_FILES: Readonly<Record<string, DemoFiles>> = {
  'Spring release of the Lantern app': {
    by: 'emma',
    files: [
      {
        name: 'Rollout checklist.md',
        text: `# Rollout checklist

## Two weeks before
- Freeze the texts of the app, and send them to the translators.
- Ask three shops of the trial for a quote that may be shown.

## On the day
- The release goes to a tenth of the shops at 9:00, and to all of them at 15:00 if fewer than five report an error.
- Support answers within thirty minutes until the evening.

## Way back
A shop returns to the previous version with one press in its settings. Dimming curves that were drawn in the new version stay, and are shown as tables there.
`,
      },
      {
        name: 'Plans and prices.csv',
        text: `Plan,Shops,Price a month (EUR),Support
Single,1,29,E-mail within two days
Studio,5,99,E-mail within one day
Chain,50,690,Telephone from 8:00 to 18:00
`,
      },
    ],
  },
  '客室用ベッドサイドランプ「ほのか」開発': {
    by: 'misaki',
    files: [
      {
        name: '試作評価の手順.md',
        text: `# 試作評価の手順

## 準備
- 客室を二部屋用意し、窓のカーテンを閉めて照度を 5 ルクス以下にします。
- 評価者は就寝の一時間前に入室し、スマートフォンを預けます。

## 評価項目
- 手元の照度：本を読む位置で 200 ルクス以上あること。
- まぶしさ：寝た姿勢で光源が直接見えないこと。
- 操作：暗い中で、三秒以内に消灯できること。

## 記録
評価シートは翌朝八時までに回収し、中央値と最小値を表にまとめます。
`,
      },
      {
        name: '部品の見積もり.csv',
        text: `部品,仕入れ先,単価（円）,納期
光源モジュール,朝日電光,480,三週間
和紙シェード,美濃紙工房,1250,五週間
調光ノブ,中部精機,310,二週間
`,
      },
    ],
  },
  '성수동 팝업 스토어': {
    by: 'jihoon',
    files: [
      {
        name: '현장 운영 안내.md',
        text: `# 현장 운영 안내

## 여는 시간
- 평일은 11시부터 20시까지, 주말은 10시부터 21시까지 엽니다.
- 첫날에는 14시까지 초대받은 손님만 입장합니다.

## 안전
조명 레일은 하루 두 번, 문을 열기 전과 17시에 점검합니다. 한 번에 입장하는 인원은 마흔 명을 넘지 않습니다.

## 철수
마지막 날 21시에 조명을 끄고, 다음 날 정오까지 매장을 원래대로 돌려놓습니다.
`,
      },
      {
        name: '예산.csv',
        text: `항목,업체,금액(원),상태
임대료,성수 스페이스,8800000,지급
조명 설치,빛공방,3200000,계약
인쇄물,한결인쇄,640000,견적
`,
      },
    ],
  },
  华东区经销商拓展: {
    by: 'ming',
    files: [
      {
        name: '经销商培训提纲.md',
        text: `# 经销商培训提纲

## 第一天：产品
- 三种灯具的适用场合，以及不适合推荐的情形。
- 现场测量照度：在货架高度测三次，取中间值。

## 第二天：服务
- 客户报修后，四小时内回电，两个工作日内上门。
- 更换下来的驱动器寄回杭州，不在当地拆修。

## 考核
笔试八十分合格；未合格的门店由区域经理在一个月内补训。
`,
      },
      {
        name: '首批备货.csv',
        text: `型号,城市,数量（台）,到货
筒灯 A12,苏州,240,四月八日
轨道灯 T5,宁波,120,四月十五日
橱窗灯 W30,南京,60,四月二十二日
`,
      },
    ],
  },
  台北設計展參展計畫: {
    by: 'yating',
    files: [
      {
        name: '展位搭建須知.md',
        text: `# 展位搭建須知

## 進場
- 木作廠商於開展前兩天早上八點進場，電工下午一點進場。
- 展位用電上限為 3.5 千瓦，所有燈具合計不得超過 2.8 千瓦。

## 高度與材料
背板最高三公尺；布料須附防焰證明，影本交給主辦單位。

## 撤場
閉展當天晚上七點後才能拆除，隔天中午前清空展位。
`,
      },
      {
        name: '參展預算.csv',
        text: `項目,廠商,金額（元）,狀態
展位租金,世貿展覽,186000,已付
木作,立木工坊,92000,簽約
運送,順達物流,18500,報價中
`,
      },
    ],
  },
};
