/**
 * Uploads a temporary file: apply, parts by tus, finish.
 *
 *   sha256 ──► apply ──► HEAD: offset ──► PATCH parts … ──► finish ──► stored; then the server extracts its text
 */
import { call } from '~/api/client';
import { sendUpload, sha256Of } from '~/api/send-upload';
import { fileCalls } from '../../../server/core/files/contract';
import type { CallOutput } from '../../../sync/protocol/call';

export type TemporaryFile = CallOutput<(typeof fileCalls)['getChat']>;

/** milliseconds between requests for the state of an extraction: the first interval, and the longest */
const POLL_MS = { first: 400, most: 4_000 };

/**
 * @param fileId id of the new file, or of one whose upload is continued
 * @param onSent called with the number of bytes that the server has
 */
export async function sendTemporary(
  file: File,
  fileId: string,
  { signal, onSent }: { signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<TemporaryFile> {
  const sha256 = await sha256Of(file);
  const { uploads } = await call(
    fileCalls.applyTemporary,
    { files: [{ fileId, name: file.name, size: file.size, sha256, mimeType: file.type }] },
    { signal },
  );
  const upload = uploads[0]!;
  await sendUpload(upload, file, { signal, onSent });
  const { list } = await call(
    fileCalls.finishTemporary,
    { uploadIds: [upload.uploadId] },
    { signal, timeout: 300_000 },
  );
  return list[0]!;
}

const isRead = ({ parseStatus }: TemporaryFile): boolean => parseStatus !== 'waiting' && parseStatus !== 'parsing';

/** Resolves when the server has extracted the text of a file, or has failed to. */
export async function untilRead(file: TemporaryFile, signal: AbortSignal): Promise<TemporaryFile> {
  let latest = file;
  for (let wait = POLL_MS.first; !isRead(latest); wait = Math.min(wait * 1.5, POLL_MS.most)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal.throwIfAborted();
    latest = await call(fileCalls.getChat, { id: file.id }, { signal });
  }
  return latest;
}

export const deleteTemporary = (id: string): Promise<unknown> => call(fileCalls.remove, { ids: [id] });
