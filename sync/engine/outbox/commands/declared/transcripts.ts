/** Transcripts. */
import type { CaptionLine } from '../../../../model/captions';
import type { ImportedLine } from '../../../../model/transcript-file';

export interface TranscriptCommands {
  'transcript.correct': { input: { meetingId: string; segmentId: string; text: string }; output: null };
  /** several segments at once; each keeps its recognised text */
  'transcript.correctAll': {
    input: { meetingId: string; changes: { segmentId: string; text: string }[] };
    output: null;
  };
  /** says of several segments who spoke */
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
  /** keeps live captions of a recording that runs, on this device only; no lines: keeps none any more */
  'transcript.keepCaptions': { input: { recordingId: string; lines: CaptionLine[] }; output: null };
  /** keeps live captions of a recording as the draft of its transcript: here at once, and for others by a queued call */
  'transcript.draft': { input: { meetingId: string; recordingId: string; lines: CaptionLine[] }; output: null };
  /** queued as a call: takes a version back */
  'transcript.restore': { input: { meetingId: string; versionId: string }; output: null };
  /** queued as a call: transcription runs on the server */
  'transcript.retry': { input: { meetingId: string }; output: null };
}
