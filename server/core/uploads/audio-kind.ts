/**
 * Determines the kind of a recording: from its file name before the bytes have arrived, from its bytes afterwards. The
 * type declared by the client is ignored.
 */
export type AudioKind = 'wav' | 'webm' | 'mp3';

export const CONTENT_TYPES: Record<AudioKind, string> = { wav: 'audio/wav', webm: 'audio/webm', mp3: 'audio/mpeg' };

export function kindOfName(fileName: string): AudioKind | null {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  return ending === 'wav' || ending === 'webm' || ending === 'mp3' ? ending : null;
}

/** number of leading bytes that kindOfBytes needs */
export const HEAD_BYTES = 4096;

const starts = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((b, i) => bytes[at + i] === b);
const latin = (text: string): number[] => [...text].map((c) => c.charCodeAt(0));

/** An MPEG audio frame header of layer III (ISO 11172-3, 2.4.2.3) with a valid sampling rate and bitrate. */
const isMp3Frame = (b: Uint8Array, at: number): boolean =>
  b[at] === 0xff &&
  (b[at + 1]! & 0xe6) === 0xe2 &&
  (b[at + 1]! & 0x18) !== 0x08 &&
  (b[at + 2]! & 0xf0) !== 0xf0 &&
  (b[at + 2]! & 0xf0) !== 0 &&
  (b[at + 2]! & 0x0c) !== 0x0c;

/** The kind of a file by its first bytes, null for any other format. */
export function kindOfBytes(head: Uint8Array): AudioKind | null {
  if (starts(head, latin('RIFF')) && starts(head, latin('WAVE'), 8)) return 'wav';
  // EBML; its header contains the document type.
  if (starts(head, [0x1a, 0x45, 0xdf, 0xa3]))
    return Buffer.from(head.subarray(0, 128)).includes('webm') ? 'webm' : null;
  if (starts(head, latin('ID3'))) return 'mp3';
  return isMp3Frame(head, 0) ? 'mp3' : null;
}
