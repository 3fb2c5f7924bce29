/**
 * Images of notes on this device.
 *
 *   inserted here ──► queued ──► uploading ──► onServer: kept
 *                        └ its text is gone ──► orphan: kept for 30 days, queued again if the text is restored
 *   read from the server ──► seen: beyond SEEN_BYTES the least recently used ones are removed
 *
 * An image whose text is not on this device any more (deleted, or no longer visible to the person) is removed, unless
 * it was never sent, or the deletion of the text is pending and can be undone.
 */
import { newId } from '../../model/ids';
import { pictureOf } from '../../model/picture';
import { CallError } from '../../protocol/errors';
import { NOTE_IMAGE } from '../../model/note-image';
import { Sha256 } from '../recording/sha256';
import { type DeviceDatabase } from '../storage/device-database';
import { imageIdOf, type LocalImage } from '../storage/device-rows';
import type { Documents } from '../storage/documents';
import { isGone } from '../storage/is-gone';
import { isQuotaError } from '../storage/quota';
import { SealError } from '../storage/sealing/vault';

/** most bytes of images that were read from the server */
const SEEN_BYTES = 200 * 1024 * 1024;
const ORPHAN_MS = 30 * 24 * 60 * 60_000;

/** The image with this id in a text; undefined if it is not on this device. */
export const findImage = (
  device: DeviceDatabase,
  contentId: string,
  imageId: string,
): Promise<LocalImage | undefined> =>
  device.images
    .where('contentId')
    .equals(contentId)
    .filter((image) => imageIdOf(image) === imageId)
    .first();

/** Writes both rows in one transaction. Durable when it resolves; rejects with nothing written. */
async function write(device: DeviceDatabase, image: LocalImage, bytes: Uint8Array): Promise<void> {
  // Encrypted before the transaction, which would commit while awaiting other work.
  const sealed = await device.imageBytes.seal({ id: image.id, bytes });
  try {
    await device.transaction('rw', device.images, device.imageBytes.rows, async () => {
      await device.imageBytes.rows.put(sealed);
      await device.images.put(image);
    });
  } catch (error) {
    throw isQuotaError(error) ? new CallError('DEVICE_STORAGE_FULL', { cause: error }) : error;
  }
}

/**
 * Stores an image that was inserted into a text, and queues its upload. The type is detected by the bytes, as on the
 * server. Throws FILE_TYPE_NOT_SUPPORT, FILE_MAX_LENGTH_EXCEEDED and DEVICE_STORAGE_FULL.
 * @param imageId the id, if the text already refers to it
 */
export async function addImage(
  device: DeviceDatabase,
  { contentId, bytes, now, imageId }: { contentId: string; bytes: Uint8Array; now: number; imageId?: string },
): Promise<LocalImage & { imageId: string }> {
  if (bytes.length > NOTE_IMAGE.bytes)
    throw new CallError('FILE_MAX_LENGTH_EXCEEDED', { params: { maxSize: NOTE_IMAGE.bytes / 1024 / 1024 } });
  const picture = pictureOf(bytes);
  if (!picture) throw new CallError('FILE_TYPE_NOT_SUPPORT');
  const known = imageId === undefined ? undefined : await findImage(device, contentId, imageId);
  const id = known?.id ?? newId(now);
  const image = {
    id,
    contentId,
    imageId: imageId ?? id,
    transfer: 'queued' as const,
    ...picture,
    bytes: bytes.length,
    sha256: new Sha256().update(bytes).hex(),
    addedAt: now,
    usedAt: now,
  };
  await write(device, image, bytes);
  return image;
}

/** The bytes of a row; null if they are not on this device, or damaged. */
export async function bytesOfImage(device: DeviceDatabase, id: string): Promise<Uint8Array | null> {
  try {
    return (await device.imageBytes.get(id))?.bytes ?? null;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

/** The image as a Blob; null if its bytes are not on this device, or damaged. */
export async function imageBlob(device: DeviceDatabase, id: string): Promise<Blob | null> {
  const image = await device.images.get(id);
  const bytes = image && (await bytesOfImage(device, id));
  return bytes ? new Blob([bytes as Uint8Array<ArrayBuffer>], { type: image.type }) : null;
}

/** Deletes an image with its bytes and upload progress from this device, in one transaction. */
export async function deleteImage(device: DeviceDatabase, id: string): Promise<void> {
  await device.transaction('rw', device.images, device.imageBytes.rows, device.uploads, async () => {
    await device.imageBytes.rows.delete(id);
    await device.uploads.delete(id);
    await device.images.delete(id);
  });
}

/** Stores an image that was read from the server; does nothing on a full disk. */
export async function keepSeen(
  device: DeviceDatabase,
  image: Required<Pick<LocalImage, 'contentId' | 'imageId' | 'type' | 'width' | 'height'>>,
  bytes: Uint8Array,
  now: number,
): Promise<void> {
  const known = await findImage(device, image.contentId, image.imageId);
  // the person has inserted it on this device meanwhile
  if (known && known.transfer !== 'seen') return;
  const id = known?.id ?? newId(now);
  const row: LocalImage = {
    id,
    ...image,
    transfer: 'seen',
    bytes: bytes.length,
    sha256: '',
    addedAt: now,
    usedAt: now,
  };
  try {
    await write(device, row, bytes);
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'DEVICE_STORAGE_FULL')) throw error;
    return;
  }
  await trimSeen(device);
}

/** Deletes images that were read from the server, least recently used first, until at most `most` bytes are left. */
export async function trimSeen(device: DeviceDatabase, most = SEEN_BYTES): Promise<void> {
  const seen = await device.images.where('transfer').equals('seen').sortBy('usedAt');
  let total = seen.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { id, bytes } of seen) {
    if (total <= most) return;
    await deleteImage(device, id);
    total -= bytes;
  }
}

/**
 * Deletes images whose text is not on this device any more, and orphans after 30 days. Images of a text with a pending
 * deletion are kept, as the deletion can be undone.
 */
export async function deleteStaleImages(
  device: DeviceDatabase,
  documents: Pick<Documents, 'stored' | 'names'>,
  now: number,
): Promise<void> {
  if (!documents.names.includes('noteContents')) return;
  for (const { id, contentId, transfer, usedAt } of await device.images
    .where('transfer')
    .anyOf('onServer', 'seen', 'orphan')
    .toArray()) {
    const isStale =
      transfer === 'orphan' ? usedAt < now - ORPHAN_MS : await isGone(documents, 'noteContents', contentId);
    if (isStale) await deleteImage(device, id);
  }
}
