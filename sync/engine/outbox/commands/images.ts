/** Commands for images of notes on this device. */
import { CallError } from '../../../protocol/errors';
import { NOTE_IMAGE } from '../../../model/note-image';
import { addImage, bytesOfImage } from '../../images/image-store';
import { isUnsentImage } from '../../storage/device-database';
import { allowed, type CommandContext, type Handlers } from './context';

const mayAdd = (context: CommandContext, contentId: string): Promise<unknown> =>
  allowed(context, 'noteContents', contentId, 'update', 'NOTE_NOT_FOUND', 'NOTE_EDIT_DENIED');

/** Tries an upload again, from the server's offset. */
export async function sendImageAgain({ device }: CommandContext, id: string): Promise<void> {
  await device.transaction('rw', device.images, device.uploads, async () => {
    await device.uploads.update(id, { state: 'waiting', nextTryAt: 0, url: '', token: '' });
    await device.images.update(id, { transfer: 'queued' });
  });
}

/** Gives the images of a text that were not sent to another one, which contains them too. */
export async function moveUnsentImages(
  { device }: CommandContext,
  contentId: string,
  toContentId: string,
): Promise<void> {
  await device.images
    .where('contentId')
    .equals(contentId)
    .filter((image) => isUnsentImage(image) || image.transfer === 'orphan')
    .modify({ contentId: toContentId, transfer: 'queued' });
}

export const imageCommands: Handlers<'image'> = {
  async 'image.add'(context, { contentId, file }) {
    await mayAdd(context, contentId);
    if (file.size > NOTE_IMAGE.bytes)
      throw new CallError('FILE_MAX_LENGTH_EXCEEDED', { params: { maxSize: NOTE_IMAGE.bytes / 1024 / 1024 } });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { id, width, height } = await addImage(context.device, { contentId, bytes, now: context.clock.now() });
    return { id, width, height };
  },

  async 'image.copy'(context, { contentId, ids }) {
    await mayAdd(context, contentId);
    const { device, clock } = context;
    const copies: Record<string, string> = {};
    for (const id of new Set(ids)) {
      const image = await device.images.get(id);
      if (!image || image.contentId === contentId) continue;
      const bytes = await bytesOfImage(device, id);
      if (bytes) copies[id] = (await addImage(device, { contentId, bytes, now: clock.now() })).id;
    }
    return { copies };
  },
};
