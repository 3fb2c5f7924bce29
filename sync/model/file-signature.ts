/** Detects types of files by the first bytes. */

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** Whether the bytes begin with these values. */
export const beginsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/**
 * The extension of the type with the signature of the bytes; '' for an unknown one.
 * @param head the first kilobyte, or all bytes of a shorter file
 */
export function signedExtension(head: Uint8Array): string {
  // up to 1024 bytes may precede the signature of a PDF
  if (ascii(head, 0, 1024).includes('%PDF-')) return '.pdf';
  if (beginsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return '.png';
  if (beginsWith(head, 0xff, 0xd8, 0xff)) return '.jpg';
  if (/^GIF8[79]a/.test(ascii(head, 0, 6))) return '.gif';
  if (ascii(head, 0, 4) === 'RIFF') {
    if (ascii(head, 8, 4) === 'WEBP') return '.webp';
    if (ascii(head, 8, 4) === 'WAVE') return '.wav';
  }
  if (beginsWith(head, 0x1a, 0x45, 0xdf, 0xa3)) return '.webm';
  if (ascii(head, 0, 3) === 'ID3' || isMp3Frame(head)) return '.mp3';
  return ascii(head, 0, 5) === '{\\rtf' ? '.rtf' : '';
}

/** MPEG audio, layer III, with a valid bit rate and sampling rate. */
const isMp3Frame = ([first = 0, second = 0, third = 0]: Uint8Array): boolean =>
  first === 0xff &&
  (second & 0xe0) === 0xe0 &&
  (second & 0x06) === 0x02 &&
  (second & 0x18) !== 0x08 &&
  third >> 4 !== 15 &&
  third >> 4 !== 0 &&
  (third & 0x0c) !== 0x0c;
