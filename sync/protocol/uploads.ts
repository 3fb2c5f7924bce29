/**
 * Resumable uploads of recordings. Around tus: `apply` gives an address and a token for one upload, the bytes go there by PATCH, and
 * `finish` compares the hash before anything is made of them.
 */
import * as v from 'valibot';
import { Id } from '../model/id-schemas';
import { LIMITS } from '../model/limits';
import { amount, whole } from '../model/numbers';
import { line } from '../model/text';
import { defineCall } from './call';

/** Header of every tus request; signed for upload id, size, person and expiry. */
export const UPLOAD_TOKEN_HEADER = 'x-upload-token';
/** bytes of one PATCH: progress is kept at least this often */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024;

export const uploadCalls = {
  apply: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/recording/upload/apply',
    who: 'member',
    idempotent: true,
    summary: 'Opens a resumable upload for a recording; the same recordingId gives the same upload again.',
    input: v.object({
      meetingId: Id,
      /** made by the device; the same in `meetings.recordings` afterwards */
      recordingId: Id,
      fileName: line(LIMITS.fileName, 'FILE_NAME_LENGTH_EXCEEDED'),
      /** bytes */
      size: whole(),
      mimeType: v.pipe(v.string(), v.maxLength(100)),
    }),
    output: v.object({
      uploadId: Id,
      url: v.string(),
      token: v.string(),
      partBytes: v.number(),
      /** already finished with a checked hash */ finished: v.boolean(),
    }),
    errors: [
      'MEETING_NOT_FOUND',
      'MEETING_ACCESS_DENIED',
      'FILE_TYPE_NOT_SUPPORT',
      'FILE_MAX_LENGTH_EXCEEDED',
      'FILE_CONTENT_EMPTY',
      'FILE_NAME_REQUIRED',
      'AUDIO_UPLOAD_APPLY_FAILED',
    ],
  }),
  finish: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/recording/upload/finish',
    who: 'member',
    summary:
      'Checks size, content and sha256, adds the recording to the meeting and starts transcription. Repeating it is harmless.',
    input: v.object({
      meetingId: Id,
      uploadId: Id,
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'PARAM_ERROR')),
      durationMs: v.optional(amount(), 0),
    }),
    output: v.object({ recordingId: Id, sha256: v.string(), size: v.number() }),
    errors: [
      'UPLOAD_NOT_FOUND',
      'UPLOAD_INCOMPLETE',
      'UPLOAD_HASH_MISMATCH',
      'FILE_TYPE_NOT_SUPPORT',
      'MEETING_NOT_FOUND',
      'AUDIO_UPLOAD_FAILED',
    ],
  }),
  state: defineCall({
    service: 'core',
    method: 'GET',
    path: '/meeting/recording/state/{recordingId}',
    who: 'member',
    summary:
      'Whether the server holds a whole, checked copy of a recording, bytes included. A device asks before it deletes its own.',
    input: v.object({ recordingId: Id }),
    output: v.object({ stored: v.boolean(), sha256: v.string() }),
    errors: [],
  }),
  remove: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/recording/delete',
    who: 'member',
    summary:
      'Deletes a recording with its part of the transcript, by who uploaded it or may delete the meeting. Repeating it is harmless.',
    input: v.object({ meetingId: Id, recordingId: Id }),
    output: v.object({}),
    errors: ['MEETING_ACCESS_DENIED'],
  }),
};
