/**
 * Space that files of projects take on this device. Bytes that the server has are deleted before anything else when the
 * disk is full: those used longest ago first, and those of kept projects last.
 */
import type { DeviceDatabase } from './device-database';
import type { LocalFile } from './device-rows';

/**
 * Deletes a file's bytes, row and upload progress from this device, in one transaction.
 *
 * @param transfer only if it is in this state still: it may have been queued again since it was listed
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
 * Files that the server has, in the order in which they are deleted. Not those of questions that wait for another file:
 * the server has them for a week only.
 */
async function freeable(device: DeviceDatabase) {
  const rows = await device.files.rows.where('transfer').anyOf('onServer', 'seen').toArray();
  return rows
    .filter(({ turnId }) => turnId === undefined)
    .sort((a, b) => Number(a.isKept) - Number(b.isKept) || a.usedAt - b.usedAt);
}

/** Deletes files that the server has until at least so many bytes are free, or none is left. @returns bytes */
export async function freeFileSpace(device: DeviceDatabase, bytes: number): Promise<number> {
  let freed = 0;
  for (const file of await freeable(device)) {
    if (freed >= bytes) break;
    await deleteFile(device, file.id, file.transfer);
    freed += file.bytes;
  }
  return freed;
}

/** Deletes files that the server has and that are in no kept project, until at most so many bytes of them are left. */
export async function trimFiles(device: DeviceDatabase, most: number): Promise<void> {
  const files = (await freeable(device)).filter(({ isKept }) => !isKept);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { id, bytes, transfer } of files) {
    if (total <= most) return;
    await deleteFile(device, id, transfer);
    total -= bytes;
  }
}
