/**
 * Binary encoding of segments and blocks, before encryption.
 *
 *   block    n (u32) · starts (n+1 × u32) · counts (n × u32) · byte length of terms (u32) · terms (UTF-8) · postings
 *   segment  JSON
 *
 * Numbers use the platform's byte order, which is little-endian on every supported device.
 */
import type { BlockRow, SegmentRow } from './segment-rows';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Encodes a block (layout above). */
export function packBlock({ terms, starts, counts, data }: Omit<BlockRow, 'segment' | 'block'>): Uint8Array {
  const words = encoder.encode(terms);
  const numbers = Uint32Array.of(counts.length, ...starts, ...counts, words.length);
  const bytes = new Uint8Array(numbers.byteLength + words.length + data.length);
  bytes.set(new Uint8Array(numbers.buffer));
  bytes.set(words, numbers.byteLength);
  bytes.set(data, numbers.byteLength + words.length);
  return bytes;
}

/** Decodes a block; `segment` and `block` are its numbers. */
export function unpackBlock(segment: number, block: number, bytes: Uint8Array<ArrayBuffer>): BlockRow {
  const numbers = (from: number, length: number): Uint32Array =>
    new Uint32Array(bytes.buffer.slice(bytes.byteOffset + from * 4, bytes.byteOffset + (from + length) * 4));
  const n = numbers(0, 1)[0]!;
  const wordsAt = (2 * n + 3) * 4;
  const dataAt = wordsAt + numbers(2 * n + 2, 1)[0]!;
  return {
    segment,
    block,
    starts: numbers(1, n + 1),
    counts: numbers(n + 2, n),
    terms: decoder.decode(bytes.subarray(wordsAt, dataAt)),
    data: bytes.slice(dataAt),
  };
}

export const packSegment = ({ keys, lengths, firstTerms, sizes }: Omit<SegmentRow, 'id'>): Uint8Array =>
  encoder.encode(JSON.stringify({ keys, lengths: [...lengths], firstTerms, sizes }));

/** Decodes the directory of a segment with this number. */
export function unpackSegment(id: number, bytes: Uint8Array): SegmentRow {
  const { keys, lengths, firstTerms, sizes } = JSON.parse(decoder.decode(bytes)) as Omit<
    SegmentRow,
    'id' | 'lengths'
  > & { lengths: number[] };
  return { id, keys, lengths: Uint32Array.from(lengths), firstTerms, sizes };
}
