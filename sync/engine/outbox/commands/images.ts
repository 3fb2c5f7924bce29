/** Commands for images of notes on this device. */
import { CallError } from '../../../protocol/errors';
import { imagesOfDoc } from '../../../merge/note-blocks';
import { NOTE_IMAGE } from '../../../model/note-image';
import { noteImageCalls } from '../../../protocol/note-images';
import { addImage, bytesOfImage, findImage } from '../../images/image-store';
import { imageIdOf, isUnsentImage } from '../../storage/device-rows';
import { typedState } from '../../text/compact';
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

/** Ids of the images in a text on this device, including its update log; null if there is no such text. */
async function imagesNow({ documents, device }: CommandContext, contentId: string): Promise<string[] | null> {
  if (!(await documents.get('noteContents', contentId))) return null;
  return imagesOfDoc(await typedState({ documents, device, damaged: () => {} }, contentId));
}

/**
 * Moves the unsent images of a text to another text. If the first text remains on this device, only images that the
 * other text contains and the first does not.
 * @param ids of the images in the other text
 */
export async function moveUnsentImages(
  context: CommandContext,
  contentId: string,
  toContentId: string,
  ids: readonly string[],
): Promise<void> {
  const { device } = context;
  const staying = await imagesNow(context, contentId);
  const isMoved = (imageId: string): boolean =>
    staying === null || (ids.includes(imageId) && !staying.includes(imageId));
  await device.transaction('rw', device.images, device.uploads, async () => {
    const moved = device.images
      .where('contentId')
      .equals(contentId)
      .filter((image) => (isUnsentImage(image) || image.transfer === 'orphan') && isMoved(imageIdOf(image)));
    const rows = await moved.primaryKeys();
    await moved.modify({ contentId: toContentId, transfer: 'queued' });
    // the started uploads belong to the first text
    await device.uploads.bulkDelete(rows);
  });
}

/**
 * Copies an image for another text; null if it cannot be read.
 * @param imageId the id if that text already refers to it
 */
async function copyOf(
  { device, images, clock }: CommandContext,
  from: { contentId: string; imageId: string },
  to: { contentId: string; imageId?: string },
): Promise<string | null> {
  const own = await findImage(device, from.contentId, from.imageId);
  // a person may copy an image that they inserted, even if its text is no longer readable
  let bytes = own && own.transfer !== 'seen' ? await bytesOfImage(device, own.id) : null;
  if (!bytes) {
    const answer = await images.read(from.contentId, from.imageId);
    bytes = 'blob' in answer ? new Uint8Array(await answer.blob.arrayBuffer()) : null;
  }
  return bytes && (await addImage(device, { ...to, bytes, now: clock.now() })).imageId;
}

/** Copies the images of a text, with their ids, for another text. Skips those that cannot be read or stored. */
export async function copyImages(
  context: CommandContext,
  contentId: string,
  toContentId: string,
  ids: readonly string[],
): Promise<void> {
  await Promise.all(
    ids.map(async (imageId) => {
      if (await findImage(context.device, toContentId, imageId)) return;
      await copyOf(context, { contentId, imageId }, { contentId: toContentId, imageId }).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
      });
    }),
  );
}

/**
 * The text that has an image with this id, among those that the person may read. Null if there is none or more than
 * one, since the origin is then ambiguous.
 */
async function originOf({ device, call }: CommandContext, imageId: string): Promise<string | null> {
  const local = await device.images.filter((image) => imageIdOf(image) === imageId).toArray();
  const { images } = await call(noteImageCalls.find, { imageIds: [imageId] }).catch(() => ({ images: [] }));
  const texts = new Set([...local, ...images].map((image) => image.contentId));
  const [text] = texts;
  return text !== undefined && texts.size === 1 ? text : null;
}

export const imageCommands: Handlers<'image'> = {
  async 'image.add'(context, { contentId, file }) {
    await mayAdd(context, contentId);
    if (file.size > NOTE_IMAGE.bytes)
      throw new CallError('FILE_MAX_LENGTH_EXCEEDED', { params: { maxSize: NOTE_IMAGE.bytes / 1024 / 1024 } });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { imageId, width, height } = await addImage(context.device, { contentId, bytes, now: context.clock.now() });
    return { id: imageId, width, height };
  },

  async 'image.copy'(context, { contentId, images }) {
    await mayAdd(context, contentId);
    const copies: Record<string, string> = {};
    await Promise.all(
      images.map(async ({ id, from }) => {
        const origin = from || (await originOf(context, id));
        if (!origin || origin === contentId) return;
        const copy = await copyOf(context, { contentId: origin, imageId: id }, { contentId });
        if (copy) copies[id] = copy;
      }),
    );
    return { copies };
  },
};
