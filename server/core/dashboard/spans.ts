/** The periods of a trend, in the reader's time zone. */
import { offsetAt } from '../../platform/time-zones';
import type { DashboardRange } from './contract';

const HOUR = 3_600_000;

interface Local {
  year: number;
  month: number;
  day: number;
}

function localDay(at: number, timeZone: string): Local {
  const local = new Date(at + offsetAt(at, timeZone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth(), day: local.getUTCDate() };
}

/**
 * Start of a local day. The offset is computed twice, because the clock may change between the first guess and the
 * result.
 */
function startOfDay({ year, month, day }: Local, timeZone: string): number {
  const midnight = Date.UTC(year, month, day);
  const first = midnight - offsetAt(midnight, timeZone);
  return midnight - offsetAt(first, timeZone);
}

/** Start of each of the last `count` periods, followed by the end of the current one. Weeks begin on Monday. */
export function spans(
  unit: 'hours' | 'days' | 'weeks' | 'months',
  count: number,
  now: number,
  timeZone: string,
): number[] {
  if (unit === 'hours') {
    const ahead = offsetAt(now, timeZone);
    const hour = Math.floor((now + ahead) / HOUR) * HOUR - ahead;
    return Array.from({ length: count + 1 }, (_, i) => hour + (i - count + 1) * HOUR);
  }
  const today = localDay(now, timeZone);
  const sinceMonday = (new Date(Date.UTC(today.year, today.month, today.day)).getUTCDay() + 6) % 7;
  return Array.from({ length: count + 1 }, (_, i) => {
    const step = i - count + 1;
    return startOfDay(
      unit === 'months'
        ? { year: today.year, month: today.month + step, day: 1 }
        : unit === 'weeks'
          ? { ...today, day: today.day - sinceMonday + 7 * step }
          : { ...today, day: today.day + step },
      timeZone,
    );
  });
}

const RANGES = { day: ['hours', 24], week: ['days', 7], month: ['days', 30], year: ['months', 12] } as const;

/** The periods of a range of the overview: 24 hours, 7 or 30 days, 12 months. */
export function spansOf(range: DashboardRange, now: number, timeZone: string): number[] {
  const [unit, count] = RANGES[range];
  return spans(unit, count, now, timeZone);
}
