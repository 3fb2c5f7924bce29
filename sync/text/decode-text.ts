/**
 * Decodes text of an unknown encoding: a byte order mark, strict UTF-8, UTF-16 by its zero bytes, otherwise the
 * East Asian encoding whose common characters explain the bytes best.
 */

export interface Decoded {
  text: string;
  /** label of the encoding (WHATWG) */
  encoding: string;
}

/** bytes that are examined to detect the encoding */
const SAMPLE = 256 * 1024;
/** `least` of the Chinese encodings, whose common ranges are the widest */
const EXPLAINED = 0.75;

/**
 * Decodes bytes; null if they are not text.
 * @param hint an encoding named by a header or by the content; used if the bytes are valid in it
 */
export function decodeText(bytes: Uint8Array, hint?: string): Decoded | null {
  const encoding = textEncoding(bytes, hint);
  return encoding === null ? null : { text: decode(bytes, encoding), encoding };
}

/**
 * Decodes the first bytes of a file. A character that is cut off at the end is omitted. Bytes that are not text are
 * decoded as UTF-8 with replacement characters.
 */
export const decodeStart = (bytes: Uint8Array): string =>
  new TextDecoder(textEncoding(bytes) ?? 'utf-8').decode(bytes, { stream: true });

function textEncoding(bytes: Uint8Array, hint?: string): string | null {
  const certain = markedEncoding(bytes) ?? wideEncoding(bytes);
  if (certain) return certain;
  if (hasControls(bytes)) return null;
  return hint && holds(bytes, hint) ? hint : encodingOf(bytes);
}

/** The text of a file that a person chose; '' if it is not text. */
export const textOfFile = async (file: Blob): Promise<string> =>
  decodeText(new Uint8Array(await file.arrayBuffer()))?.text ?? '';

/** Whether the first bytes of a file are text. */
export const isText = (head: Uint8Array): boolean =>
  markedEncoding(head) !== null || wideEncoding(head) !== null || !hasControls(head);

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** Detects UTF-16 without a byte order mark: ASCII characters and line ends have zero bytes on one side only. */
function wideEncoding(bytes: Uint8Array): string | null {
  const end = Math.min(bytes.length, 4096) & ~1;
  if (end < 4) return null;
  const zeros: [number, number] = [0, 0];
  for (let at = 0; at < end; at += 1) if (bytes[at] === 0) zeros[(at & 1) as 0 | 1] += 1;
  const [even, odd] = zeros;
  if (odd > end / 20 && even === 0) return plain('utf-16le', bytes.subarray(0, end));
  if (even > end / 20 && odd === 0) return plain('utf-16be', bytes.subarray(0, end));
  return null;
}

const plain = (encoding: string, bytes: Uint8Array): string | null =>
  /[\u0000-\u0008\u000e-\u001a\ufffd]/.test(decode(bytes, encoding)) ? null : encoding;

/**
 * Whether there are control characters that no text contains. Escape (ISO-2022), form feed and backspace are allowed.
 */
function hasControls(bytes: Uint8Array): boolean {
  const end = Math.min(bytes.length, SAMPLE);
  for (let at = 0; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte < 8 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32) || byte === 11) return true;
  }
  return false;
}

function holds(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, SAMPLE), { stream: true });
    return true;
  } catch {
    return false;
  }
}

type Lead = readonly [from: number, to: number];
interface Candidate {
  encoding: string;
  /** lead bytes of the most frequent characters: kana, Hangul, level-1 characters */
  common: readonly Lead[];
  /** least share of these among the lead bytes of ordinary text */
  least: number;
}

/**
 * The first candidate that matches is used: the Korean ranges are contained in the Chinese ones, so Korean comes first.
 */
const CANDIDATES: readonly Candidate[] = [
  { encoding: 'shift_jis', common: [[0x81, 0x84], [0x88, 0x97]], least: 0.85 }, // prettier-ignore
  { encoding: 'euc-jp', common: [[0xa1, 0xa1], [0xa4, 0xa5], [0xb0, 0xcf]], least: 0.9 }, // prettier-ignore
  { encoding: 'euc-kr', common: [[0xb0, 0xc8], [0xa1, 0xa1]], least: 0.9 }, // prettier-ignore
  {
    encoding: 'gb18030',
    common: [
      [0xa1, 0xa3],
      [0xb0, 0xd7],
    ],
    least: EXPLAINED,
  },
  {
    encoding: 'big5',
    common: [
      [0xa1, 0xa3],
      [0xa4, 0xc6],
    ],
    least: EXPLAINED,
  },
];

/** Lead bytes of kana, which are frequent in Japanese text and rare in Chinese and Korean text. */
const KANA: Record<string, readonly Lead[]> = { shift_jis: [[0x82, 0x83]], 'euc-jp': [[0xa4, 0xa5]] };
const LEAST_KANA = 0.15;

function encodingOf(bytes: Uint8Array): string {
  if (holds(bytes, 'utf-8')) return 'utf-8';
  const sample = bytes.subarray(0, SAMPLE);
  const found = CANDIDATES.find(({ encoding, common, least }) => {
    if (!holds(sample, encoding)) return false;
    const leads = leadBytes(sample, encoding === 'shift_jis');
    const kana = KANA[encoding];
    return shareOf(leads, common) >= least && (!kana || shareOf(leads, kana) >= LEAST_KANA);
  });
  // UTF-8 with some damaged bytes is decoded as UTF-8, anything else as Western European.
  return found?.encoding ?? (isNearlyUtf8(sample) ? 'utf-8' : 'windows-1252');
}

function leadBytes(bytes: Uint8Array, hasHalfKatakana: boolean): number[] {
  const leads: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte < 0x80 || (hasHalfKatakana && byte >= 0xa1 && byte <= 0xdf)) continue;
    leads.push(byte);
    at += 1;
  }
  return leads;
}

const shareOf = (leads: readonly number[], ranges: readonly Lead[]): number =>
  leads.length === 0
    ? 0
    : leads.filter((lead) => ranges.some(([from, to]) => lead >= from && lead <= to)).length / leads.length;

function isNearlyUtf8(bytes: Uint8Array): boolean {
  const text = decode(bytes, 'utf-8');
  let [damaged, beyond] = [0, 0];
  for (const character of text) {
    if (character === '\ufffd') damaged += 1;
    else if (character > '\u007f') beyond += 1;
  }
  return beyond > damaged * 4;
}
