/** Uploads a file with terms; the server then parses its text. */
import { call } from '~/api/client';
import { sendUpload, sha256Of } from '~/api/send-upload';
import { terminologyCalls, type TerminologyFile } from '../../../server/core/terminology/contract';

/** milliseconds; the server verifies a large file in one call */
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
