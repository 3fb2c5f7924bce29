/**
 * Sends the bytes of a resumable upload (tus 1.0.0) from the page: HEAD for the offset, then one PATCH per part. A part
 * that times out is aborted and sent again from the server's offset.
 */
import { NoAnswerError } from '../../sync/protocol/client';
import { CallError } from '../../sync/protocol/errors';
import { isLate, within } from '../../sync/protocol/time-limit';
import { UPLOAD_PART_BYTES, UPLOAD_TIMEOUTS, UPLOAD_TOKEN_HEADER } from '../../sync/protocol/uploads';

/** The answer of `apply` calls. */
export interface UploadTicket {
  url: string;
  token: string;
  /** the server has all bytes */
  finished: boolean;
}

/** bytes of one request; small, so that the progress display moves */
const PART_BYTES = 1024 * 1024;
/** milliseconds for one part, at the same minimum rate as in UPLOAD_TIMEOUTS */
const PART_TIMEOUT = (UPLOAD_TIMEOUTS.part * PART_BYTES) / UPLOAD_PART_BYTES;
/** consecutive timeouts after which the upload fails */
const STALLED_MAX = 3;

/** Hex SHA-256 of a file, which is read into memory as a whole. */
export async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Sends a tus request and resolves to the server's offset in bytes. Throws NoAnswerError, USER_NOT_LOGIN,
 * FILE_MAX_LENGTH_EXCEEDED and UPLOAD_NOT_FOUND.
 */
async function tus(upload: UploadTicket, init: RequestInit, signal: AbortSignal, timeout: number): Promise<number> {
  const answer = await within(timeout, signal, async (limited) => {
    try {
      return await fetch(upload.url, {
        ...init,
        headers: { ...init.headers, 'tus-resumable': '1.0.0', [UPLOAD_TOKEN_HEADER]: upload.token },
        credentials: 'same-origin',
        signal: limited,
      });
    } catch (cause) {
      if (signal.aborted) throw cause;
      throw new NoAnswerError(isLate(limited) ? 'timeout' : 'network', cause);
    }
  });
  const offset = Number(answer.headers.get('upload-offset') ?? Number.NaN);
  if (answer.ok && Number.isInteger(offset) && offset >= 0) return offset;
  if (answer.status === 401) throw new CallError('USER_NOT_LOGIN');
  if (answer.status === 413) throw new CallError('FILE_MAX_LENGTH_EXCEEDED');
  if (answer.status >= 400 && answer.status < 500) throw new CallError('UPLOAD_NOT_FOUND');
  throw new NoAnswerError('not-json');
}

/**
 * Sends a file; resolves when the server has all bytes. Throws the errors of `tus`, and the reason of an aborted
 * `signal`.
 * @param options.onSent receives the number of bytes that the server has
 */
export async function sendUpload(
  upload: UploadTicket,
  file: Blob,
  { signal, onSent }: { signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<void> {
  const offsetNow = (): Promise<number> => tus(upload, { method: 'HEAD' }, signal, UPLOAD_TIMEOUTS.offset);
  if (!upload.finished) {
    let offset = await offsetNow();
    for (let stalled = 0; offset < file.size;) {
      onSent(offset);
      const body = file.slice(offset, offset + PART_BYTES);
      const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
      try {
        offset = await tus(upload, { method: 'PATCH', headers, body }, signal, PART_TIMEOUT);
        stalled = 0;
      } catch (error) {
        stalled += 1;
        const isStalled = error instanceof NoAnswerError && error.reason === 'timeout';
        if (!isStalled || stalled === STALLED_MAX) throw error;
        offset = await offsetNow();
      }
    }
  }
  onSent(file.size);
}
