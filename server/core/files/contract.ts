/**
 * The calls of project files, and of a person's temporary files (for questions and chats). Bytes are sent by resumable
 * upload (sync/protocol/uploads.ts) between `apply` and `finish`. Renaming and moving change the project item.
 */
import * as v from 'valibot';
import { Id, Ids } from '../../../sync/model/id-schemas';
import { projectItems } from '../../../sync/model/kinds/project-items';
import { whole } from '../../../sync/model/numbers';
import { defineCall } from '../../../sync/protocol/call';
import { FileName, fileUploadCalls, TemporaryFile, temporaryFileCalls } from '../../../sync/protocol/files';
import { Search } from '../../../sync/protocol/paging';

const FileType = v.object({
  extension: v.string(),
  mimeType: v.string(),
  category: v.picklist(['document', 'image', 'code', 'audio']),
  /** bytes */ maxSize: v.number(),
});

const FileVersion = v.object({
  version: v.number(),
  name: v.string(),
  size: v.number(),
  sha256: v.string(),
  userId: v.string(),
  /** milliseconds since the epoch */
  createdAt: v.number(),
});

/** ids of the files of one zip */
const Downloaded = v.pipe(v.array(Id), v.minLength(1, 'PARAM_ERROR'), v.maxLength(10_000, 'PARAM_ERROR'));
const Nothing = v.object({});

