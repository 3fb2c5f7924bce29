/** Pictures: the text in them is read (OCR). */
import { cannotParse } from '../failure';
import { Reader } from '../ocr/reader';
import { imageSize } from './image-size';
import type { Format } from './format';

/** A decoded picture takes four bytes for each. */
const PIXELS = 40_000_000;
/** pixels of the longer side of the picture that is read; smaller ones are enlarged up to twice */
const READ_SIDE = 2600;
const ENLARGED_BELOW = 1200;
const RESERVE = 5_000;

export const parseImage: Format = async ({ bytes, languages }, { text, scratch, remaining }) => {
  const size = imageSize(bytes);
  if (!size || size.width === 0 || size.height === 0) throw cannotParse('FILE_DAMAGED');
  if (size.width * size.height > PIXELS) throw cannotParse('FILE_TOO_COMPLEX');
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(bytes);
  const longer = Math.max(image.width, image.height);
  const scale = longer < ENLARGED_BELOW ? Math.min(2, ENLARGED_BELOW / longer) : Math.min(1, READ_SIDE / longer);
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  // transparent pictures usually have dark text
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  const reader = new Reader(text, { languages, scratch });
  try {
    await reader.read({ bytes: await canvas.encode('png'), width, height }, {}, remaining() - RESERVE);
  } finally {
    await reader.close();
  }
  return {};
};
