/** Places of a meeting that a summary names, with what a screen shows of them. */
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { MeetingMoment } from '../../../sync/model/meeting-moments';
import type { Moment } from '../../../sync/model/kinds/summaries';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { MeetingAudio } from '../meeting/recordings-of';
import { offsetsOf } from '../meeting/recordings-of';

export interface Place {
  /** words of the segment, bookmark or line; '' for a bookmark without a word */
  text: string;
  kind: 'segment' | MeetingMoment['kind'];
  /** milliseconds from the start of its recording, and on the joint time line; -1 without a time */
  start: number;
  at: number;
  /** who said or wrote it, '' if unknown */
  by: string;
  /** plays it; undefined where it has no time, or its recording is not known here */
  recording: MeetingAudio | undefined;
}

/** Finds the place of a segment, bookmark or typed line by its id; null for one that is not here any more. */
export type PlaceOf = (id: string) => Place | null;

export function placeFinder(
  segments: readonly Segment[],
  recordings: readonly MeetingAudio[],
  { participants, moments = [] }: Pick<Meeting, 'participants' | 'moments'>,
): PlaceOf {
  const offsets = offsetsOf(recordings);
  const segmentsById = new Map(segments.map((segment) => [segment.id, segment]));
  const momentsById = new Map(moments.map((moment) => [moment.id, moment]));
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  const members = new Map(participants.map(({ userId, name }) => [userId, name]));
  return (id) => {
    const segment = segmentsById.get(id);
    if (segment) {
      const { text, start, recordingId, participantId } = segment;
      const recording = recordings.find((each) => each.id === recordingId) ?? recordings[0];
      return {
        ...{ text, kind: 'segment', start, by: names.get(participantId) ?? '' },
        at: start < 0 ? -1 : start + (offsets.get(recordingId) ?? 0),
        recording: start < 0 ? undefined : recording,
      };
    }
    const moment = momentsById.get(id);
    if (!moment) return null;
    const { text, kind, at, recordingId, userId } = moment;
    const offset = offsets.get(recordingId);
    return {
      ...{ text, kind, start: at, by: members.get(userId) ?? '' },
      at: offset === undefined ? -1 : at + offset,
      recording: recordings.find((each) => each.id === recordingId),
    };
  };
}

/** Moments by their numbers. */
export const momentsByNumber = (moments: readonly Moment[]): ReadonlyMap<number, Moment> =>
  new Map(moments.map((moment) => [moment.n, moment]));
