/** When daily digests go out: at eight in the morning of their reader's time zone. */
const HOUR = 8;
const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Milliseconds by which the clocks of a zone are ahead of UTC; 0 for an unknown zone. */
function offsetAt(at: number, timeZone: string): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(at);
    const of = (type: string): number => Number(parts.find((part) => part.type === type)!.value);
    return (
      Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) -
      Math.floor(at / 1000) * 1000
    );
  } catch {
    return 0;
  }
}

/** The first digest after `now`. Where the clocks change, the offset of that morning counts. */
export function nextDigestAt(now: number, timeZone: string): number {
  const local = now + offsetAt(now, timeZone);
  const today = Math.floor(local / DAY_MS) * DAY_MS + HOUR * HOUR_MS;
  for (const wall of [today, today + DAY_MS, today + 2 * DAY_MS]) {
    const at = wall - offsetAt(wall - offsetAt(wall, timeZone), timeZone);
    if (at > now) return at;
  }
  return now + DAY_MS;
}
