/**
 * Answers a question from the index: BM25 over segments, summed over the sources of a target (the document that a
 * person opens).
 *
 *   question ─► terms ─► blocks (cached, missing ones read in one transaction) ─► postings ─► score of each target ─► best
 *              ▲  ▲                        │ the index has changed          │ a word occurs in no text
 *              │  └─── changed rows ◄──────┘                                │
 *              └────── words one typing error apart, or its two halves ◄────┘
 *
 * A target that covers less than half of the question's words, weighted by rarity, is no result; higher coverage ranks
 * higher. If none covers half, the best few that cover a third are the closest matches.
 *
 * Any tab may read: it requests blocks of the segments that it knows, and the generation of the index in the same
 * transaction. If the generation has changed, it reads the changed segments and retries. Rows are decrypted between
 * transactions.
 */
import type { QueryTerm, QueryWord } from '../../text/query';
import { correctionsOf, splitsOf } from '../../text/typing-errors';
import { TOKENISER_VERSION } from '../../text/tokenise';
import {
  isDead,
  type DeadRow,
  type Manifest,
  type SealedBlock,
  type SealedSegment,
  type SearchDatabase,
} from './index-database';
import type { BlockRow, SegmentRow } from './segment-rows';
import { eachPosting } from './segment';
import { targetOf, type Target } from './sources';

/** Common BM25 parameters (Robertson). */
const K1 = 1.2;
const B = 0.75;
const LEAST_COVERAGE = 0.5;
/**
 * minimum coverage of the closest matches; minimum for a match of a single word of several, which is often accidental;
 * and their number
 */
const CLOSEST_COVERAGE = 1 / 3;
const CLOSEST_BY_ONE = 0.5;
/**
 * Weight factor of a word that occurs in no text, for the closest matches: people remember other words than the written
 * ones.
 */
const UNKNOWN_WEIGHT = 0.7;
const CLOSEST_MAX = 5;
/** Exponent of rarity: a word that occurs in no text must not outweigh the rest of the question. */
const RARITY_POWER = 0.7;
/** share of a word's terms: below it, a text contains only a part of another word */
const LEAST_SHARE = 0.33;
/** score factor of a word one typing error apart */
const TYPED_WRONG = 0.6;
/** words of one question that are corrected */
const CORRECTED_MAX = 2;
/** matched words of one term that passages mark */
const MARKED_MAX = 20;
/** terms of a question: one bit each in a mask */
const TERMS_MAX = 30;
/** words of a segment that match a prefix */
const EXPANSIONS_MAX = 200;
/** words of a segment that are tested for other forms and typing errors */
const EXAMINED_MAX = 4_000;
/** minimum index size for computing rarity: among three notes every word would be frequent */
const FEW_SOURCES = 400;
/** bytes of cached blocks */
const CACHE_BYTES = 24 * 1024 * 1024;
/** spare targets when the score arrays grow */
const TARGETS_MORE = 1_024;
/** bytes of a term in a list, besides its characters */
const TERM_BYTES = 32;

interface Block extends BlockRow {
  list: string[];
}

const bytesOf = ({ data, starts, counts, terms, list }: Block): number =>
  data.byteLength + starts.byteLength + counts.byteLength + terms.length * 2 + list.length * TERM_BYTES;

interface Loaded {
  row: SegmentRow;
  dead: DeadRow | undefined;
  /** target index, by ordinal */
  targets: Int32Array;
  /** tokens of all its sources */
  tokens: number;
}

/** Result of a read transaction that found a newer generation. */
interface IndexChange {
  manifest: Manifest;
  fresh: (SealedSegment | undefined)[];
  dead: (DeadRow | undefined)[];
}

/** Consecutive words of one block that match a term of the question. */
interface Hit {
  loaded: Loaded;
  block: Block;
  from: number;
  to: number;
  weight: number;
  isForm: boolean;
}

export interface Ranked extends Target {
  score: number;
}

export interface Ranking {
  /** best first */
  ranked: Ranked[];
  /** no target covers half of the question: these cover a third */
  closest: boolean;
  /** the terms as answered: other forms and corrections are listed as words */
  terms: QueryTerm[];
}

/** The first index at which `wanted` could be inserted. */
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

/** Upper bound of all strings with a prefix. */
const after = (prefix: string): string => `${prefix}\uffff`;

