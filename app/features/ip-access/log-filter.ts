/** Filters of the access log, from the address. */
export const LOG_FILTERS = ['all', 'allowed', 'blocked'] as const;
export type LogFilter = (typeof LOG_FILTERS)[number];

/** The page size of the specification (organization 9). */
export const LOG_PAGE = 20;
/** More rows than this are exported only. */
export const LOG_MOST = 500;

export function readLogAddress(address: string): { filter: LogFilter; shown: number } {
  const search = new URL(address).searchParams;
  const filter = LOG_FILTERS.find((each) => each === search.get('status')) ?? 'all';
  const wish = Math.ceil(Number(search.get('shown')) / LOG_PAGE) * LOG_PAGE;
  return { filter, shown: Number.isInteger(wish) ? Math.min(LOG_MOST, Math.max(LOG_PAGE, wish)) : LOG_PAGE };
}

/** Input of the server's call. */
export const statusOf = (filter: LogFilter): { status?: 'ALLOW' | 'DENY' } =>
  filter === 'all' ? {} : { status: filter === 'allowed' ? 'ALLOW' : 'DENY' };
