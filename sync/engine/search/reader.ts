/**
 * Answers a question from the index: BM25 over segments, summed over the sources of what a person would open.
 *
 *   question ─► terms ─► blocks (cached, the rest read in one transaction) ─► postings ─► score of each target ─► best
 *                 ▲                        │ the index has moved on
 *                 └─── what changed ◄──────┘
 *
 * What covers less than half of the question, weighed by how rare its words are, is no answer; what covers more ranks higher. Any tab may
 * read: blocks are asked for by what it knows of segments, together with whether that still stands, and where it does not, what changed
 * is read instead. Opening what is sealed happens between transactions.
 */
import type { QueryTerm, QueryWord } from '../../text/tokenise';
import { TOKENISER_VERSION } from '../../text/tokenise';
import { isDead, type BlockRow, type DeadRow, type Manifest, type SealedBlock, type SealedSegment, type SearchDatabase, type SegmentRow } from './index-database';
import { eachPosting } from './segment';
import { targetOf, type Target } from './sources';

/** Robertson's usual constants. */
const K1 = 1.2;
const B = 0.75;
const LEAST_COVERAGE = 0.5;
/** terms of a question: one bit each in a mask */
const TERMS_MAX = 30;
/** words of a segment that a beginning may stand for */
const EXPANSIONS_MAX = 200;
/** bytes of blocks kept in memory */
const CACHE_BYTES = 24 * 1024 * 1024;
/** targets for which there is room before scores need more */
const TARGETS_MORE = 1_024;
/** bytes of a term in a list, beside its letters */
const TERM_BYTES = 32;

interface Block extends BlockRow { list: string[] }

const bytesOf = ({ data, starts, counts, terms, list }: Block): number => data.byteLength + starts.byteLength + counts.byteLength + terms.length * 2 + list.length * TERM_BYTES;

interface Loaded {
  row: SegmentRow;
  dead: DeadRow | undefined;
  /** index of its target, by ordinal */
  targets: Int32Array;
  /** tokens of all its sources */
  tokens: number;
}

/** What a transaction found instead of what was known. */
interface Moved { manifest: Manifest; fresh: (SealedSegment | undefined)[]; dead: (DeadRow | undefined)[] }

/** Some words of one block that stand for a term of the question. */
interface Hit { loaded: Loaded; block: Block; from: number; to: number }

export interface Ranked extends Target { score: number }

/** The first index at which `wanted` could stand. */
function lowerBound(list: readonly string[], wanted: string): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Above everything that begins so. */
const after = (prefix: string): string => `${prefix}\uffff`;

/** The words of a segment's blocks that are meant by one of a question. */
function hitsIn(loaded: Loaded, numbers: number[], { term, prefix }: QueryWord, held: Map<string, Block>): Hit[] {
  let left = EXPANSIONS_MAX;
  return numbers.flatMap((n): Hit[] => {
    const block = held.get(`${loaded.row.id}/${n}`);
    if (!block) return [];
    const from = lowerBound(block.list, term);
    const to = prefix ? Math.min(lowerBound(block.list, after(term)), from + left) : block.list[from] === term ? from + 1 : from;
    left -= to - from;
    return to > from ? [{ loaded, block, from, to }] : [];
  });
}

export class IndexReader {
  private manifest: Manifest | null = null;
  /** questions are answered one after another: each works on what the one before has read */
  private turn: Promise<unknown> = Promise.resolve();
  private readonly segments = new Map<number, Loaded>();
  private readonly blocks = new Map<string, Block>();
  private cached = 0;
  private readonly targetIds = new Map<string, number>();
  private readonly targets: Target[] = [];
  /** by target, empty between two questions: half a megabyte anew for each question would be most of what there is to collect */
  private scores = new Float64Array(0);
  private masks = new Uint32Array(0);

  constructor(private readonly database: SearchDatabase) {}

  /** Whether everything on this device was in the index once. */
  get complete(): boolean {
    return this.manifest?.complete ?? false;
  }

