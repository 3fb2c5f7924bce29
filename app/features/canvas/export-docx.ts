/** Downloads a text as a Word document. */
import { Packer } from 'docx';
import { download, fileName } from '~/features/note/note-files';
import { replica } from '~/replica/client';
import type { NoteBlock } from '../../../sync/merge/note-blocks';
import { docxOf, type DocxImage } from './docx-blocks';

const TYPES: Record<string, DocxImage['type']> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' };

/** An image in a format that Word supports: other formats are converted to PNG. Undefined if it cannot be read now. */
async function readImage(contentId: string, imageId: string): Promise<DocxImage | undefined> {
  const answer = await replica().image(contentId, imageId);
  if (!('blob' in answer)) return undefined;
  const type = TYPES[answer.blob.type];
  if (type) return { type, data: await answer.blob.arrayBuffer() };
  try {
    const picture = await createImageBitmap(answer.blob);
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    picture.close();
    return { type: 'png', data: await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer() };
  } catch {
    return undefined;
  }
}

export async function exportDocx(contentId: string, title: string, blocks: readonly NoteBlock[]): Promise<void> {
  const images = new Map<string, DocxImage>();
  for (const block of blocks) {
    if (block.type !== 'image' || images.has(block.imageId)) continue;
    const image = await readImage(contentId, block.imageId);
    if (image) images.set(block.imageId, image);
  }
  download(await Packer.toBlob(docxOf(title, blocks, images)), `${fileName(title)}.docx`);
}
