/** What of the audit trail is shown, as the address says. */
import type { auditCalls } from '../../../../server/organization/audit/contract';
import type { CallInput } from '../../../../sync/protocol/call';

export const PERIODS = ['day', 'week', 'month', 'quarter'] as const;
export type Period = (typeof PERIODS)[number];
const DAYS: Record<Period, number> = { day: 1, week: 7, month: 30, quarter: 90 };

/** entries that are shown at first and that each "more" adds, and at most on one page */
export const STEP = 50;
export const MOST = 1000;

export interface AuditFilter {
  /** searched for */
  text: string;
  /** the same, as the address holds it */
  words: string;
  action: string;
  actorId: string;
  /** '' any time */
  period: Period | '';
  count: number;
  /** the id of the last entry of the page before, '' for the first page */
  before: string;
}

/** What is no filter is none. `text`: the words that the address holds sealed. */
export function filterOf(url: URL, text: string): AuditFilter {
  const read = (name: string): string => url.searchParams.get(name)?.trim() ?? '';
  const period = PERIODS.find((each) => each === read('period')) ?? '';
  const count = Math.ceil(Number(read('count')) / STEP) * STEP;
  const id = (name: string): string => (/^[A-Za-z0-9_~-]{1,64}$/.test(read(name)) ? read(name) : '');
  return {
    text,
    words: text && read('words'),
    action: read('action').slice(0, 60),
    actorId: id('actorId'),
    period,
    count: count >= STEP && count <= MOST ? count : STEP,
    before: id('before'),
  };
}

export const isFiltered = ({ text, action, actorId, period }: AuditFilter): boolean =>
  Boolean(text || action || actorId || period);

/** The query of the call, `now` in milliseconds. */
export const queryOf = (
  companyId: string,
  { text, action, actorId, period }: AuditFilter,
  now: number,
): CallInput<typeof auditCalls.query> => ({
  companyId,
  text,
  action,
  actorId,
  ...(period ? { from: now - DAYS[period] * 24 * 60 * 60_000 } : {}),
});
