/**
 * Sorts the segments of a transcript by time. Providers return segments that are unordered, overlap, end beyond the
 * recording or before their start, or have no times; none of them is lost.
 */
import type { Meeting } from '../model/kinds/meetings';
import type { Segment } from '../model/kinds/transcripts';
import { inOrder, type MeetingMoment } from '../model/meeting-moments';
import { byTime } from '../model/time-order';

/** A segment on the joint time line of a meeting's recordings. */
export interface TimedSegment {
  id: string;
  recordingId: string;
  participantId: string;
  text: string;
  /** milliseconds on the joint time line; -1 if unknown. `end` is never before `start` */
  start: number;
  end: number;
  /** milliseconds from the start of its recording; -1 if unknown */
  at: number;
}

type Recordings = readonly Pick<Meeting['recordings'][number], 'id' | 'durationMs'>[];

/**
 * Start of each recording on the joint time line. The length of a recording without one is derived from its segments.
 */
function timeLineOf(
  recordings: Recordings,
  segments: readonly Segment[],
): Map<string, { from: number; length: number }> {
  const known = new Set(recordings.map(({ id }) => id));
  const ends = new Map<string, number>();
  for (const { recordingId, end } of segments) ends.set(recordingId, Math.max(ends.get(recordingId) ?? 0, end));
  const all = [
    ...recordings.map(({ id, durationMs }) => ({ id, length: durationMs || (ends.get(id) ?? 0) })),
    ...[...ends].filter(([id]) => !known.has(id)).map(([id, length]) => ({ id, length })),
  ];
  let from = 0;
  return new Map(
    all.map(({ id, length }) => {
      const offset = { from, length };
      from += length;
      return [id, offset];
    }),
  );
}

/** Non-empty segments by time; segments without times stay behind their predecessor. */
export function timedSegments(segments: readonly Segment[], recordings: Recordings): TimedSegment[] {
  const timeLine = timeLineOf(recordings, segments);
  const placed = segments
    .filter(({ text }) => text.trim() !== '')
    .map(({ id, recordingId, participantId, text, start, end }) => {
      const { from, length } = timeLine.get(recordingId)!;
      // a time beyond the end of the recording is ignored
      const isTimed = start >= 0 && start <= length;
      return {
        id,
        recordingId,
        participantId,
        text: text.trim(),
        start: isTimed ? from + start : -1,
        end: isTimed ? from + Math.min(Math.max(start, end), length) : -1,
        at: isTimed ? start : -1,
      };
    });
  return byTime(placed);
}

/** A bookmark or typed line on the joint time line of a meeting's recordings. */
export interface TimedMoment extends MeetingMoment {
  /** milliseconds on the joint time line; -1 while its recording is unknown */
  start: number;
  /** the segment during which it was created; '' for none */
  segmentId: string;
}

/**
 * Bookmarks and typed lines by time.
 * @param timed the same segments in order (timedSegments)
 */
export function timedMoments(
  moments: readonly MeetingMoment[],
  segments: readonly Segment[],
  timed: readonly TimedSegment[],
  recordings: Recordings,
): TimedMoment[] {
  const timeLine = timeLineOf(recordings, segments);
  const order = [...timeLine.keys()];
  return inOrder(moments, order).map((moment) => {
    const from = timeLine.get(moment.recordingId)?.from;
    if (from === undefined) return { ...moment, start: -1, segmentId: '' };
    // an imported transcript names no recording; it belongs to the first one
    const made = timed.findLast(
      ({ recordingId, at }) => at >= 0 && at <= moment.at && (recordingId || order[0]) === moment.recordingId,
    );
    return { ...moment, start: from + moment.at, segmentId: made?.id ?? '' };
  });
}
