/** Places of a meeting that a summary names, with what a screen shows of them. */
import type { Participant } from '../../../sync/model/participants';
import type { Moment } from '../../../sync/model/kinds/summaries';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { MeetingAudio } from '../meeting/recordings-of';
import { offsetsOf } from '../meeting/recordings-of';

export interface Place {
  segment: Segment;
  /** milliseconds on the joint time line; -1 without a time */
  at: number;
  speaker: string;
  recording: MeetingAudio | undefined;
}

/** Finds the place of a segment; null for one that is not here any more. */
export type PlaceOf = (segmentId: string) => Place | null;

export function placeFinder(
  segments: readonly Segment[],
  recordings: readonly MeetingAudio[],
  participants: readonly Participant[],
): PlaceOf {
  const offsets = offsetsOf(recordings);
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  return (segmentId) => {
    const segment = byId.get(segmentId);
    if (!segment) return null;
    const recording = recordings.find(({ id }) => id === segment.recordingId) ?? recordings[0];
    return {
      segment,
      at: segment.start < 0 ? -1 : segment.start + (offsets.get(segment.recordingId) ?? 0),
      speaker: names.get(segment.participantId) ?? '',
      recording: segment.start < 0 ? undefined : recording,
    };
  };
}

/** Moments by their numbers. */
export const momentsByNumber = (moments: readonly Moment[]): ReadonlyMap<number, Moment> =>
  new Map(moments.map((moment) => [moment.n, moment]));
