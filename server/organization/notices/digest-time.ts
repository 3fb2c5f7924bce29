/** When daily digests go out: at eight in the morning of their reader's time zone. */
import { offsetAt } from '../../platform/time-zones';

const HOUR = 8;
const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/** As offsetAt; 0 for an unknown zone. */
function knownOffsetAt(at: number, timeZone: string): number {
  try {
    return offsetAt(at, timeZone);
  } catch {
    return 0;
  }
}

/** The first digest after `now`. Where the clocks change, the offset of that morning counts. */
export function nextDigestAt(now: number, timeZone: string): number {
  const local = now + knownOffsetAt(now, timeZone);
  const today = Math.floor(local / DAY_MS) * DAY_MS + HOUR * HOUR_MS;
  for (const wall of [today, today + DAY_MS, today + 2 * DAY_MS]) {
    const at = wall - knownOffsetAt(wall - knownOffsetAt(wall, timeZone), timeZone);
    if (at > now) return at;
  }
  return now + DAY_MS;
}