  /** The best targets, best first, of the wanted kind. */
  async rank(terms: QueryTerm[], limit: number, wanted: (target: Target) => boolean): Promise<Ranked[]> {
    const asked = terms.slice(0, TERMS_MAX);
    const turn = this.turn.then(() => this.hits(asked));
    this.turn = turn.catch(() => undefined);
    return this.best(await turn, asked.map(({ optional }) => optional !== true), limit, wanted);
  }

  /** For each term, the words that stand for it. */
  private async hits(terms: QueryTerm[]): Promise<Hit[][]> {
    for (;;) {
      const places = terms.map(({ also = [], ...word }) => [word, ...also].map((each) => ({
        word: each, blocks: [...this.segments.values()].map((loaded) => ({ loaded, numbers: this.blocksFor(loaded, each) })),
      })));
      const held = await this.load(places.flat().flatMap(({ blocks }) => blocks.flatMap(({ loaded, numbers }) => numbers.map((n): [number, number] => [loaded.row.id, n]))));
      if (held) return places.map((words) => words.flatMap(({ word, blocks }) => blocks.flatMap(({ loaded, numbers }) => hitsIn(loaded, numbers, word, held))));
    }
  }

  private async take({ manifest, fresh, dead }: Moved): Promise<void> {
    const opened = await this.database.openSegments(fresh.filter((row) => row !== undefined));
    const now = new Set(manifest.segments);
    for (const id of this.segments.keys()) if (!now.has(id)) this.segments.delete(id);
    for (const [key, block] of this.blocks) if (!now.has(block.segment)) this.forget(key, block);
    for (const row of opened) this.segments.set(row.id, { row, dead: undefined, tokens: row.lengths.reduce((sum, length) => sum + length, 0), targets: Int32Array.from(row.keys, (key) => this.targetId(key)) });
    for (const row of dead) if (row) this.segments.get(row.segment)!.dead = row;
    this.manifest = manifest;
  }

  private targetId(key: string): number {
    const target = targetOf(key);
    const name = `${target.collection}/${target.id}`;
    const known = this.targetIds.get(name);
    if (known !== undefined) return known;
    const made = this.targets.push(target) - 1;
    this.targetIds.set(name, made);
    return made;
  }

  /** Blocks that may hold a word: for a beginning as many as its words may be. */
  private blocksFor({ row }: Loaded, { term, prefix }: QueryWord): number[] {
    if (row.firstTerms.length === 0) return [];
    const first = Math.max(0, lowerBound(row.firstTerms, `${term}\u0000`) - 1);
    const last = prefix ? Math.max(first, lowerBound(row.firstTerms, after(term)) - 1) : first;
    const blocks = [first];
    // the first may hold a single word that begins so
    for (let block = first + 1, words = 1; block <= last && words < EXPANSIONS_MAX; block += 1) {
      blocks.push(block);
      words += row.sizes[block]!;
    }
    return blocks;
  }

  /** null: the index has moved on, and what changed is known now. */
  private async load(wanted: [number, number][]): Promise<Map<string, Block> | null> {
    const held = new Map<string, Block>();
    const missing = new Map<string, [number, number]>();
    for (const place of wanted) {
      const key = place.join('/');
      const block = this.blocks.get(key);
      if (!block) { missing.set(key, place); continue; }
      // used last: forgotten last
      this.blocks.delete(key);
      this.blocks.set(key, block);
      held.set(key, block);
    }
    const fresh = await this.read([...missing.values()]);
    if (!fresh) return null;
    for (const row of fresh) {
      const key = `${row.segment}/${row.block}`;
      const block = { ...row, list: row.terms.split('\n') };
      this.blocks.set(key, block);
      held.set(key, block);
      this.cached += bytesOf(block);
    }
    for (const [key, block] of this.blocks) {
      if (this.cached <= CACHE_BYTES) break;
      this.forget(key, block);
    }
    return held;
  }

