/**
 * The two requests of tus 1.0.0 that an upload created by `apply` needs: HEAD for its offset, PATCH for the next part.
 */
import { NoAnswerError } from '../../../protocol/client';
import { CallError } from '../../../protocol/errors';
import { isLate, within } from '../../../protocol/time-limit';
import { UPLOAD_TOKEN_HEADER } from '../../../protocol/uploads';
import type { Session } from '../../connection/session';

export interface TusUpload {
  /** absolute, or below the origin */
  url: string;
  token: string;
}

async function request(
  session: Session,
  origin: string,
  upload: TusUpload,
  init: RequestInit & { headers: Record<string, string> },
  signal: AbortSignal,
  timeout: number,
): Promise<Response> {
  const url = /^https?:/.test(upload.url) ? upload.url : origin + upload.url;
  const headers = { ...init.headers, 'tus-resumable': '1.0.0', [UPLOAD_TOKEN_HEADER]: upload.token };
  const once = (): Promise<Response> =>
    within(timeout, signal, async (limited) => {
      try {
        return await session.fetch(url, { ...init, headers, credentials: 'same-origin', signal: limited });
      } catch (cause) {
        if (signal.aborted) throw cause;
        throw new NoAnswerError(isLate(limited) ? 'timeout' : 'network', cause);
      }
    });
  const response = await once();
  return response.status === 401 && (await session.renew()) ? once() : response;
}

function offsetOf(response: Response): number {
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN);
  if (response.ok && Number.isInteger(offset) && offset >= 0) return offset;
  if (response.status === 401) throw new CallError('USER_NOT_LOGIN');
  // gone, an expired token, or another offset than expected: `apply` returns the current state
  if ([403, 404, 409, 410, 412, 460].includes(response.status)) throw new CallError('UPLOAD_NOT_FOUND');
  if (response.status === 413) throw new CallError('FILE_MAX_LENGTH_EXCEEDED');
  if (response.status >= 500 || response.status === 423) throw new CallError('HTTP_503');
  throw new NoAnswerError('not-json');
}

/** Bytes the server has. Throws UPLOAD_NOT_FOUND if `apply` must be called again. */
export const uploadOffset = async (
  session: Session,
  origin: string,
  upload: TusUpload,
  signal: AbortSignal,
  timeout: number,
): Promise<number> =>
  offsetOf(await request(session, origin, upload, { method: 'HEAD', headers: {} }, signal, timeout));

/**
 * Sends a part at an offset and returns the offset after it. The body is a Blob: Chromium's renderer keeps two copies
 * of a byte array long after the answer (181 MiB more after 100 parts of 1 MiB, against 10 MiB) and takes seven times
 * as long.
 */
export const sendPart = async (
  session: Session,
  origin: string,
  upload: TusUpload,
  offset: number,
  part: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  timeout: number,
): Promise<number> =>
  offsetOf(
    await request(
      session,
      origin,
      upload,
      {
        method: 'PATCH',
        headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: new Blob([part]),
      },
      signal,
      timeout,
    ),
  );
