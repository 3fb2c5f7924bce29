/** Sends a stored blob, whole or a range of it (RFC 9110, section 14), with its hash as ETag. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Platform } from '../../platform/context';

export interface SentBlob {
  key: string;
  /** bytes */
  size: number;
  /** of the whole, in hex */
  sha256: string;
  /** further headers; `content-type` and `content-disposition` among them */
  headers: Record<string, string>;
}

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

export async function sendBlob(
  { blobs }: Pick<Platform, 'blobs'>,
  blob: SentBlob,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const etag = `"${blob.sha256}"`;
  const headers = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    ...blob.headers,
    etag,
  };
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? rangeOf(request.headers.range, blob.size) : null;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, headers).end();
  if (range === 'none')
    return void response
      .writeHead(416, { ...headers, 'content-range': `bytes */${blob.size}`, 'content-length': '0' })
      .end();
  const length = range ? range.end - range.start + 1 : blob.size;
  const body = request.method === 'HEAD' ? null : await blobs.get(blob.key, range ?? undefined);
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'content-length': String(length),
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${blob.size}` } : {}),
  });
  if (!body) return void response.end();
  await pipeline(body, response).catch((error: unknown) => {
    // a client that seeks or disconnects closes the connection during the response
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
