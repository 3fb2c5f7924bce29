/** The server's side of files in a scripted server: uploads by item, and parsing of the current versions. */
import { createHash } from 'node:crypto';
import { BLANK_ITEM } from '../../server/core/projects/new-item';
import { FILE_VERSION_HEADER, fileContentPath } from '../../sync/protocol/files';
import type { ScriptedServer } from './scripted-server';

const answer = (data: unknown): Response => Response.json({ success: true, data });
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export interface ScriptedFiles {
  /** bytes received by upload id (the item's id and the version) */
  received: Map<string, Uint8Array>;
  /** bytes of the current versions by item */
  stored: Map<string, Uint8Array>;
  /** PATCH requests that were served */
  parts: number;
  /** uploads in the order of their start */
  applied: string[];
}

export const APPLY_FILE = 'POST /api/core/project/file/upload/apply';
export const FINISH_FILE = 'POST /api/core/project/file/upload/finish';
export const APPLY_TEMPORARY = 'POST /api/core/file/temporary/upload/apply';
export const FINISH_TEMPORARY = 'POST /api/core/file/temporary/upload/finish';

/** The addresses of one upload (tus): its offset, and its next part. */
function openUpload(server: ScriptedServer, state: ScriptedFiles, uploadId: string) {
  state.applied.push(uploadId);
  if (!state.received.has(uploadId)) state.received.set(uploadId, new Uint8Array());
  const url = `/uploads/${uploadId}`;
  const offset = (): Response =>
    new Response(null, { status: 204, headers: { 'upload-offset': String(state.received.get(uploadId)!.length) } });
  server.calls[`HEAD ${url}`] = offset;
  server.calls[`PATCH ${url}`] = (part) => {
    state.parts += 1;
    state.received.set(uploadId, Uint8Array.from(Buffer.concat([state.received.get(uploadId)!, part as Uint8Array])));
    return offset();
  };
  return { uploadId, url, token: 't', finished: false };
}

export function scriptFiles(server: ScriptedServer, partBytes = 64 * 1024): ScriptedFiles {
  const state: ScriptedFiles = { received: new Map(), stored: new Map(), parts: 0, applied: [] };
  const announced = new Map<string, { fileId: string; size: number; sha256: string }>();
  server.calls[APPLY_FILE] = (body) => {
    const [file] = (body as { files: { fileId: string; version: number; size: number; sha256: string }[] }).files;
    const { fileId, version, size, sha256 } = file!;
    const uploadId = `up_${fileId}_${version}`;
    announced.set(uploadId, { fileId, size, sha256 });
    return answer({ uploads: [{ fileId, ...openUpload(server, state, uploadId), partBytes }] });
  };
  server.calls[FINISH_FILE] = (body) => {
    const [uploadId] = (body as { uploadIds: string[] }).uploadIds;
    const { fileId, sha256, size } = announced.get(uploadId!)!;
    const bytes = state.received.get(uploadId!)!;
    if (bytes.length !== size || sha256Of(bytes) !== sha256)
      return Response.json({ success: false, error: 'UPLOAD_HASH_MISMATCH', message: '' }, { status: 409 });
    const item = server.doc('projectItems', fileId);
    // the item was deleted meanwhile
    if (!item) return Response.json({ success: false, error: 'FILE_NOT_FOUND', message: '' }, { status: 404 });
    state.stored.set(fileId, bytes);
    const version = Number(item['version']) + (item['sha256'] === sha256 ? 0 : 1);
    server.put('projectItems', { id: fileId, version, sha256, size, parseStatus: 'waiting' });
    serveFile(server, fileId, bytes, version);
    return answer({ list: [server.doc('projectItems', fileId)] });
  };
  return state;
}

/** The same for temporary files; `stored` has their bytes by id. Refuses files whose names begin with `refused`. */
export function scriptTemporaryFiles(server: ScriptedServer, partBytes = 64 * 1024): ScriptedFiles {
  const state: ScriptedFiles = { received: new Map(), stored: new Map(), parts: 0, applied: [] };
  const announced = new Map<string, { fileId: string; name: string; sha256: string }>();
  server.calls[APPLY_TEMPORARY] = (body) => {
    const [file] = (body as { files: { fileId: string; name: string; sha256: string }[] }).files;
    const uploadId = `up_${file!.fileId}`;
    announced.set(uploadId, file!);
    return answer({ uploads: [{ fileId: file!.fileId, ...openUpload(server, state, uploadId), partBytes }] });
  };
  server.calls[FINISH_TEMPORARY] = (body) => {
    const [uploadId] = (body as { uploadIds: string[] }).uploadIds;
    const { fileId, name, sha256 } = announced.get(uploadId!)!;
    const bytes = state.received.get(uploadId!)!;
    if (name.startsWith('refused'))
      return Response.json({ success: false, error: 'FILE_TYPE_MISMATCH', message: '' }, { status: 400 });
    if (sha256Of(bytes) !== sha256)
      return Response.json({ success: false, error: 'UPLOAD_HASH_MISMATCH', message: '' }, { status: 409 });
    state.stored.set(fileId, bytes);
    const times = { createdAt: 1, expiresAt: 2 };
    const shown = { id: fileId, chatId: '', name, size: bytes.length, mimeType: 'text/plain', sha256 };
    return answer({ list: [{ ...shown, parseStatus: 'waiting', error: '', pages: 0, ...times }] });
  };
  return state;
}

/** A file of a project that another person added. */
export const fileItem = (id: string, fields: object = {}) => ({
  ...BLANK_ITEM,
  id,
  space: 'project:p1',
  projectId: 'p1',
  itemType: 'file',
  title: `${id}.txt`,
  mimeType: 'text/plain',
  size: 10,
  version: 1,
  parseStatus: 'parsed',
  addedBy: 'u2',
  createdAt: 1,
  contentAt: 1,
  abilities: ['update', 'delete', 'move'],
  ...fields,
});

/** The bytes of a file's current version at their address. */
export function serveFile(server: ScriptedServer, id: string, bytes: Uint8Array, version: number): void {
  const served = (): Response =>
    new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': 'text/plain', [FILE_VERSION_HEADER]: `${version}-${sha256Of(bytes)}` },
    });
  server.calls[`GET ${fileContentPath(id)}`] = served;
  server.calls[`GET ${fileContentPath(id, version)}`] = served;
}
