/** Images of notes to upload. */
import { filter } from 'rxjs';
import { CallError } from '../../../protocol/errors';
import { noteImageCalls } from '../../../protocol/note-images';
import { bytesOfImage } from '../../images/image-store';
import type { DeviceDatabase } from '../../storage/device-database';
import type { LocalImage } from '../../storage/device-rows';
import { deviceQuery } from '../../storage/device-query';
import type { WhereIs } from '../outbox';
import type { UploadItem } from './upload-item';

/** The images to upload. Queues orphaned images again whose text was restored. */
export async function queuedImages(device: DeviceDatabase, whereIs: WhereIs): Promise<UploadItem[]> {
  for (const { id, contentId } of await device.images.where('transfer').equals('orphan').toArray())
    if ((await whereIs('noteContents', contentId)) === 'sent') await device.images.update(id, { transfer: 'queued' });
  const rows = await device.images.where('transfer').anyOf('queued', 'uploading').toArray();
  return rows.map((image) => imageUpload(device, image));
}

/** Whether an image is queued or sent for a text. */
const isToSend = (image: LocalImage | undefined, contentId: string): boolean =>
  image?.contentId === contentId && (image.transfer === 'queued' || image.transfer === 'uploading');

const imageUpload = (
  device: DeviceDatabase,
  { id, contentId, imageId = id, bytes, sha256, addedAt }: LocalImage,
): UploadItem => ({
  id,
  bytes,
  since: addedAt,
  subject: ['noteContents', contentId],
  missing: 'NOTE_NOT_FOUND',
  async leave() {
    // its text was rejected: the image is sent if the person sends the text again
    const isRefused = (await device.rejectedChanges.rows.where('documentId').equals(contentId).count()) > 0;
    if (!isRefused) await device.images.update(id, { transfer: 'orphan' });
    return true;
  },
  apply: (call, limits) => call(noteImageCalls.apply, { contentId, imageId, size: bytes }, limits),
  async *parts(offset, size) {
    const all = await bytesOfImage(device, id);
    // lost or damaged on this device
    if (!all) throw new CallError('FILE_CONTENT_EMPTY');
    for (let at = offset; at < all.length;) {
      const part = all.slice(at, at + size()) as Uint8Array<ArrayBuffer>;
      at += part.length;
      yield part;
    }
  },
  isQueued: async () => isToSend(await device.images.get(id), contentId),
  started: async () =>
    (await device.images
      .where('id')
      .equals(id)
      .filter((image) => isToSend(image, contentId))
      .modify({ transfer: 'uploading' })) > 0,
  stopped$: deviceQuery(() => device.images.get(id)).pipe(
    filter((image) => !isToSend(image, contentId) && image?.transfer !== 'onServer'),
  ),
  sha256: () => Promise.resolve(sha256),
  finish: (call, uploadId, hash, limits) => call(noteImageCalls.finish, { contentId, uploadId, sha256: hash }, limits),
  async stored() {
    // if the image belongs to another text by now, it must be uploaded for that one, too
    await device.images
      .where('id')
      .equals(id)
      .filter((image) => image.contentId === contentId)
      .modify({ transfer: 'onServer' });
  },
});
