/** Sends a file with terms; the server then reads its text. */
import { call } from '~/api/client';
import { sendUpload, sha256Of } from '~/api/send-upload';
import { terminologyCalls, type TerminologyFile } from '../../../server/core/terminology/contract';

/** milliseconds: a large file is verified by the server in one call */
const FINISH_TIMEOUT = 300_000;

export async function sendTerminologyFile(file: File, signal: AbortSignal): Promise<TerminologyFile> {
  const ticket = await call(
    terminologyCalls.applyFile,
    { file: { name: file.name, size: file.size, sha256: await sha256Of(file), mimeType: file.type } },
    { signal },
  );
  await sendUpload(ticket, file, { signal, onSent: () => undefined });
  return call(terminologyCalls.finishFile, { uploadId: ticket.uploadId }, { signal, timeout: FINISH_TIMEOUT });
}
