/**
 * Resumable uploads of recordings, based on tus: `apply` returns a URL and a token for one upload, PATCH requests send
 * the bytes, and `finish` verifies the hash before the recording is used.
 */
import * as v from 'valibot';
import { Id } from '../model/id-schemas';
import { RecordingTracks } from '../model/kinds/meetings';
import { LIMITS } from '../model/limits';
import { amount, whole } from '../model/numbers';
import { PeaksSchema } from '../model/peaks-schema';
import { line } from '../model/text';
import { defineCall } from './call';

/** Header of every tus request; the token is signed for upload id, size, person and expiry. */
export const UPLOAD_TOKEN_HEADER = 'x-upload-token';
/** bytes of one PATCH; progress is stored at least this often */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024;

/** Timeouts of the requests of an upload (milliseconds). */
export interface UploadTimeouts {
  apply: number;
  offset: number;
  /** of UPLOAD_PART_BYTES */
  part: number;
  finish: number;
}
export const UPLOAD_TIMEOUTS: UploadTimeouts = {
  apply: 30_000,
  // sent after an interruption, when a connection is often dead without an error
  offset: 30_000,
  // 4 MiB at 20 kB/s
  part: 240_000,
  // the server reads the whole recording for its hash
  finish: 300_000,
};

export const uploadCalls = {
  apply: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/recording/upload/apply',
    who: 'member',
    idempotent: true,
    summary: 'Opens a resumable upload for a recording; repeating the recordingId returns the same upload.',
    input: v.object({
      meetingId: Id,
      /** created by the device; the same id in `meetings.recordings` */
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
      /** already finished with a verified hash */ finished: v.boolean(),
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
      'Verifies size, content and sha256, adds the recording to the meeting and starts transcription. Idempotent.',
    input: v.object({
      meetingId: Id,
      uploadId: Id,
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'PARAM_ERROR')),
      durationMs: v.optional(amount(), 0),
      tracks: v.optional(RecordingTracks, 'mixed'),
      /** measured while it was recorded; without them the server measures the file */
      peaks: v.optional(PeaksSchema),
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
      'Tells whether the server holds a complete, verified copy of a recording. A device checks this before it deletes its own.',
    input: v.object({ recordingId: Id }),
    output: v.object({ stored: v.boolean(), sha256: v.string() }),
    errors: [],
  }),
  peaks: defineCall({
    service: 'core',
    method: 'GET',
    path: '/meeting/recording/peaks/{recordingId}',
    who: 'member',
    summary: 'Loudness of a recording over time. `isPending`: the server is still measuring it.',
    input: v.object({ recordingId: Id }),
    output: v.object({ peaks: v.nullable(PeaksSchema), isPending: v.boolean() }),
    errors: [],
  }),
  remove: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/recording/delete',
    who: 'member',
    summary:
      'Deletes a recording with its part of the transcript, for its uploader and for people who may delete the meeting. Idempotent.',
    input: v.object({ meetingId: Id, recordingId: Id }),
    output: v.object({}),
    errors: ['MEETING_ACCESS_DENIED'],
  }),
};

/** Where a recording's sound is played and downloaded, by people who may see its meeting. */
export const recordingAudioPath = (recordingId: string): string =>
  `/api/core/meeting/recording/${encodeURIComponent(recordingId)}/audio`;
