/** Sorts meetings by time and groups them by day. */

export interface DayGroup<T> {
  /** local midnight, milliseconds since the epoch */
  day: number;
  items: T[];
}

/** Time of a meeting: its start, otherwise its creation. */
export const meetingTime = (m: { actualStartAt: number; createdAt: number; updatedAt: number }): number =>
  m.actualStartAt || m.createdAt || m.updatedAt;

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** Newest day first, newest meeting first within it. */
export function groupByDay<T extends { actualStartAt: number; createdAt: number; updatedAt: number }>(
  meetings: readonly T[],
): DayGroup<T>[] {
  const days = new Map<number, T[]>();
  for (const meeting of [...meetings].sort((a, b) => meetingTime(b) - meetingTime(a))) {
    const day = midnight(meetingTime(meeting));
    const group = days.get(day);
    if (group) group.push(meeting);
    else days.set(day, [meeting]);
  }
  return [...days].map(([day, items]) => ({ day, items }));
}

/** A day as text: "today" and "yesterday", otherwise the date with its weekday. */
export function dayText(day: number, now: number, tag: string): string {
  const distance = Math.round((day - midnight(now)) / 86_400_000);
  if (distance === 0 || distance === -1) {
    const word = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(distance, 'day');
    return word.charAt(0).toLocaleUpperCase(tag) + word.slice(1);
  }
  const year = new Date(day).getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' as const };
  return new Intl.DateTimeFormat(tag, { weekday: 'long', month: 'long', day: 'numeric', ...year }).format(day);
}