/** Words of a segment's blocks that match a query word. */
function hitsIn(
  loaded: Loaded,
  numbers: number[],
  { term, prefix, accepts, weight = 1 }: QueryWord,
  held: Map<string, Block>,
): Hit[] {
  let left = EXPANSIONS_MAX;
  return numbers.flatMap((n): Hit[] => {
    const block = held.get(`${loaded.row.id}/${n}`);
    if (!block) return [];
    const from = lowerBound(block.list, term);
    const end = prefix ? lowerBound(block.list, after(term)) : block.list[from] === term ? from + 1 : from;
    if (accepts)
      return range(from, end)
        .filter((i) => accepts(block.list[i]!))
        .map((i) => ({ loaded, block, from: i, to: i + 1, weight, isForm: true }));
    const to = Math.min(end, from + left);
    left -= to - from;
    return to > from ? [{ loaded, block, from, to, weight, isForm: false }] : [];
  });
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** Words matched as other forms of a term. */
const formsIn = (hits: readonly Hit[]): QueryWord[] =>
  [...new Set(hits.filter(({ isForm }) => isForm).map(({ block, from }) => block.list[from]!))]
    .slice(0, MARKED_MAX)
    .map((term) => ({ term, prefix: false }));

/** A term of the question with its matching words. */
interface Found {
  term: QueryTerm;
  hits: Hit[];
}

/** A word of the question: its weight, and the bits of its terms with their shares. */
interface WeightedWord {
  weight: number;
  isKnown: boolean;
  terms: { bit: number; share: number }[];
}

export class IndexReader {
  private manifest: Manifest | null = null;
  /** serialises questions, since each uses the state that the previous one has read */
  private turn: Promise<unknown> = Promise.resolve();
  private readonly segments = new Map<number, Loaded>();
  private readonly blocks = new Map<string, Block>();
  private cached = 0;
  private readonly targetIds = new Map<string, number>();
  private readonly targets: Target[] = [];
  /**
   * by target, cleared after each question; reused, because allocating half a megabyte per question would cause most of
   * the garbage collection
   */
  private scores = new Float64Array(0);
  private masks = new Uint32Array(0);

  constructor(private readonly database: SearchDatabase) {}

  /** Whether the index was complete once. */
  get complete(): boolean {
    return this.manifest?.complete ?? false;
  }

  /** Ranks the wanted targets, best first. */
  async rank(terms: QueryTerm[], limit: number, wanted: (target: Target) => boolean): Promise<Ranking> {
    const turn = this.turn.then(() => this.withCorrections(terms.slice(0, TERMS_MAX)));
    this.turn = turn.catch(() => undefined);
    const found = await turn;
    const best = this.best(found, limit, wanted);
    return {
      ...best,
      terms: found.map(({ term: { also = [], ...term }, hits }) => ({
        ...term,
        also: [...also.filter(({ accepts }) => !accepts), ...formsIn(hits)],
      })),
    };
  }

  /** The targets with a term exactly as it is written, in no order. */
  async holding(term: string): Promise<Target[]> {
    const turn = this.turn.then(() => this.hits([{ term, prefix: false, word: 0, share: 1 }]));
    this.turn = turn.catch(() => undefined);
    const [hits = []] = await turn;
    const held = new Set<number>();
    for (const { loaded, block, from, to } of hits)
      for (let i = from; i < to; i += 1)
        eachPosting(block.data, block.starts[i]!, block.starts[i + 1]!, (ordinal) => {
          if (!isDead(loaded.dead?.bits, ordinal)) held.add(loaded.targets[ordinal]!);
        });
    return [...held].map((target) => this.targets[target]!);
  }

  /**
   * Terms with their matching words; for a term that occurs in no text, the words of its correction, if there is one.
   */
  private async withCorrections(terms: QueryTerm[]): Promise<Found[]> {
    const hits = await this.hits(terms);
    const found = terms.map((term, i): Found => ({ term, hits: hits[i]! }));
    let corrections = CORRECTED_MAX;
    for (const each of found.filter(({ term: { share }, hits: { length } }) => share > 0 && length === 0)) {
      const typed = correctionsOf(each.term.term, each.term.prefix);
      if (typed.length === 0 || (corrections -= 1) < 0) continue;
      const [meant = []] = await this.hits([
        { ...each.term, also: typed.map((word) => ({ ...word, weight: TYPED_WRONG })) },
      ]);
      each.hits = meant.map((hit) => ({ ...hit, isForm: true }));
      if (meant.length === 0) await this.split(each, found);
    }
    return found.slice(0, TERMS_MAX);
  }

  /** Replaces a word that texts write as two (audioguide) by its halves. */
  private async split(each: Found, found: Found[]): Promise<void> {
    const splits = splitsOf(each.term.term);
    const terms = splits.flatMap(([first, second]): QueryTerm[] => [
      { ...each.term, term: first, prefix: false, also: [] },
      { ...each.term, term: second, also: [] },
    ]);
    const hits = await this.hits(terms);
    const at = splits.findIndex((_, i) => hits[2 * i]!.length > 0 && hits[2 * i + 1]!.length > 0);
    if (at < 0) return;
    Object.assign(each, { term: terms[2 * at], hits: hits[2 * at] });
    found.splice(found.indexOf(each) + 1, 0, { term: terms[2 * at + 1]!, hits: hits[2 * at + 1]! });
  }

  /** Matching words of each term. */
  private async hits(terms: QueryTerm[]): Promise<Hit[][]> {
    for (;;) {
      const lookups = terms.map(({ also = [], ...word }) =>
        [word, ...also].map((each) => ({
          word: each,
          blocks: [...this.segments.values()].map((loaded) => ({ loaded, numbers: this.blocksFor(loaded, each) })),
        })),
      );
      const held = await this.load(
        lookups
          .flat()
          .flatMap(({ blocks }) =>
            blocks.flatMap(({ loaded, numbers }) => numbers.map((n): [number, number] => [loaded.row.id, n])),
          ),
      );
      if (held)
        return lookups.map((words) =>
          words.flatMap(({ word, blocks }) =>
            blocks.flatMap(({ loaded, numbers }) => hitsIn(loaded, numbers, word, held)),
          ),
        );
    }
  }

  private async applyChange({ manifest, fresh, dead }: IndexChange): Promise<void> {
    const opened = await this.database.openSegments(fresh.filter((row) => row !== undefined));
    const now = new Set(manifest.segments);
    for (const id of this.segments.keys()) if (!now.has(id)) this.segments.delete(id);
    for (const [key, block] of this.blocks) if (!now.has(block.segment)) this.evict(key, block);
    for (const row of opened)
      this.segments.set(row.id, {
        row,
        dead: undefined,
        tokens: row.lengths.reduce((sum, length) => sum + length, 0),
        targets: Int32Array.from(row.keys, (key) => this.targetId(key)),
      });
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

  /** Blocks that may contain a word; for a prefix, up to the maximum number of its words. */
  private blocksFor({ row }: Loaded, { term, prefix, accepts }: QueryWord): number[] {
    if (row.firstTerms.length === 0) return [];
    const first = Math.max(0, lowerBound(row.firstTerms, `${term}\u0000`) - 1);
    const last = prefix ? Math.max(first, lowerBound(row.firstTerms, after(term)) - 1) : first;
    const blocks = [first];
    // The first block may contain only one word with the prefix.
    for (
      let block = first + 1, words = 1;
      block <= last && words < (accepts ? EXAMINED_MAX : EXPANSIONS_MAX);
      block += 1
    ) {
      blocks.push(block);
      words += row.sizes[block]!;
    }
    return blocks;
  }

  /** Loads blocks. null: the index had changed, and the changes are loaded instead. */
  private async load(wanted: [number, number][]): Promise<Map<string, Block> | null> {
    const held = new Map<string, Block>();
    const missing = new Map<string, [number, number]>();
    for (const place of wanted) {
      const key = place.join('/');
      const block = this.blocks.get(key);
      if (!block) {
        missing.set(key, place);
        continue;
      }
      // Moves the block to the end of the LRU order.
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
      this.evict(key, block);
    }
    return held;
  }

  private async read(places: [number, number][]): Promise<BlockRow[] | null> {
    const { database, manifest: known } = this;
    const read = await database.transaction(
      'r',
      database.meta,
      database.segments,
      database.dead,
      database.blocks,
      async (): Promise<IndexChange | { rows: (SealedBlock | undefined)[] }> => {
        const [manifest, rows] = await Promise.all([
          database.manifest(TOKENISER_VERSION),
          places.length > 0 ? database.blocks.bulkGet(places) : [],
        ]);
        if (manifest.generation === known?.generation) return { rows };
        const [fresh, dead] = await Promise.all([
          database.segments.bulkGet(manifest.segments.filter((id) => !this.segments.has(id))),
          database.dead.bulkGet(manifest.segments),
        ]);
        return { manifest, fresh, dead };
      },
    );
    if ('rows' in read) return database.openBlocks(read.rows.filter((row) => row !== undefined));
    await this.applyChange(read);
    return null;
  }

  private evict(key: string, block: Block): void {
    this.blocks.delete(key);
    this.cached -= bytesOf(block);
  }

  private best(found: readonly Found[], limit: number, wanted: (target: Target) => boolean): Omit<Ranking, 'terms'> {
    let sources = 0;
    let tokens = 0;
    for (const { row, dead, tokens: held } of this.segments.values()) {
      sources += row.keys.length - (dead?.count ?? 0);
      tokens += held;
    }
    const average = Math.max(1, tokens / Math.max(1, sources));
    const all = Math.max(sources, FEW_SOURCES);
    const rarity = found.map(({ hits }) => {
      let holders = 0;
      for (const { block, from, to } of hits) for (let i = from; i < to; i += 1) holders += block.counts[i]!;
      const n = Math.min(all, holders);
      return Math.log(1 + (all - n + 0.5) / (n + 0.5));
    });
    if (this.scores.length < this.targets.length) {
      this.scores = new Float64Array(this.targets.length + TARGETS_MORE);
      this.masks = new Uint32Array(this.scores.length);
    }
    const { scores, masks } = this;
    const touched: number[] = [];
    found.forEach(({ hits }, term) => {
      for (const { loaded, block, from, to, weight } of hits) {
        const {
          row: { lengths },
          dead,
          targets,
        } = loaded;
        for (let i = from; i < to; i += 1) eachPosting(block.data, block.starts[i]!, block.starts[i + 1]!, score);
        function score(ordinal: number, times: number): void {
          if (isDead(dead?.bits, ordinal)) return;
          const target = targets[ordinal]!;
          if (masks[target] === 0) touched.push(target);
          masks[target]! |= 1 << term;
          scores[target]! +=
            (weight * rarity[term]! * times * (K1 + 1)) / (times + K1 * (1 - B + (B * lengths[ordinal]!) / average));
        }
      }
    });
    const best = this.top(touched, scores, masks, wordsOf(found, rarity), limit, wanted);
    for (const target of touched) scores[target] = masks[target] = 0;
    return best;
  }

  private top(
    touched: number[],
    scores: Float64Array,
    masks: Uint32Array,
    words: readonly WeightedWord[],
    limit: number,
    wanted: (target: Target) => boolean,
  ): Omit<Ranking, 'terms'> {
    const coverages = new Map<number, Coverage>();
    const coverage = (mask: number): Coverage => {
      let known = coverages.get(mask);
      if (known === undefined) coverages.set(mask, (known = coverageOf(mask, words)));
      return known;
    };
    const [answers, closest]: [Best[], Best[]] = [[], []];
    for (const target of touched) {
      const { covered, known, byOne } = coverage(masks[target]!);
      if (covered < LEAST_COVERAGE && known < (byOne ? CLOSEST_BY_ONE : CLOSEST_COVERAGE)) continue;
      const [best, most] = covered < LEAST_COVERAGE ? [closest, Math.min(limit, CLOSEST_MAX)] : [answers, limit];
      const score = scores[target]! * covered * covered;
      if ((best.length === most && score <= best[most - 1]!.score) || !wanted(this.targets[target]!)) continue;
      let at = best.length;
      while (at > 0 && best[at - 1]!.score < score) at -= 1;
      best.splice(at, 0, { target, score });
      if (best.length > most) best.pop();
    }
    const best = answers.length > 0 ? answers : closest;
    return {
      ranked: best.map(({ target, score }) => ({ ...this.targets[target]!, score })),
      closest: best === closest && closest.length > 0,
    };
  }
}

interface Best {
  target: number;
  score: number;
}

/** The words of a question: each is weighted by the mean rarity of its terms, and by the largest of their shares. */
function wordsOf(found: readonly Found[], rarity: readonly number[]): WeightedWord[] {
  const words = new Map<number, { bit: number; share: number; isKnown: boolean }[]>();
  found.forEach(({ term: { word, share }, hits }, i) => {
    if (share > 0) words.set(word, [...(words.get(word) ?? []), { bit: 1 << i, share, isKnown: hits.length > 0 }]);
  });
  return [...words.values()].map((members) => {
    const shares = members.reduce((sum, { share }) => sum + share, 0);
    const mean = members.reduce((sum, { bit, share }) => sum + share * rarity[31 - Math.clz32(bit)]!, 0) / shares;
    return {
      weight: Math.max(...members.map(({ share }) => share)) * mean ** RARITY_POWER,
      isKnown: members.some(({ isKnown }) => isKnown),
      terms: members.map(({ bit, share }) => ({ bit, share: share / shares })),
    };
  });
}

/**
 * Coverage of the question from 0 to 1; `known`: with a reduced weight of words that occur in no text. `byOne`: by a
 * single word of several.
 */
interface Coverage {
  covered: number;
  known: number;
  byOne: boolean;
}

function coverageOf(mask: number, words: readonly WeightedWord[]): Coverage {
  let [covered, whole, unknown, held] = [0, 0, 0, 0];
  for (const { weight, isKnown, terms } of words) {
    let share = 0;
    for (const { bit, share: each } of terms) if (mask & bit) share += each;
    whole += weight;
    if (!isKnown) unknown += weight;
    if (share < LEAST_SHARE) continue;
    covered += weight * share;
    held += 1;
  }
  const less = whole - unknown * (1 - UNKNOWN_WEIGHT);
  return {
    covered: whole === 0 ? 0 : covered / whole,
    known: less === 0 ? 0 : covered / less,
    byOne: held === 1 && words.length > 1,
  };
}
