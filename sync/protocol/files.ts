/**
 * Files of projects, and temporary files of questions, between device and server. A device creates the project item and
 * keeps the bytes, and sends them later as a resumable upload (sync/protocol/uploads.ts) between `apply` and `finish`.
 * They are read at `fileContentPath` by people who may read the project.
 */
import * as v from 'valibot';
import { Id, Ids } from '../model/id-schemas';
import { projectItems } from '../model/kinds/project-items';
import { LIMITS } from '../model/limits';
import { whole } from '../model/numbers';
import { line } from '../model/text';
import { defineCall } from './call';

export const FileName = line(LIMITS.fileName, 'FILE_NAME_REQUIRED', 'FILE_NAME_LENGTH_EXCEEDED');
export const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'PARAM_ERROR'));

/** A file that is about to be sent. */
export const SentFile = v.object({
  name: FileName,
  /** bytes */
  size: whole(),
  sha256: Sha256,
  mimeType: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
});

export const Ticket = v.object({
  uploadId: Id,
  /** of the upload (tus), with the token in its header */
  url: v.string(),
  token: v.string(),
  partBytes: v.number(),
  /** already finished with a verified hash */
  finished: v.boolean(),
});

/** The files of one selection. */
export const files = <F extends v.GenericSchema>(file: F) =>
  v.pipe(v.array(file), v.minLength(1, 'PARAM_ERROR'), v.maxLength(LIMITS.selectionFiles, 'PARAM_ERROR'));
export const Finished = v.pipe(Ids, v.minLength(1, 'PARAM_ERROR'), v.maxLength(LIMITS.selectionFiles, 'PARAM_ERROR'));
export const UPLOAD_ERRORS = [
  'FILE_NAME_REQUIRED',
  'FILE_NAME_LENGTH_EXCEEDED',
  'FILE_TYPE_NOT_SUPPORT',
  'FILE_MAX_LENGTH_EXCEEDED',
  'FILE_TOTAL_LENGTH_EXCEEDED',
  'FILE_CONTENT_EMPTY',
  'FILE_DUPLICATED',
  'FILE_LOCK_FAILED',
  'S3_UPLOAD_FAILED',
] as const;
export const FINISH_ERRORS = [
  'UPLOAD_NOT_FOUND',
  'UPLOAD_INCOMPLETE',
  'UPLOAD_HASH_MISMATCH',
  'FILE_TYPE_NOT_SUPPORT',
  'FILE_TYPE_MISMATCH',
  'FILE_LOCK_FAILED',
  'S3_UPLOAD_FAILED',
] as const;

export const fileUploadCalls = {
  apply: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/file/upload/apply',
    who: 'member',
    scope: 'projects.add',
    idempotent: true,
    summary:
      'Opens resumable uploads of files of a project. A repeated fileId gives the same upload; `version` above 1 adds a ' +
      'version to an existing file. The same bytes in the project are FILE_DUPLICATED.',
    input: v.object({
      projectId: Id,
      files: files(
        v.object({
          ...SentFile.entries,
          /** the project item, created by the device; by the server if it is not given */
          fileId: v.optional(Id),
          /** the version that these bytes are to become: 1 for a new file */
          version: v.optional(whole({ min: 1 }), 1),
        }),
      ),
    }),
    output: v.object({ uploads: v.array(v.object({ fileId: Id, ...Ticket.entries })) }),
    errors: ['PROJECT_NOT_FOUND', 'NO_PERMISSION', 'FILE_NOT_FOUND', 'PARAM_ERROR', ...UPLOAD_ERRORS],
  }),
  finish: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/file/upload/finish',
    who: 'member',
    scope: 'projects.add',
    summary:
      'Verifies size, hash and type by content of uploaded files, stores them as versions and starts parsing. Idempotent.',
    input: v.object({ uploadIds: Finished }),
    output: v.object({ list: v.array(projectItems.schema) }),
    errors: [
      'PROJECT_NOT_FOUND',
      'NO_PERMISSION',
      'FILE_NOT_FOUND',
      'FILE_DUPLICATED',
      'PARAM_ERROR',
      ...FINISH_ERRORS,
    ],
  }),
};

/** A temporary file, for questions: only its owner sees it. */
export const TemporaryFile = v.object({
  id: Id,
  /** '' outside chats */
  chatId: v.string(),
  name: v.string(),
  size: v.number(),
  mimeType: v.string(),
  sha256: v.string(),
  parseStatus: projectItems.fields.parseStatus,
  error: v.string(),
  pages: v.number(),
  /** milliseconds since the epoch */
  createdAt: v.number(),
  /** when it is deleted, unless a chat or project takes it */
  expiresAt: v.number(),
});

export const temporaryFileCalls = {
  applyTemporary: defineCall({
    service: 'core',
    method: 'POST',
    path: '/file/temporary/upload/apply',
    who: 'member',
    idempotent: true,
    summary: 'Opens resumable uploads of temporary files, which only their owner sees and which expire after a week.',
    input: v.object({
      chatId: v.optional(Id),
      files: files(v.object({ ...SentFile.entries, fileId: v.optional(Id) })),
    }),
    output: v.object({ uploads: v.array(v.object({ fileId: Id, ...Ticket.entries })) }),
    errors: ['NO_PERMISSION', 'PARAM_ERROR', ...UPLOAD_ERRORS],
  }),
  finishTemporary: defineCall({
    service: 'core',
    method: 'POST',
    path: '/file/temporary/upload/finish',
    who: 'member',
    summary: 'Verifies temporary files and starts parsing. Idempotent.',
    input: v.object({ uploadIds: Finished }),
    output: v.object({ list: v.array(TemporaryFile) }),
    errors: ['PARAM_ERROR', ...FINISH_ERRORS],
  }),
};

/**
 * Address of the bytes of a file of a project: of its current version, or of the one that is given. Answers range
 * requests.
 */
export const fileContentPath = (id: string, version?: number): string =>
  `/api/core/file/${id}/content${version === undefined ? '' : `?version=${version}`}`;
/** The same as a download under the file's name. */
export const fileDownloadPath = (id: string, version?: number): string =>
  `/api/core/file/${id}/download${version === undefined ? '' : `?version=${version}`}`;
/**
 * Header of the answer at `fileContentPath`: version and hash, as `<version>-<sha256>`. Tells it from a captive
 * portal's.
 */
export const FILE_VERSION_HEADER = 'x-satchel-file-version';
