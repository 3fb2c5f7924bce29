/**
 * Segments in memory: built from sources, encoded into blocks, decoded and merged. Long work yields by `breathe`, and
 * streams its blocks to `take`, so that a large segment is never in memory as a whole.
 */
import type { Breathe } from '../../text/breathe';
import type { BlockRow, Segment } from './segment-rows';

/** bytes after which a block is full: small enough to read for one term, large enough for few blocks */
const BLOCK_BYTES = 8_192;
/** bytes of a term besides its characters: start and count of its postings */
const TERM_BYTES = 8;

/** Consumes full blocks in order; consumed blocks remain in the segment's directory only. */
export type BlockConsumer = (blocks: BlockRow[]) => Promise<void>;
/** blocks streamed at once */
const STREAMED_AT_ONCE = 32;

class Bytes {
  bytes = new Uint8Array(BLOCK_BYTES * 2);
  length = 0;
  varint(value: number): void {
    if (this.length + 5 > this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }
}

/** Calls back for each posting between two offsets of a block's data. */
export function eachPosting(
  data: Uint8Array,
  start: number,
  end: number,
  each: (ordinal: number, times: number) => void,
): void {
  let at = start;
  let ordinal = -1;
  const read = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = data[at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < end) {
    ordinal += read();
    each(ordinal, read());
  }
}

/** Encodes terms in ascending order, each with its postings in ascending order. */
class BlockWriter {
  private blocks: BlockRow[] = [];
  private readonly firstTerms: string[] = [];
  private readonly sizes: number[] = [];
  private terms: string[] = [];
  private starts: number[] = [];
  private counts: number[] = [];
  private bytes = new Bytes();
  private dictionary = 0;
  private last = -1;

  constructor(
    private readonly segment: number,
    private readonly take?: BlockConsumer,
  ) {}

  term(term: string): void {
    if (this.bytes.length + this.dictionary >= BLOCK_BYTES) this.end();
    this.terms.push(term);
    this.dictionary += TERM_BYTES + term.length;
    this.starts.push(this.bytes.length);
    this.counts.push(0);
    this.last = -1;
  }

  posting(ordinal: number, times: number): void {
    this.bytes.varint(ordinal - this.last);
    this.bytes.varint(times);
    this.last = ordinal;
    this.counts[this.counts.length - 1]! += 1;
  }

  /** Streams full blocks, if there is a consumer. */
  streamFull(): Promise<void> | undefined {
    return this.take && this.blocks.length >= STREAMED_AT_ONCE ? this.take(this.blocks.splice(0)) : undefined;
  }

  /** Finishes the segment; it contains the blocks that were not streamed. */
  async finish(keys: string[], lengths: number[]): Promise<Segment> {
    this.end();
    if (this.take && this.blocks.length > 0) await this.take(this.blocks.splice(0));
    return {
      row: {
        id: this.segment,
        keys,
        lengths: Uint32Array.from(lengths),
        firstTerms: this.firstTerms,
        sizes: this.sizes,
      },
      blocks: this.blocks,
    };
  }

  private end(): void {
    if (this.terms.length === 0) return;
    this.firstTerms.push(this.terms[0]!);
    this.sizes.push(this.terms.length);
    this.blocks.push({
      segment: this.segment,
      block: this.sizes.length - 1,
      terms: this.terms.join('\n'),
      starts: Uint32Array.from([...this.starts, this.bytes.length]),
      counts: Uint32Array.from(this.counts),
      data: this.bytes.bytes.slice(0, this.bytes.length),
    });
    this.terms = [];
    this.starts = [];
    this.counts = [];
    this.bytes = new Bytes();
    this.dictionary = 0;
  }
}

/** Order of IndexedDB keys and of `<` in JavaScript. */
const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** terms sorted without yielding */
const RUN = 1_024;

/** Merge sort that yields between runs: sorting tens of thousands of terms at once would block the thread. */
export async function sorted(terms: string[], breathe: Breathe): Promise<string[]> {
  let from = terms;
  for (let at = 0; at < from.length; at += RUN) {
    const run = from.slice(at, at + RUN).sort(ascending);
    for (let i = 0; i < run.length; i += 1) from[at + i] = run[i]!;
    await breathe();
  }
  for (let width = RUN; width < from.length; width *= 2) {
    const to: string[] = [];
    for (let at = 0; at < from.length; at += width * 2) {
      const [middle, end] = [Math.min(at + width, from.length), Math.min(at + width * 2, from.length)];
      for (let left = at, right = middle; left < middle || right < end;) {
        to.push(right >= end || (left < middle && from[left]! < from[right]!) ? from[left++]! : from[right++]!);
        if (to.length % RUN === 0) await breathe();
      }
    }
    from = to;
  }
  return from;
}

/** A posting packs the ordinal and the count of a term into 32 bits; larger counts are capped at TIMES − 1. */
const TIMES = 4_096;
/** postings of one chunk of a log */
const CHUNK = 65_536;

/** Postings in order of arrival: eight bytes each, in chunks that are never copied. */
class Log {
  length = 0;
  private readonly chunks: { terms: Uint32Array; places: Uint32Array }[] = [];

