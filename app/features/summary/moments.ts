/** Resolves the places of a meeting that a summary cites. */
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { MeetingMoment } from '../../../sync/model/meeting-moments';
import type { Moment } from '../../../sync/model/kinds/summaries';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { MeetingAudio } from '../meeting/recordings-of';
import { offsetsOf } from '../meeting/recordings-of';

export interface Place {
  /** text of the segment, bookmark or line; '' for a bookmark without text */
  text: string;
  kind: 'segment' | MeetingMoment['kind'];
  /** milliseconds from the start of its recording, and on the joint time line; -1 if unknown */
  start: number;
  at: number;
  /** the speaker or author, '' if unknown */
  by: string;
  /** the recording to play; undefined without a time or if the recording is unknown here */
  recording: MeetingAudio | undefined;
}

/** Returns the place of a segment, bookmark or typed line by its id; null if it does not exist. */
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
