/** What the plans hold and cost (specification: organization 9). Prices in yen, a month, tax included in `FROM`. */
export const FROM = 2_999;
export const TRIAL = { months: 3, research: 3, searches: 100 } as const;
export const BASIC = { price: 1_500, people: 15, points: 15_000, each: 1_000, storage: 50, projects: 10 } as const;
export const PRO = { price: 3_000, people: 50, each: 2_500, storage: 200, projects: 50, research: 100 } as const;
