/**
 * Identifies a picture by its bytes; its name and declared type are ignored. Accepts only formats without scripts (no
 * SVG) and with plausible dimensions: a small file that expands to a huge bitmap is rejected.
 */
export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  /** pixels */
  width: number;
  height: number;
}

/** maximum width and height in pixels */
const SIDE_MAX = 8192;
/** maximum number of pixels: a device needs four bytes of memory for each */
export const PIXELS_MAX = 40_000_000;

/** The format and size of a picture, without the limits of size. */
export function formatOf(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return png(bytes, view) ?? jpeg(bytes, view) ?? webp(bytes, view) ?? gif(bytes, view);
}

/** The format and size; null if it is no picture of these formats, or too large. */
export function pictureOf(bytes: Uint8Array): Picture | null {
  const found = formatOf(bytes);
  return found &&
    found.width > 0 &&
    found.height > 0 &&
    found.width <= SIDE_MAX &&
    found.height <= SIDE_MAX &&
    found.width * found.height <= PIXELS_MAX
    ? found
    : null;
}

const text = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** PNG (third edition) 5.2, 11.2.1 */
function png(bytes: Uint8Array, view: DataView): Picture | null {
  if (bytes.length < 33 || text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 4) !== 'IHDR') return null;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** GIF89a, 17 to 20. Browsers enlarge the screen to a frame that exceeds it. */
function gif(bytes: Uint8Array, view: DataView): Picture | null {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(text(bytes, 0, 6))) return null;
  const u16 = (at: number): number => view.getUint16(at, true);
  const coloursOf = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterSubBlocks = (from: number): number => {
    let at = from;
    while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!;
    return at + 1;
  };
  let [width, height] = [u16(6), u16(8)];
  for (let at = 13 + coloursOf(bytes[10]!); at + 10 <= bytes.length;) {
    if (bytes[at] === 0x21) at = afterSubBlocks(at + 2);
    else if (bytes[at] === 0x2c) {
      width = Math.max(width, u16(at + 1) + u16(at + 5));
      height = Math.max(height, u16(at + 3) + u16(at + 7));
      at = afterSubBlocks(at + 11 + coloursOf(bytes[at + 9]!));
    } else break;
  }
  return { type: 'image/gif', width, height };
}

/** ITU T.81 B.1: segments to the frame header */
function jpeg(bytes: Uint8Array, view: DataView): Picture | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** WebP container: RFC 9649, 2.5 to 2.7 */
function webp(bytes: Uint8Array, view: DataView): Picture | null {
  if (bytes.length < 30 || text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 4) !== 'WEBP') return null;
  const u24 = (at: number): number => view.getUint16(at, true) | (bytes[at + 2]! << 16);
  switch (text(bytes, 12, 4)) {
    case 'VP8 ':
      return {
        type: 'image/webp',
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 'VP8L':
      return {
        type: 'image/webp',
        width: (view.getUint16(21, true) & 0x3fff) + 1,
        height: ((view.getUint32(21, true) >> 14) & 0x3fff) + 1,
      };
    case 'VP8X':
      return { type: 'image/webp', width: u24(24) + 1, height: u24(27) + 1 };
    default:
      return null;
  }
}
