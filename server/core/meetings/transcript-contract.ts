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
      'Imports a transcript from another product. It replaces an imported transcript, and with `isReplacing` ' +
      'also recognised text; the earlier text becomes a version. Pending recordings are still transcribed.',
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
      'Stores live captions as the draft transcript of a recording until it is transcribed. Has no effect once ' +
      'the recording is transcribed.',
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
    summary: 'Restores an earlier version of a transcript; the current text becomes a version.',
    input: v.object({ meetingId: Id, versionId: Id }),
    output: Status,
    errors: [...CHANGED, 'TRANSCRIPT_VERSION_NOT_FOUND'],
  }),
};
