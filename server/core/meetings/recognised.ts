/** Updates a transcript after one of its recordings was recognised, for the first time or again. */
import type { Correction } from '../../../sync/model/corrections';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Segment, Transcript } from '../../../sync/model/kinds/transcripts';
import type { Participant } from '../../../sync/model/participants';
import type { RecognisedSegment } from '../../ai/transcription/provider';
import { carryCorrections } from './carry-corrections';
import { spokenOf, withoutUnheard, type Recorder } from './speakers';

export interface Recognised {
  segments: Segment[];
  corrections: Correction[];
  /** all participants of the meeting */
  participants: Participant[];
  /** whether people corrected the draft; the new segments do not contain these corrections */
  isDraftEdited: boolean;
}

export interface Recognition {
  recordingId: string;
  recognised: readonly RecognisedSegment[];
  /** set for a recording with two tracks, otherwise null */
  recorder: Recorder | null;
  now: number;
}

/** Replaces the recording's earlier segments; corrections by people stay (decision 111). */
export function withRecognised(
  transcript: Pick<Transcript, 'segments' | 'corrections'>,
  meeting: Pick<Meeting, 'participants' | 'recordings'>,
  { recordingId, recognised, recorder, now }: Recognition,
): Recognised {
  const others = transcript.segments.filter((s) => s.recordingId !== recordingId);
  const earlier = transcript.segments.filter((s) => s.recordingId === recordingId);
  const spoken = spokenOf(recordingId, recognised, earlier, meeting.participants, now, recorder);
  const transcribed = earlier.filter((s) => !s.isDraft);
  const carried = carryCorrections(transcribed, spoken.segments, transcript.corrections ?? [], {
    ...{ others, at: now, keeps: true },
  });
  const order = new Map(meeting.recordings.map((r, i) => [r.id, i]));
  const segments = [...others, ...carried.segments].sort(
    (a, b) => (order.get(a.recordingId) ?? 0) - (order.get(b.recordingId) ?? 0),
  );
  return {
    segments,
    corrections: carried.corrections,
    participants: withoutUnheard(spoken.participants, segments),
    isDraftEdited: earlier.some((s) => s.isDraft && s.original !== ''),
  };
}
