/**
 * Ensures that overlapping meetings of one project have different titles. The device or the server refuses the title of
 * an overlapping meeting that it knows. If a meeting that was created offline is pushed with such a title, the server
 * appends its time instead, since a recording is never refused for its title.
 */
import type { Meeting } from './kinds/meetings';
import { LIMITS } from './limits';
import { truncate } from './text';

type Timed = Pick<Meeting, 'status' | 'actualStartAt' | 'actualEndAt' | 'createdAt'>;
export type Titled = Timed & Pick<Meeting, 'projectId' | 'title'> & { id: string };

/** Duration of the longest recording, in milliseconds: the assumed duration of a meeting without an end. */
const LONGEST_MS = LIMITS.recording.max * 1_000;

/** Start and end of a meeting in milliseconds. */
function spanOf({ status, actualStartAt, actualEndAt, createdAt }: Timed): { from: number; to: number } {
  const from = actualStartAt || createdAt;
  return { from, to: actualEndAt || (status === 'ended' ? from : from + LONGEST_MS) };
}

/** Whether two meetings of one project have the same title and overlap. */
export function clashes(a: Titled, b: Titled): boolean {
  if (a.id === b.id || a.projectId === '' || a.projectId !== b.projectId) return false;
  if (a.title !== b.title) return false;
  const [one, other] = [spanOf(a), spanOf(b)];
  return one.from <= other.to && other.from <= one.to;
}

/** Whether a meeting is being recorded at `now`: recording or paused, and not longer than the longest recording. */
export const isRecordedAt = (now: number, meeting: Timed): boolean =>
  (meeting.status === 'recording' || meeting.status === 'paused') && spanOf(meeting).to >= now;

/**
 * The title with the time of the meeting appended: `Weekly 10:42`, or `Weekly 10:42:07` if that is taken.
 *
 * @param timeZone of the meeting's creator; UTC if it is unknown
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
