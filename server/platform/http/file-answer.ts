/** A file response. The browser must use the declared media type (nosniff, restrictive policy). */
import { Readable } from 'node:stream';
import { SERVER_TIME_HEADER } from '../../../sync/protocol/messages';

export interface FileAnswer {
  /** media type */
  type: string;
  /** bytes */
  size: number;
  /** ETag value without quotes; changes with the content */
  version: string;
  /** file name for saving; absent if a page shows the file */
  name?: string;
  read(): Promise<Readable>;
}

/** Value of content-disposition with a file's name in any script (RFC 6266, RFC 8187). */
export const disposition = (kind: 'inline' | 'attachment', fileName: string): string =>
  `${kind}; filename*=UTF-8''${encodeURIComponent(Buffer.from(fileName).toString()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;

export async function fileAnswer(
  request: Request,
  requestId: string,
  now: number,
  file: FileAnswer,
  headers: Headers = new Headers(),
): Promise<Response> {
  const etag = `"${file.version}"`;
  headers.set('etag', etag);
  headers.set('cache-control', 'private, no-cache');
  headers.set('content-security-policy', "default-src 'none'; sandbox");
  headers.set('x-content-type-options', 'nosniff');
  headers.set(SERVER_TIME_HEADER, String(now));
  headers.set('x-request-id', requestId);
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  headers.set('content-type', file.type);
  headers.set('content-length', String(file.size));
  if (file.name !== undefined) headers.set('content-disposition', disposition('attachment', file.name));
  return new Response(Readable.toWeb(await file.read()) as ReadableStream<Uint8Array>, { status: 200, headers });
}
