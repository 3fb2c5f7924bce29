/** Rows of a transcript: its segments, with bookmarks and typed lines at their times. */
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { inOrder, type MeetingMoment } from '../../../sync/model/meeting-moments';

export type TranscriptRowOf = { id: string; segment: Segment } | { id: string; moment: MeetingMoment };

/**
 * Inserts each moment after the segment of its time, and after all segments of its recording without times.
 * @param order ids of the recordings
 */
export function withMoments(
  segments: readonly Segment[],
  moments: readonly MeetingMoment[],
  order: readonly string[],
): TranscriptRowOf[] {
  const waiting = inOrder(moments, order);
  const place = new Map(order.map((id, at) => [id, at]));
  const placeOf = (id: string): number => place.get(id) ?? (id ? order.length : 0);
  const rows: TranscriptRowOf[] = [];
  for (const segment of segments) {
    const here = placeOf(segment.recordingId);
    while (waiting.length > 0) {
      const first = waiting[0]!;
      const there = placeOf(first.recordingId);
      if (there > here || (there === here && (segment.start < 0 || segment.start <= first.at))) break;
      rows.push({ id: first.id, moment: waiting.shift()! });
    }
    rows.push({ id: segment.id, segment });
  }
  return [...rows, ...waiting.map((moment) => ({ id: moment.id, moment }))];
}
