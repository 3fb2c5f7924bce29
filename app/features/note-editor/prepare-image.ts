/**
 * Prepares a picture of a person for a note: judged by its bytes, reduced for screens, and encoded again, which also
 * removes what a camera writes into it, such as its position.
 *
 *   SVG, other files, damaged ones, too many bytes or pixels ──► PictureError: nothing changes
 *   GIF ──► as it is, since it may move
 *   anything that the browser decodes ──► at most 2560 px, WebP (PNG for a small PNG; PNG or JPEG where WebP cannot be written)
 */
import { formatOf, PIXELS_MAX as STORED_PIXELS_MAX } from '../../../sync/model/picture';
import { NOTE_IMAGE } from '../../../sync/model/note-image';

export type PictureFault = 'svg' | 'notPicture' | 'damaged' | 'tooLarge' | 'gifTooLarge' | 'tooManyPixels';
export class PictureError extends Error {
  constructor(
    readonly fault: PictureFault,
    /** the measure that exceeds its limit, and the limit */
    readonly measured: { bytes: number; max: number } | { width: number; height: number; max: number } | null = null,
  ) {
    super(fault);
  }
}

/** most pixels that are decoded: a bitmap takes four bytes for each */
const PIXELS_MAX = 120_000_000;
/** bytes up to which a PNG, such as a drawing or a piece of a screen, stays PNG */
const SMALL_PNG = 300 * 1024;
const QUALITY = 0.88;

interface Bitmap {
  width: number;
  height: number;
  close(): void;
}
/** Decoding and encoding by the browser, replaced in tests. */
export interface PictureTools {
  decode(file: Blob): Promise<Bitmap>;
  /** another type than asked for: it cannot be written */
  encode(bitmap: Bitmap, size: { width: number; height: number }, type: string): Promise<Blob>;
}

export const browserTools: PictureTools = {
  decode: (file) => createImageBitmap(file, { imageOrientation: 'from-image' }),
  async encode(bitmap, { width, height }, type) {
    const draw = (context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null): void => {
      if (!context) throw new PictureError('damaged');
      context.imageSmoothingQuality = 'high';
      if (type === 'image/jpeg') {
        context.fillStyle = '#fff';
        context.fillRect(0, 0, width, height);
      }
      context.drawImage(bitmap as ImageBitmap, 0, 0, width, height);
    };
    if (typeof OffscreenCanvas !== 'undefined') {
      const canvas = new OffscreenCanvas(width, height);
      draw(canvas.getContext('2d'));
      return canvas.convertToBlob({ type, quality: QUALITY });
    }
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    draw(canvas.getContext('2d'));
    return new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new PictureError('damaged'))), type, QUALITY),
    );
  },
};

const isSvg = (file: Blob, head: Uint8Array): boolean =>
  /svg/i.test(file.type) || /<svg[\s>]/i.test(new TextDecoder('latin1').decode(head.subarray(0, 1024)));

function checkPixels({ width, height }: { width: number; height: number }, max: number): void {
  if (width * height > max) throw new PictureError('tooManyPixels', { width, height, max });
}

/** Throws PictureError. */
export async function prepareImage(file: Blob, tools: PictureTools = browserTools): Promise<Blob> {
  if (file.size > NOTE_IMAGE.sourceBytes)
    throw new PictureError('tooLarge', { bytes: file.size, max: NOTE_IMAGE.sourceBytes });
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      // it was moved or changed since it was chosen
      throw new PictureError('damaged');
    }),
  );
  if (isSvg(file, bytes)) throw new PictureError('svg');
  const format = formatOf(bytes);
  if (format) checkPixels(format, PIXELS_MAX);
  if (format?.type === 'image/gif') {
    if (bytes.length > NOTE_IMAGE.bytes)
      throw new PictureError('gifTooLarge', { bytes: bytes.length, max: NOTE_IMAGE.bytes });
    checkPixels(format, STORED_PIXELS_MAX);
    // decoded all the same: a damaged one must not be stored
    (await decode(file, tools, true)).close();
    return new Blob([bytes], { type: format.type });
  }
  const bitmap = await decode(file, tools, format !== null);
  try {
    return await encodeFor(bitmap, tools, format?.type ?? '', bytes.length);
  } finally {
    bitmap.close();
  }
}

async function decode(file: Blob, tools: PictureTools, isKnown: boolean): Promise<Bitmap> {
  try {
    return await tools.decode(file);
  } catch {
    throw new PictureError(isKnown ? 'damaged' : 'notPicture');
  }
}

async function encodeFor(bitmap: Bitmap, tools: PictureTools, source: string, sourceBytes: number): Promise<Blob> {
  const scale = Math.min(1, NOTE_IMAGE.side / Math.max(bitmap.width, bitmap.height));
  const size = {
    width: Math.max(1, Math.round(bitmap.width * scale)),
    height: Math.max(1, Math.round(bitmap.height * scale)),
  };
  const isSmallPng = source === 'image/png' && scale === 1 && sourceBytes <= SMALL_PNG;
  // transparent pictures are not JPEG
  const types = isSmallPng
    ? ['image/png']
    : ['image/webp', ...(source === 'image/jpeg' ? [] : ['image/png']), 'image/jpeg'];
  let bytes = sourceBytes;
  for (const type of types) {
    const encoded = await tools.encode(bitmap, size, type);
    if (encoded.type !== type) continue;
    if (encoded.size <= NOTE_IMAGE.bytes) return encoded;
    bytes = encoded.size;
  }
  throw new PictureError('tooLarge', { bytes, max: NOTE_IMAGE.bytes });
}