  push(term: number, place: number): void {
    const at = this.length % CHUNK;
    if (at === 0) this.chunks.push({ terms: new Uint32Array(CHUNK), places: new Uint32Array(CHUNK) });
    const last = this.chunks.at(-1)!;
    last.terms[at] = term;
    last.places[at] = place;
    this.length += 1;
  }

  /** Groups postings by term, in order of arrival: those of term `n` are from `starts[n]` to `starts[n + 1]`. */
  async byTerm(terms: number, breathe: Breathe): Promise<{ starts: Uint32Array; places: Uint32Array }> {
    const starts = new Uint32Array(terms + 1);
    const places = new Uint32Array(this.length);
    const each = async (work: (term: number, place: number) => void): Promise<void> => {
      for (const [i, piece] of this.chunks.entries()) {
        for (let at = 0; at < Math.min(CHUNK, this.length - i * CHUNK); at += 1)
          work(piece.terms[at]!, piece.places[at]!);
        await breathe();
      }
    };
    await each((term) => {
      starts[term + 1]! += 1;
    });
    for (let n = 0; n < terms; n += 1) starts[n + 1]! += starts[n]!;
    const next = starts.slice();
    await each((term, place) => {
      places[next[term]!++] = place;
    });
    return { starts, places };
  }
}

export class SegmentBuilder {
  readonly keys: string[] = [];
  private readonly lengths: number[] = [];
  /** numbers of the terms, in order of arrival */
  private readonly terms = new Map<string, number>();
  private readonly log = new Log();

  /** distinct terms, summed over the sources */
  get size(): number {
    return this.log.length;
  }

  /** `times`: count of each term */
  add(key: string, times: Map<string, number>, length: number): number {
    const ordinal = this.keys.push(key) - 1;
    this.lengths.push(length);
    for (const [term, n] of times) {
      let number = this.terms.get(term);
      if (number === undefined) this.terms.set(term, (number = this.terms.size));
      this.log.push(number, ordinal * TIMES + Math.min(n, TIMES - 1));
    }
    return ordinal;
  }

  async build(id: number, breathe: Breathe, take?: BlockConsumer): Promise<Segment> {
    const writer = new BlockWriter(id, take);
    const { starts, places } = await this.log.byTerm(this.terms.size, breathe);
    let n = 0;
    for (const term of await sorted([...this.terms.keys()], breathe)) {
      const number = this.terms.get(term)!;
      writer.term(term);
      for (let i = starts[number]!; i < starts[number + 1]!; i += 1)
        writer.posting(Math.floor(places[i]! / TIMES), places[i]! % TIMES);
      if ((n += 1) % 256 === 0) {
        await writer.streamFull();
        await breathe();
      }
    }
    return writer.finish(this.keys, this.lengths);
  }
}

/** Cursor over the terms of a segment, block by block. */
class Terms {
  private block = -1;
  private terms: string[] = [];
  private i = -1;
  term: string | null = null;

  constructor(
    readonly blocks: BlockRow[],
    readonly ordinals: Int32Array,
  ) {
    this.next();
  }

  next(): void {
    this.i += 1;
    while (this.i >= this.terms.length) {
      this.block += 1;
      const block = this.blocks[this.block];
      if (!block) {
        this.term = null;
        return;
      }
      this.terms = block.terms.split('\n');
      this.i = 0;
    }
    this.term = this.terms[this.i]!;
  }

  postings(each: (ordinal: number, times: number) => void): void {
    const { data, starts } = this.blocks[this.block]!;
    eachPosting(data, starts[this.i]!, starts[this.i + 1]!, (ordinal, times) => {
      const to = this.ordinals[ordinal]!;
      if (to >= 0) each(to, times);
    });
  }
}

/** Merges segments into one, without their dead sources. */
export async function mergeSegments(
  id: number,
  parts: { segment: Segment; isDead: (ordinal: number) => boolean }[],
  breathe: Breathe,
  take?: BlockConsumer,
): Promise<Segment> {
  const keys: string[] = [];
  const lengths: number[] = [];
  const cursors = parts.map(({ segment, isDead }) => {
    const ordinals = Int32Array.from(segment.row.keys, (key, ordinal) => {
      if (isDead(ordinal)) return -1;
      lengths.push(segment.row.lengths[ordinal]!);
      return keys.push(key) - 1;
    });
    return new Terms(segment.blocks, ordinals);
  });
  const writer = new BlockWriter(id, take);
  for (let n = 1; ; n += 1) {
    let least: string | null = null;
    for (const { term } of cursors) if (term !== null && (least === null || term < least)) least = term;
    if (least === null) break;
    const term: string = least;
    let open = false;
    // The order of the parts yields ascending ordinals.
    for (const cursor of cursors) {
      if (cursor.term !== term) continue;
      cursor.postings((ordinal, times) => {
        if (!open) {
          writer.term(term);
          open = true;
        }
        writer.posting(ordinal, times);
      });
      cursor.next();
    }
    if (n % 256 === 0) {
      await writer.streamFull();
      await breathe();
    }
  }
  return writer.finish(keys, lengths);
}
