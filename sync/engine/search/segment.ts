/** Segments in memory: made from sources, encoded into blocks, read again and merged. Pure; what is long gives way by `breathe`. */
import type { BlockRow, Segment } from './index-database';

/** bytes after which a block is full: small enough to read for one term, large enough to be few */
const BLOCK_BYTES = 8_192;
/** bytes of a term beside its letters: where its postings begin, and their number */
const TERM_BYTES = 8;

/** Lets others run when it is time. */
export type Breathe = () => Promise<void> | undefined;

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
    while (rest > 0x7f) { this.bytes[this.length++] = (rest & 0x7f) | 0x80; rest >>>= 7; }
    this.bytes[this.length++] = rest;
  }
}

/** Calls back for each posting between two offsets of a block's data. */
export function eachPosting(data: Uint8Array, start: number, end: number, each: (ordinal: number, times: number) => void): void {
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

/** Takes terms in ascending order with their postings in ascending order. */
class BlockWriter {
  readonly blocks: BlockRow[] = [];
  private readonly firstTerms: string[] = [];
  private readonly sizes: number[] = [];
  private terms: string[] = [];
  private starts: number[] = [];
  private counts: number[] = [];
  private bytes = new Bytes();
  private dictionary = 0;
  private last = -1;

  constructor(private readonly segment: number) {}

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

  end(): void {
    if (this.terms.length === 0) return;
    this.firstTerms.push(this.terms[0]!);
    this.sizes.push(this.terms.length);
    this.blocks.push({
      segment: this.segment, block: this.blocks.length, terms: this.terms.join('\n'), starts: Uint32Array.from([...this.starts, this.bytes.length]),
      counts: Uint32Array.from(this.counts), data: this.bytes.bytes.slice(0, this.bytes.length),
    });
    this.terms = [];
    this.starts = [];
    this.counts = [];
    this.bytes = new Bytes();
    this.dictionary = 0;
  }

  directory(): { firstTerms: string[]; sizes: number[] } {
    return { firstTerms: this.firstTerms, sizes: this.sizes };
  }
}

/** Order of IndexedDB keys and of `<` in JavaScript. */
const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** terms sorted at a stretch */
const RUN = 1_024;

/** Ascending, by runs that are merged: tens of thousands of terms at once would hold up everything else. */
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

export class SegmentBuilder {
  readonly keys: string[] = [];
  private readonly lengths: number[] = [];
  /** ordinal and times, alternating */
  private readonly postings = new Map<string, number[]>();
  size = 0;

  /** `times` by term */
  add(key: string, times: Map<string, number>, length: number): number {
    const ordinal = this.keys.push(key) - 1;
    this.lengths.push(length);
    for (const [term, n] of times) {
      const list = this.postings.get(term);
      if (list) list.push(ordinal, n);
      else this.postings.set(term, [ordinal, n]);
    }
    this.size += times.size;
    return ordinal;
  }

  async build(id: number, breathe: Breathe): Promise<Segment> {
    const writer = new BlockWriter(id);
    let n = 0;
    for (const term of await sorted([...this.postings.keys()], breathe)) {
      const list = this.postings.get(term)!;
      writer.term(term);
      for (let i = 0; i < list.length; i += 2) writer.posting(list[i]!, list[i + 1]!);
      if ((n += 1) % 256 === 0) await breathe();
    }
    writer.end();
    return { row: { id, keys: this.keys, lengths: Uint32Array.from(this.lengths), ...writer.directory() }, blocks: writer.blocks };
  }
}

/** Goes through the terms of a segment, block by block. */
class Terms {
  private block = -1;
  private terms: string[] = [];
  private i = -1;
  term: string | null = null;

  constructor(readonly blocks: BlockRow[], readonly ordinals: Int32Array) { this.next(); }

  next(): void {
    this.i += 1;
    while (this.i >= this.terms.length) {
      this.block += 1;
      const block = this.blocks[this.block];
      if (!block) { this.term = null; return; }
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

/** One segment of several, without their dead sources. */
export async function mergeSegments(id: number, parts: { segment: Segment; isDead: (ordinal: number) => boolean }[], breathe: Breathe): Promise<Segment> {
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
  const writer = new BlockWriter(id);
  for (let n = 1; ; n += 1) {
    let least: string | null = null;
    for (const { term } of cursors) if (term !== null && (least === null || term < least)) least = term;
    if (least === null) break;
    const term: string = least;
    let open = false;
    // parts in their order give ordinals in ascending order
    for (const cursor of cursors) {
      if (cursor.term !== term) continue;
      cursor.postings((ordinal, times) => {
        if (!open) { writer.term(term); open = true; }
        writer.posting(ordinal, times);
      });
      cursor.next();
    }
    if (n % 256 === 0) await breathe();
  }
  writer.end();
  return { row: { id, keys, lengths: Uint32Array.from(lengths), ...writer.directory() }, blocks: writer.blocks };
}