export const fileCalls = {
  storage: defineCall({
    service: 'core',
    method: 'GET',
    path: '/file/storage',
    who: 'member',
    summary: 'Storage used by the organization and its limit, in bytes; null means no limit.',
    input: v.object({}),
    output: v.object({ used: v.number(), limit: v.nullable(v.number()) }),
    errors: [],
  }),
  ...fileUploadCalls,
  types: defineCall({
    service: 'core',
    method: 'GET',
    path: '/file/types',
    who: 'member',
    summary: 'Supported types of files with their largest sizes.',
    input: v.object({}),
    output: v.object({ list: v.array(FileType), /** files in one selection */ maxFiles: v.number() }),
    errors: [],
  }),
  ...temporaryFileCalls,
  remove: defineCall({
    service: 'core',
    method: 'POST',
    path: '/file/delete',
    who: 'member',
    summary: 'Deletes files of projects and the caller’s temporary files.',
    input: v.object({ ids: v.pipe(Ids, v.minLength(1, 'PARAM_ERROR'), v.maxLength(1000, 'PARAM_ERROR')) }),
    output: Nothing,
    errors: ['FILE_NOT_FOUND', 'NO_PERMISSION', 'PARAM_ERROR'],
  }),
  update: defineCall({
    service: 'core',
    method: 'POST',
    path: '/file/update',
    who: 'member',
    summary: 'Renames a file, or moves it to another project.',
    input: v.object({ id: Id, title: v.optional(FileName), projectId: v.optional(Id) }),
    output: projectItems.schema,
    errors: ['FILE_NOT_FOUND', 'PROJECT_NOT_FOUND', 'NO_PERMISSION', 'FILE_NAME_REQUIRED', 'FILE_NAME_LENGTH_EXCEEDED'],
  }),
  cancelParsing: defineCall({
    service: 'core',
    method: 'POST',
    path: '/file/parse/cancel',
    who: 'member',
    summary: 'Cancels the parsing of a file; the file is kept.',
    input: v.object({ id: Id }),
    output: Nothing,
    errors: ['FILE_NOT_FOUND', 'NO_PERMISSION'],
  }),
  retryParsing: defineCall({
    service: 'core',
    method: 'POST',
    path: '/file/parse/retry',
    who: 'member',
    summary: 'Retries the parsing of a file after it failed or was cancelled.',
    input: v.object({ id: Id }),
    output: Nothing,
    errors: ['FILE_NOT_FOUND', 'FILE_NOT_STORED', 'NO_PERMISSION'],
  }),
  versions: defineCall({
    service: 'core',
    method: 'GET',
    path: '/file/{id}/versions',
    who: 'member',
    summary: 'The stored versions of a file, newest first.',
    input: v.object({ id: Id }),
    output: v.object({ list: v.array(FileVersion) }),
    errors: ['FILE_NOT_FOUND'],
  }),
  restoreVersion: defineCall({
    service: 'core',
    method: 'POST',
    path: '/file/version/restore',
    who: 'member',
    summary: 'Restores an earlier version of a file as a new version.',
    input: v.object({ id: Id, version: whole({ min: 1 }) }),
    output: projectItems.schema,
    errors: ['FILE_NOT_FOUND', 'FILE_VERSION_NOT_FOUND', 'FILE_TOTAL_LENGTH_EXCEEDED', 'NO_PERMISSION'],
  }),
  makeRecording: defineCall({
    service: 'core',
    method: 'POST',
    path: '/file/meeting/create',
    who: 'member',
    idempotent: true,
    summary: 'Creates a meeting in the file’s project with an audio file as its recording, which is then transcribed.',
    input: v.object({ id: Id, language: v.pipe(v.string(), v.maxLength(20)) }),
    output: v.object({ meetingId: Id }),
    errors: ['FILE_NOT_FOUND', 'FILE_NOT_STORED', 'FILE_TYPE_NOT_SUPPORT', 'NO_PERMISSION'],
  }),
  applyBatchDownload: defineCall({
    service: 'core',
    method: 'POST',
    path: '/file/download/batch/apply',
    who: 'member',
    summary:
      'A signed address, valid for some minutes and for this person, at which files are downloaded as one streamed zip.',
    input: v.object({ ids: Downloaded }),
    output: v.object({ url: v.string() }),
    errors: ['FILE_NOT_FOUND', 'PARAM_ERROR'],
  }),
  searchChat: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/cache/file/search',
    who: 'member',
    summary: 'Temporary files of a chat, by name.',
    input: v.object({ chatId: Id, keyword: Search }),
    output: v.object({ list: v.array(TemporaryFile) }),
    errors: ['PARAM_ERROR'],
  }),
  getChat: defineCall({
    service: 'core',
    method: 'GET',
    path: '/chat/cache/file/{id}',
    who: 'member',
    summary: 'A temporary file of the caller.',
    input: v.object({ id: Id }),
    output: TemporaryFile,
    errors: ['FILE_NOT_FOUND'],
  }),
  downloadChat: defineCall({
    service: 'core',
    method: 'GET',
    path: '/chat/cache/file/{id}/download',
    who: 'member',
    answer: 'file',
    summary: 'The content of a temporary file of the caller.',
    input: v.object({ id: Id }),
    output: v.unknown(),
    errors: ['FILE_NOT_FOUND', 'FILE_NOT_STORED'],
  }),
  downloadChatBatch: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/cache/file/download/batch',
    who: 'member',
    summary: 'Returns a signed URL that downloads the caller’s temporary files as one zip.',
    input: v.object({ ids: Downloaded }),
    output: v.object({ url: v.string() }),
    errors: ['FILE_NOT_FOUND', 'PARAM_ERROR'],
  }),
  uploadChat: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/cache/file/upload',
    who: 'member',
    body: 'multipart',
    maxBody: 8 * 1024 * 1024,
    summary:
      'Uploads a small file into a chat in one request; answers in the chat read it for the person who uploaded it.',
    input: v.object({ chatId: Id, file: v.blob('PARAM_ERROR') }),
    output: TemporaryFile,
    errors: [
      'PARAM_ERROR',
      'FILE_NAME_REQUIRED',
      'FILE_NAME_LENGTH_EXCEEDED',
      'FILE_TYPE_NOT_SUPPORT',
      'FILE_TYPE_MISMATCH',
      'FILE_MAX_LENGTH_EXCEEDED',
      'FILE_TOTAL_LENGTH_EXCEEDED',
      'FILE_CONTENT_EMPTY',
    ],
  }),
};
