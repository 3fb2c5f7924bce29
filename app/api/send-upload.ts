/**
 * Sends the bytes of a resumable upload (tus) from the page: HEAD tells the offset, then PATCH after PATCH. A part that
 * gets no answer in its time is given up, and sent again from the offset that the server has then.
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

/** bytes of one request: small, so that the progress moves */
const PART_BYTES = 1024 * 1024;
/** milliseconds */
const PART_TIMEOUT = (UPLOAD_TIMEOUTS.part * PART_BYTES) / UPLOAD_PART_BYTES;
/** parts that get no answer in their time, with none between that does, before the upload fails */
const STALLED_MAX = 3;

export async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

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

/** Resolves when the server has all bytes. `onSent`: bytes that it has. */
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
