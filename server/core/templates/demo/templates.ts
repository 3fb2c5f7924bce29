/** Custom summary templates of the demo company. */
import type { Template } from '../../../../sync/model/kinds/templates';
import type { TemplateCategory } from '../../../../sync/model/summary-templates';
import type { PersonKey } from '../../../shared/demo-content';

export interface DemoTemplate {
  by: PersonKey;
  daysAgo: number;
  title: string;
  content: string;
  categoryId: TemplateCategory;
  langType: Template['langType'];
  shareRange: 'private' | 'team';
}

export const DEMO_TEMPLATES: readonly DemoTemplate[] = [
  {
    by: 'emma',
    daysAgo: 20,
    title: 'Trial shop visit',
    categoryId: 'communication',
    langType: 'en',
    shareRange: 'team',
    content: `For a visit to one of the twelve trial shops. Sales and Product read it on the same day.

## The shop
Name, floor area, windows, who showed us around.

## Light levels we measured
Zone and lux, one line each. Say whether daylight was in the room.

## What the owner did in the planner
Steps without help, steps with help, and where they gave up.

## Promised
What, by whom, by when.`,
  },
  {
    by: 'misaki',
    daysAgo: 18,
    title: '試作品レビュー（照明）',
    categoryId: 'innovation',
    langType: 'ja',
    shareRange: 'team',
    content: `試作品を囲んで行うレビュー向け。設計と購買が次の試作の前に読みます。

## 試作品
型番、光源、前回からの変更点。

## 点灯の印象
まぶしさ、色味、影の出方。感想には発言した部署を添える。

## 測定値
照度と色温度。測定条件も書く。

## 次の試作で変えること
内容、担当、期限。`,
  },
  {
    by: 'jihoon',
    daysAgo: 15,
    title: '팝업 스토어 일일 마감',
    categoryId: 'progress',
    langType: 'ko',
    shareRange: 'team',
    content: `팝업 스토어 영업이 끝난 뒤 10분 회의용. 다음 날 근무자가 읽습니다.

## 오늘 수치
방문객, 상담, 판매. 말한 숫자만 적는다.

## 고객 반응
기억에 남는 말을 그대로.

## 내일 챙길 것
재고, 진열, 근무 교대. 담당자를 함께 적는다.`,
  },
  {
    by: 'yating',
    daysAgo: 12,
    title: '設計展廠商會議',
    categoryId: 'decisions',
    langType: 'zh_hant',
    shareRange: 'team',
    content: `與展位廠商開會用，會後一小時內寄給對方確認。

## 圖面與尺寸
談定的尺寸、燈位、電力需求。

## 報價
項目、金額、是否含稅、報價期限。

## 雙方待辦
事項、負責人、日期，可直接轉寄。`,
  },
  {
    by: 'ming',
    daysAgo: 9,
    title: '门店改造碰头会',
    categoryId: 'problems',
    langType: 'zh_hans',
    shareRange: 'private',
    content: `华东门店改造每周碰头会，自己留底用。

## 各店进度
店名、做到哪一步、差几天。

## 现场问题
问题、照片编号、谁去处理。

## 要总部拍板的
事项、金额、最晚哪天。`,
  },
];
