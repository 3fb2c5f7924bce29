/** The part of a picture in which most lines of text are, to compare languages by. */
import type { Picture } from './picture';

/** Some lines: of a page's height, and in pixels. */
const SHARE = 0.2;
const LEAST_HEIGHT = 260;
/** A picture that is not much higher is taken whole. */
const WHOLE_BELOW = 700;
/** pixels of the reduced picture in which lines are looked for */
const REDUCED_WIDTH = 320;
/** difference of neighbours' grey levels that text has */
const CHANGE = 16;

/** Null: the picture is blank. */
export async function sampleOf(picture: Picture): Promise<Picture | null> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(picture.bytes);
  const factor = Math.max(1, picture.width / REDUCED_WIDTH);
  const width = Math.max(1, Math.round(picture.width / factor));
  const height = Math.max(1, Math.round(picture.height / factor));
  const reduced = createCanvas(width, height).getContext('2d');
  reduced.drawImage(image, 0, 0, width, height);
  const { data } = reduced.getImageData(0, 0, width, height);
  const changes = changesOf(data, width, height);
  if (changes.every((count) => count === 0)) return null;
  if (picture.height <= WHOLE_BELOW) return picture;
  const window = Math.ceil(Math.max(LEAST_HEIGHT, picture.height * SHARE) / factor);
  const [from, to] = wholeLines(changes, mostText(changes, window), window);
  const [top, bottom] = [Math.floor(from * factor), Math.min(picture.height, Math.ceil(to * factor))];
  const cut = createCanvas(picture.width, bottom - top);
  cut.getContext('2d').drawImage(image, 0, -top);
  return { bytes: await cut.encode('png'), width: picture.width, height: bottom - top };
}

/** Changes between light and dark in each row: text has more than a drawing. */
const changesOf = (data: Uint8ClampedArray, width: number, height: number): number[] =>
  Array.from({ length: height }, (_, y) => {
    let count = 0;
    for (let x = 1; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if (Math.abs(data[at]! - data[at - 4]!) > CHANGE) count += 1;
    }
    return count;
  });

/** The row from which a window has the most changes. */
function mostText(changes: readonly number[], window: number): number {
  let [best, most, sum] = [0, -1, 0];
  changes.forEach((count, y) => {
    sum += count - (changes[y - window] ?? 0);
    if (y >= window - 1 && sum > most) [best, most] = [y - window + 1, sum];
  });
  return best;
}

/** Extends the window to rows without text, at most by half its height: no model knows half a line. */
function wholeLines(changes: readonly number[], from: number, window: number): [from: number, to: number] {
  const margin = window >> 1;
  let [start, end] = [from, Math.min(changes.length, from + window)];
  while (start > 0 && start > from - margin && changes[start - 1]! > 0) start -= 1;
  while (end < changes.length && end < from + window + margin && changes[end]! > 0) end += 1;
  return [start, end];
}
