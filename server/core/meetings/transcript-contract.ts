/** The calls that replace the text of a transcript. */
import * as v from 'valibot';
import { CaptionLine } from '../../../sync/model/captions';
import { Id } from '../../../sync/model/id-schemas';
import { TranscriptionStatus } from '../../../sync/model/kinds/transcripts';
import { LIMITS } from '../../../sync/model/limits';
import { ImportedLine, IMPORTED_LINES } from '../../../sync/model/transcript-file';
import { defineCall } from '../../../sync/protocol/call';

const CHANGED = ['MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED', 'PARAM_ERROR'] as const;
const Status = v.object({ status: TranscriptionStatus });

export const transcriptCalls = {
  importTranscript: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/transcription/import',
    who: 'member',
    idempotent: true,
    perMinute: 30,
    maxBody: 16 * 1024 * 1024,
    summary:
      'Takes a transcript that others made. It replaces an imported one, and with `isReplacing` also what was recognised here; the earlier text becomes a version. Recordings that wait are still transcribed.',
    input: v.object({
      meetingId: Id,
      lines: v.pipe(
        v.array(ImportedLine),
        v.minLength(1, 'FILE_CONTENT_EMPTY'),
        v.maxLength(IMPORTED_LINES, 'PARAM_ERROR'),
      ),
      isReplacing: v.optional(v.boolean(), false),
    }),
    output: Status,
    errors: [...CHANGED, 'FILE_CONTENT_EMPTY', 'TRANSCRIPT_TOO_LARGE'],
  }),
  draftTranscript: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/transcription/draft',
    who: 'member',
    idempotent: true,
    perMinute: 30,
    maxBody: 16 * 1024 * 1024,
    summary:
      'Keeps live captions of a recording as the draft of its transcript, until the recording is transcribed; one that is already stays as it is.',
    input: v.object({
      meetingId: Id,
      recordingId: Id,
      lines: v.pipe(
        v.array(CaptionLine),
        v.minLength(1, 'PARAM_ERROR'),
        v.maxLength(LIMITS.captionLines, 'PARAM_ERROR'),
      ),
    }),
    output: Status,
    errors: [...CHANGED, 'TRANSCRIPT_TOO_LARGE'],
  }),
  restoreTranscript: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/transcription/restore',
    who: 'member',
    perMinute: 30,
    summary: 'Takes an earlier version of a transcript back; the present text becomes a version.',
    input: v.object({ meetingId: Id, versionId: Id }),
    output: Status,
    errors: [...CHANGED, 'TRANSCRIPT_VERSION_NOT_FOUND'],
  }),
};
