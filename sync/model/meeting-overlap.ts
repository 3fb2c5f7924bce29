/**
 * Meetings of one project at overlapping times have different titles. The device or the server refuses a title of an
 * overlapping meeting that it knows. When a meeting that was made offline is pushed with such a title, the server
 * appends its time instead, since a recording is never refused for its title.
 */
import type { Meeting } from './kinds/meetings';
import { LIMITS } from './limits';
import { truncate } from './text';

type Timed = Pick<Meeting, 'status' | 'actualStartAt' | 'actualEndAt' | 'createdAt'>;
export type Titled = Timed & Pick<Meeting, 'projectId' | 'title'> & { id: string };

/** A recording ends after this long at the latest, so a meeting without an end lasts no longer. Milliseconds. */
const LONGEST_MS = LIMITS.recording.max * 1_000;

/** First and last moment of a meeting, milliseconds. */
function spanOf({ status, actualStartAt, actualEndAt, createdAt }: Timed): { from: number; to: number } {
  const from = actualStartAt || createdAt;
  return { from, to: actualEndAt || (status === 'ended' ? from : from + LONGEST_MS) };
}

/** Two meetings of one project with the same title at overlapping times. */
export function clashes(a: Titled, b: Titled): boolean {
  if (a.id === b.id || a.projectId === '' || a.projectId !== b.projectId) return false;
  if (a.title !== b.title) return false;
  const [one, other] = [spanOf(a), spanOf(b)];
  return one.from <= other.to && other.from <= one.to;
}

/** A person's meeting that is being recorded at `now`: recording or paused, and not longer than a recording lasts. */
export const isRecordedAt = (now: number, meeting: Timed): boolean =>
  (meeting.status === 'recording' || meeting.status === 'paused') && spanOf(meeting).to >= now;

/**
 * The title with the time of the meeting appended, as `Weekly 10:42`, or `Weekly 10:42:07` where that clashes too.
 *
 * @param timeZone of its person; one that is unknown counts as UTC
 */
export function titleWithTime(meeting: Titled, others: readonly Titled[], timeZone: string): string {
  const at = spanOf(meeting).from;
  const time = (options: Intl.DateTimeFormatOptions): string => {
    const format = (zone: string): string =>
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...options, timeZone: zone }).format(at);
    try {
      return format(timeZone || 'UTC');
    } catch {
      return format('UTC');
    }
  };
  const withEnd = (end: string): string =>
    `${truncate(meeting.title, LIMITS.meetingTitle.max - end.length - 1)} ${end}`;
  const isFree = (title: string): boolean => !others.some((other) => clashes({ ...meeting, title }, other));
  const long = time({ second: '2-digit' });
  const candidates = [time({}), long, ...others.map((_, i) => `${long} (${i + 2})`)];
  return candidates.map(withEnd).find(isFree) ?? withEnd(candidates.at(-1)!);
}
