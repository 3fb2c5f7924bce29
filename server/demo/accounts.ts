/** The people of the demo company and how to sign in as one. They exist only where the demo was asked for (SATCHEL_DEMO). */
import type { Meeting } from '../../sync/model/kinds/meetings';
import type { CompanyRole } from '../platform/context';
import type { DepartmentKey, PersonKey } from '../shared/demo-content';

/** The same for all five: it guards nothing but the demo. */
export const DEMO_PASSWORD = 'Satchel-demo-1';

export interface DemoAccount {
  key: PersonKey;
  email: string;
  password: string;
  name: string;
  role: CompanyRole;
  lang: Meeting['language'];
  /** which departments the person is in */
  departments: readonly DepartmentKey[];
}

const account = (
  key: PersonKey,
  name: string,
  role: CompanyRole,
  lang: DemoAccount['lang'],
  departments: DepartmentKey[],
): DemoAccount => ({
  key,
  email: `${key}@demo.satchel.example`,
  password: DEMO_PASSWORD,
  name,
  role,
  lang,
  departments,
});

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('emma', 'Emma Clarke', 'owner', 'en', []),
  account('misaki', '佐藤 美咲', 'admin', 'ja', ['product', 'tokyo']),
  account('jihoon', '김지훈', 'member', 'ko', ['product', 'seoul']),
  account('yating', '王雅婷', 'member', 'zh_hant', ['sales', 'taipei']),
  account('ming', '李明', 'member', 'zh_hans', ['sales', 'shanghai']),
];

export const DEMO_COMPANY = {
  name: 'Lantern Works',
  code: 'LANTERN',
  description: 'Lamps and lighting plans for shops, hotels and cafés.',
} as const;
/** A parent stands before its sub-departments, which are named in the language of their office. */
export const DEMO_DEPARTMENTS: Readonly<
  Record<DepartmentKey, { name: string; code: string; description: string; parent?: DepartmentKey }>
> = {
  product: { name: 'Product', code: 'PROD', description: 'Lamps and the planning app' },
  sales: { name: 'Sales', code: 'SALES', description: 'Shops, hotels and partners' },
  tokyo: { name: '製品企画部（東京）', code: 'TOKYO', description: 'ホテルと旅館向けの照明器具', parent: 'product' },
  seoul: { name: '제품 개발팀(서울)', code: 'SEOUL', description: '조명 플래너 앱과 체험형 매장', parent: 'product' },
  taipei: { name: '業務部（台北）', code: 'TAIPEI', description: '飯店客戶與展覽', parent: 'sales' },
  shanghai: { name: '销售部（上海）', code: 'SHANGHAI', description: '华东区经销商', parent: 'sales' },
};