  private async read(places: [number, number][]): Promise<BlockRow[] | null> {
    const { database, manifest: known } = this;
    const read = await database.transaction('r', database.meta, database.segments, database.dead, database.blocks, async (): Promise<Moved | { rows: (SealedBlock | undefined)[] }> => {
      const [manifest, rows] = await Promise.all([database.manifest(TOKENISER_VERSION), places.length > 0 ? database.blocks.bulkGet(places) : []]);
      if (manifest.generation === known?.generation) return { rows };
      const [fresh, dead] = await Promise.all([database.segments.bulkGet(manifest.segments.filter((id) => !this.segments.has(id))), database.dead.bulkGet(manifest.segments)]);
      return { manifest, fresh, dead };
    });
    if ('rows' in read) return database.openBlocks(read.rows.filter((row) => row !== undefined));
    await this.take(read);
    return null;
  }

  private forget(key: string, block: Block): void {
    this.blocks.delete(key);
    this.cached -= bytesOf(block);
  }

  private best(hits: Hit[][], needed: boolean[], limit: number, wanted: (target: Target) => boolean): Ranked[] {
    let sources = 0;
    let tokens = 0;
    for (const { row, dead, tokens: held } of this.segments.values()) {
      sources += row.keys.length - (dead?.count ?? 0);
      tokens += held;
    }
    const average = Math.max(1, tokens / Math.max(1, sources));
    const rarity = hits.map((found) => {
      let holders = 0;
      for (const { block, from, to } of found) for (let i = from; i < to; i += 1) holders += block.counts[i]!;
      const n = Math.min(sources, holders);
      return Math.log(1 + (sources - n + 0.5) / (n + 0.5));
    });
    if (this.scores.length < this.targets.length) {
      this.scores = new Float64Array(this.targets.length + TARGETS_MORE);
      this.masks = new Uint32Array(this.scores.length);
    }
    const { scores, masks } = this;
    const touched: number[] = [];
    hits.forEach((found, term) => {
      for (const { loaded, block, from, to } of found) {
        const { row: { lengths }, dead, targets } = loaded;
        eachPosting(block.data, block.starts[from]!, block.starts[from + 1]!, score);
        for (let i = from + 1; i < to; i += 1) eachPosting(block.data, block.starts[i]!, block.starts[i + 1]!, score);
        function score(ordinal: number, times: number): void {
          if (isDead(dead?.bits, ordinal)) return;
          const target = targets[ordinal]!;
          if (masks[target] === 0) touched.push(target);
          masks[target]! |= 1 << term;
          scores[target]! += (rarity[term]! * times * (K1 + 1)) / (times + K1 * (1 - B + (B * lengths[ordinal]!) / average));
        }
      }
    });
    const best = this.top(touched, scores, masks, rarity.map((each, i) => (needed[i] ? each : 0)), limit, wanted);
    for (const target of touched) scores[target] = masks[target] = 0;
    return best;
  }

  private top(touched: number[], scores: Float64Array, masks: Uint32Array, rarity: number[], limit: number, wanted: (target: Target) => boolean): Ranked[] {
    const whole = rarity.reduce((sum, each) => sum + each, 0);
    const coverages = new Map<number, number>();
    const coverage = (mask: number): number => {
      let known = coverages.get(mask);
      if (known === undefined) coverages.set(mask, (known = rarity.reduce((sum, each, term) => (mask & (1 << term) ? sum + each : sum), 0) / whole));
      return known;
    };
    const best: { target: number; score: number }[] = [];
    for (const target of touched) {
      const covered = coverage(masks[target]!);
      const score = scores[target]! * covered * covered;
      if (covered < LEAST_COVERAGE || (best.length === limit && score <= best[limit - 1]!.score) || !wanted(this.targets[target]!)) continue;
      let at = best.length;
      while (at > 0 && best[at - 1]!.score < score) at -= 1;
      best.splice(at, 0, { target, score });
      if (best.length > limit) best.pop();
    }
    return best.map(({ target, score }) => ({ ...this.targets[target]!, score }));
  }
}
