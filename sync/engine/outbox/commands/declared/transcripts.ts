/** Transcripts. */
import type { CaptionLine } from '../../../../model/captions';
import type { ImportedLine } from '../../../../model/transcript-file';

export interface TranscriptCommands {
  'transcript.correct': { input: { meetingId: string; segmentId: string; text: string }; output: null };
  /** corrects several segments; each keeps its recognised text */
  'transcript.correctAll': {
    input: { meetingId: string; changes: { segmentId: string; text: string }[] };
    output: null;
  };
  /** assigns several segments to a speaker */
  'transcript.assignAll': {
    input: { meetingId: string; segmentIds: string[]; participantId: string };
    output: null;
  };
  'transcript.assign': { input: { meetingId: string; segmentId: string; participantId: string }; output: null };
  /** queued as a call: only the server writes transcripts */
  'transcript.import': {
    /** `isReplacing`: the person agreed that the present text becomes a version */
    input: { meetingId: string; lines: ImportedLine[]; isReplacing: boolean };
    output: null;
  };
  /** stores live captions of a running recording on this device only; an empty list deletes them */
  'transcript.keepCaptions': { input: { recordingId: string; lines: CaptionLine[] }; output: null };
  /** stores live captions as the draft of a recording's transcript: here immediately, for others by a queued call */
  'transcript.draft': { input: { meetingId: string; recordingId: string; lines: CaptionLine[] }; output: null };
  /** queued as a call: restores a version */
  'transcript.restore': { input: { meetingId: string; versionId: string }; output: null };
  /** queued as a call: transcription runs on the server */
  'transcript.retry': { input: { meetingId: string }; output: null };
}
