/**
 * Playback of a recording for people who may see its meeting, by range requests (RFC 9110, section 14), so that a
 * player can seek.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import type { Authenticator } from '../../platform/http/authenticator';
import type { SyncStore } from '../../sync/store';
import { CONTENT_TYPES } from './audio-kind';
import { answerFailure, memberOf, type HandleRaw } from './requests';
import { blobKey } from './resumable';
import type { UploadRow, Uploads } from './service';

/** `GET /api/core/meeting/recording/{id}/audio` */
export const PLAYBACK_PATH = /^\/api\/core\/meeting\/recording\/([A-Za-z0-9_-]{1,64})\/audio$/;

/**
 * The single range of a Range header within `size` bytes, ends inclusive. null: the whole file (no header, several
 * ranges, another unit); 'none': not satisfiable.
 */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'none' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const last = Number(match[2]);
    return last === 0 ? 'none' : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  if (match[2] !== '' && Number(match[2]) < start) return null;
  return start >= size ? 'none' : { start, end };
}

function headersOf(row: UploadRow): Record<string, string> {
  return {
    'content-type': CONTENT_TYPES[row.kind],
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(row.file_name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: `"${row.sha256}"`,
  };
}

async function send(
  platform: Platform,
  row: UploadRow,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = headersOf(row);
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === headers['etag'] ? rangeOf(request.headers.range, row.size) : null;
  if (request.headers['if-none-match'] === headers['etag']) return void response.writeHead(304, headers).end();
  if (range === 'none')
    return void response
      .writeHead(416, { ...headers, 'content-range': `bytes */${row.size}`, 'content-length': '0' })
      .end();
  const length = range ? range.end - range.start + 1 : row.size;
  const body = request.method === 'HEAD' ? null : await platform.blobs.get(blobKey(row.id), range ?? undefined);
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'content-length': String(length),
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${row.size}` } : {}),
  });
  if (!body) return void response.end();
  await pipeline(body, response).catch((error: unknown) => {
    // A player that seeks closes the connection during the response.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

export function createPlaybackHandler(
  platform: Platform,
  authenticator: Authenticator,
  sync: SyncStore,
  uploads: Uploads,
): HandleRaw {
  return async (request, response, facts) => {
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return void response.writeHead(405, { allow: 'GET, HEAD', 'content-length': 0 }).end();
      const actor = await memberOf(authenticator, request, facts);
      const id = PLAYBACK_PATH.exec((request.url ?? '').split('?')[0]!)?.[1] ?? '';
      const row = await uploads.findRecording(actor.companyId, id);
      if (!row || row.state !== 'finished' || !(await sync.visible(actor, 'meetings', row.meeting_id)))
        throw new CallError('MEETING_RECORDING_FILE_NOT_FOUND');
      await send(platform, row, request, response);
    } catch (error) {
      if (!(error instanceof CallError)) platform.log.error({ err: error }, 'a recording could not be played');
      answerFailure(response, error);
    }
  };
}
