/**
 * Segments of a transcript in the order in which they were said. Providers give segments out of order, overlapping,
 * beyond the end of the recording, with an end before the start or without times; none of them is lost.
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
  /** milliseconds on the joint time line; -1 without times. `end` is never before `start` */
  start: number;
  end: number;
  /** milliseconds from the start of its recording; -1 without times */
  at: number;
}

type Recordings = readonly Pick<Meeting['recordings'][number], 'id' | 'durationMs'>[];

/** Start of each recording on the joint time line. A recording of unknown length is as long as its segments. */
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

/** Segments with words, by time; those without times follow the segment that they were given after. */
export function timedSegments(segments: readonly Segment[], recordings: Recordings): TimedSegment[] {
  const timeLine = timeLineOf(recordings, segments);
  const placed = segments
    .filter(({ text }) => text.trim() !== '')
    .map(({ id, recordingId, participantId, text, start, end }) => {
      const { from, length } = timeLine.get(recordingId)!;
      // a time beyond the end of the sound is none
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
  /** milliseconds on the joint time line; -1 where its recording is not known (yet) */
  start: number;
  /** the segment in which it was made; '' for none */
  segmentId: string;
}

/**
 * Bookmarks and typed lines in order.
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
    // an imported transcript names no recording: it is of the first one
    const made = timed.findLast(
      ({ recordingId, at }) => at >= 0 && at <= moment.at && (recordingId || order[0]) === moment.recordingId,
    );
    return { ...moment, start: from + moment.at, segmentId: made?.id ?? '' };
  });
}
