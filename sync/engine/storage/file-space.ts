/**
 * Frees disk space taken by files of projects. When the disk is full, files that the server has are deleted before
 * anything else: the least recently used first, files of kept projects last.
 */
import type { DeviceDatabase } from './device-database';
import type { LocalFile } from './device-rows';

/**
 * Deletes a file's bytes, row and upload progress from this device, in one transaction.
 *
 * @param transfer deletes it only if it is still in this state: it may have been queued again since it was listed
 */
export async function deleteFile(device: DeviceDatabase, id: string, transfer?: LocalFile['transfer']): Promise<void> {
  await device.transaction('rw', device.files.rows, device.fileChunks.rows, device.uploads, async () => {
    if (transfer !== undefined && (await device.files.rows.get(id))?.transfer !== transfer) return;
    await device.fileChunks.rows.where('fileId').equals(id).delete();
    await device.uploads.delete(id);
    await device.files.delete(id);
  });
}

/**
 * Files that the server has, in the order in which they are deleted. Files of pending questions are excluded, since the
 * server keeps them for a week only.
 */
async function freeable(device: DeviceDatabase) {
  const rows = await device.files.rows.where('transfer').anyOf('onServer', 'seen').toArray();
  return rows
    .filter(({ turnId }) => turnId === undefined)
    .sort((a, b) => Number(a.isKept) - Number(b.isKept) || a.usedAt - b.usedAt);
}

/**
 * Deletes files that the server has, until `bytes` bytes are freed or none is left.
 * @returns the number of freed bytes
 */
export async function freeFileSpace(device: DeviceDatabase, bytes: number): Promise<number> {
  let freed = 0;
  for (const file of await freeable(device)) {
    if (freed >= bytes) break;
    await deleteFile(device, file.id, file.transfer);
    freed += file.bytes;
  }
  return freed;
}

/** Deletes files that the server has and that are in no kept project, until at most `most` bytes of them are left. */
export async function trimFiles(device: DeviceDatabase, most: number): Promise<void> {
  const files = (await freeable(device)).filter(({ isKept }) => !isKept);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { id, bytes, transfer } of files) {
    if (total <= most) return;
    await deleteFile(device, id, transfer);
    total -= bytes;
  }
}
