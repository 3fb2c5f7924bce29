/**
 * Images of notes. A device stores an image when it is inserted, and sends it later as a resumable upload
 * (sync/protocol/uploads.ts); the text names its id only. An image belongs to one text, and the same id in another text
 * is another image. It is read at `noteImagePath` by people who may read the text.
 */
import * as v from 'valibot';
import { Id } from '../model/id-schemas';
import { whole } from '../model/numbers';
import { defineCall } from './call';

/** Header of an image's answer: the text that it belongs to. Tells it from the answer of a captive portal. */
export const NOTE_IMAGE_CONTENT_HEADER = 'x-satchel-content';

/** Address of an image of a text for members. */
export const noteImagePath = (contentId: string, imageId: string): string =>
  `/api/core/note-image/of/${contentId}/${imageId}`;

export const noteImageCalls = {
  apply: defineCall({
    service: 'core',
    method: 'POST',
    path: '/note-image/upload/apply',
    who: 'member',
    idempotent: true,
    summary: 'Opens a resumable upload for an image of a note; repeating both ids returns the same upload.',
    input: v.object({
      /** the note, or `mn_<meetingId>` for a meeting’s note */
      contentId: Id,
      /** created by the device; the same id in the text */
      imageId: Id,
      /** bytes */
      size: whole(),
    }),
    output: v.object({
      uploadId: Id,
      url: v.string(),
      token: v.string(),
      partBytes: v.number(),
      /** already finished with a verified hash */ finished: v.boolean(),
    }),
    errors: [
      'NOTE_NOT_FOUND',
      'NOTE_EDIT_DENIED',
      'FILE_MAX_LENGTH_EXCEEDED',
      'FILE_TOTAL_LENGTH_EXCEEDED',
      'FILE_CONTENT_EMPTY',
      'FILE_DUPLICATED',
      'S3_UPLOAD_FAILED',
    ],
  }),
  finish: defineCall({
    service: 'core',
    method: 'POST',
    path: '/note-image/upload/finish',
    who: 'member',
    summary: 'Verifies size, content and sha256 of an image; from then on readers of the note see it. Idempotent.',
    input: v.object({
      contentId: Id,
      uploadId: Id,
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'PARAM_ERROR')),
    }),
    output: v.object({ imageId: Id, sha256: v.string(), size: v.number() }),
    errors: [
      'NOTE_NOT_FOUND',
      'NOTE_EDIT_DENIED',
      'UPLOAD_NOT_FOUND',
      'UPLOAD_INCOMPLETE',
      'UPLOAD_HASH_MISMATCH',
      'FILE_TYPE_NOT_SUPPORT',
      'S3_UPLOAD_FAILED',
    ],
  }),
  find: defineCall({
    service: 'core',
    method: 'POST',
    path: '/note-image/find',
    who: 'member',
    summary: 'Lists the texts that have images with these ids, as far as the caller may read them.',
    input: v.object({ imageIds: v.pipe(v.array(Id), v.minLength(1, 'PARAM_ERROR'), v.maxLength(100, 'PARAM_ERROR')) }),
    output: v.object({ images: v.array(v.object({ imageId: Id, contentId: Id })) }),
    errors: ['PARAM_ERROR'],
  }),
};
