/** Filters of the audit trail, from the address. */
import type { auditCalls } from '../../../../server/organization/audit/contract';
import type { CallInput } from '../../../../sync/protocol/call';

export const PERIODS = ['day', 'week', 'month', 'quarter'] as const;
export type Period = (typeof PERIODS)[number];
const DAYS: Record<Period, number> = { day: 1, week: 7, month: 30, quarter: 90 };

/** entries shown at first and added by each "more", and the maximum of one page */
export const STEP = 50;
export const MOST = 1000;

export interface AuditFilter {
  /** search words */
  text: string;
  /** the same, encrypted, as in the address */
  words: string;
  action: string;
  actorId: string;
  /** '' any time */
  period: Period | '';
  count: number;
  /** id of the last entry of the previous page, '' for the first page */
  before: string;
}

/** Invalid filters are ignored. `text`: the decrypted search words. */
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

/** Input of the call; `now` in milliseconds. */
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
