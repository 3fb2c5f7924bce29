/**
 * Downloads files: by navigation to the server, so that the bytes do not pass through the page; offline from this
 * device.
 */
import { openDownload, saveFile } from '~/ui/save-file';
import { call } from '~/api/client';
import { replica } from '~/replica/client';
import { fileCalls } from '../../../server/core/files/contract';
import { CallError } from '../../../sync/protocol/errors';
import { fileDownloadPath } from '../../../sync/protocol/files';

/**
 * @param options `isOnline`: whether the server answers. Throws FILE_NOT_STORED, and HTTP_500 offline without the
 * bytes.
 */
export async function downloadFile(
  file: { id: string; title: string; version: number },
  { isOnline, hasBytes, version }: { isOnline: boolean; hasBytes: boolean; version?: number },
): Promise<void> {
  if (isOnline && (version !== undefined || file.version > 0)) return openDownload(fileDownloadPath(file.id, version));
  if (!hasBytes && !isOnline) throw new CallError('HTTP_500');
  const answer = await replica().file(file.id, version);
  if ('blob' in answer) return saveFile(file.title, answer.blob);
  throw new CallError(answer.missing === 'notOnServer' ? 'FILE_NOT_STORED' : 'HTTP_500');
}

/** Downloads a zip of several files, streamed by the server. */
export async function downloadZip(ids: readonly string[]): Promise<void> {
  const { url } = await call(fileCalls.applyBatchDownload, { ids: [...ids] });
  openDownload(url);
}
