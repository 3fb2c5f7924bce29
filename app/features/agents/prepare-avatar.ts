/**
 * Makes the picture of an agent as a data address: the square in the middle, reduced until it fits LIMITS.agentAvatar.
 * Re-encoding removes metadata, such as the location at which a photo was taken.
 */
import { LIMITS } from '../../../sync/model/limits';
import { formatOf } from '../../../sync/model/picture';

/** maximum size of the file in bytes */
const SOURCE_BYTES = 25 * 1024 * 1024;
/** maximum number of pixels of a decoded picture: a bitmap takes four bytes for each */
const PIXELS_MAX = 120_000_000;
/** sides in pixels that are tried, the largest first */
const SIDES = [256, 192, 128, 96, 64] as const;
/** WebP is the smallest; a browser that cannot encode a type returns another one */
const TYPES = ['image/webp', 'image/jpeg', 'image/png'] as const;
const QUALITY = 0.85;

export type AvatarFault = 'notPicture' | 'tooLarge';
export class AvatarError extends Error {
  constructor(readonly fault: AvatarFault) {
    super(fault);
  }
}

interface Bitmap {
  width: number;
  height: number;
  close(): void;
}
export interface Square {
  x: number;
  y: number;
  side: number;
}
/** Decoding and encoding by the browser, replaced in tests. */
export interface AvatarTools {
  decode(file: Blob): Promise<Bitmap>;
  /** @returns a data address; of another type if the browser cannot encode this one */
  encode(bitmap: Bitmap, from: Square, side: number, type: string): Promise<string>;
}

export const browserTools: AvatarTools = {
  decode: (file) => createImageBitmap(file, { imageOrientation: 'from-image' }),
  async encode(bitmap, { x, y, side: length }, side, type) {
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
    const context = canvas.getContext('2d');
    if (!context) throw new AvatarError('notPicture');
    context.imageSmoothingQuality = 'high';
    if (type === 'image/jpeg') {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, side, side);
    }
    context.drawImage(bitmap as ImageBitmap, x, y, length, length, 0, 0, side, side);
    return canvas.toDataURL(type, QUALITY);
  },
};

/** Crops, reduces and encodes a picture. Throws AvatarError. */
export async function prepareAvatar(file: Blob, tools: AvatarTools = browserTools): Promise<string> {
  if (file.size > SOURCE_BYTES) throw new AvatarError('tooLarge');
  const bitmap = await decode(file, tools);
  try {
    const side = Math.min(bitmap.width, bitmap.height);
    const square = { x: (bitmap.width - side) / 2, y: (bitmap.height - side) / 2, side };
    for (const length of SIDES) {
      for (const type of TYPES) {
        const address = await tools.encode(bitmap, square, length, type);
        if (address.startsWith(`data:${type};base64,`) && address.length <= LIMITS.agentAvatar) return address;
      }
    }
  } finally {
    bitmap.close();
  }
  throw new AvatarError('tooLarge');
}

async function decode(file: Blob, tools: AvatarTools): Promise<Bitmap> {
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  // the file was moved or changed after it was chosen
  if (!bytes) throw new AvatarError('notPicture');
  const format = formatOf(bytes);
  if (format && format.width * format.height > PIXELS_MAX) throw new AvatarError('tooLarge');
  let bitmap: Bitmap;
  try {
    bitmap = await tools.decode(file);
  } catch {
    throw new AvatarError('notPicture');
  }
  if (bitmap.width > 0 && bitmap.height > 0) return bitmap;
  bitmap.close();
  throw new AvatarError('notPicture');
}
