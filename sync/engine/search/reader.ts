/**
 * Answers a question from the index on this device, by the ranking that the server uses too (sync/ranking).
 *
 *   question ─► terms ─► blocks (cached, missing ones read in one transaction) ─► postings ─► score of each target ─► best
 *                 ▲                        │ the index has changed
 *                 └─── changed rows ◄──────┘
 *
 * Any tab may read: it requests blocks of the segments that it knows, and the generation of the index in the same
 * transaction. If the generation has changed, it reads the changed segments and retries. Rows are decrypted between
 * transactions.
 */
import type { QueryTerm, QueryWord } from '../../text/query';
import { TOKENISER_VERSION } from '../../text/tokenise';
import { EXAMINED_MAX, EXPANSIONS_MAX } from '../../ranking/limits';
import { answeredTerms, findMatches, type Found, type Match } from '../../ranking/matching';
import { Ranker, type MatchedWords } from '../../ranking/score';
import { orderOf, type Target } from '../../ranking/sources';
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
import { targetOfKey } from './sources';

/** bytes of cached blocks */
const CACHE_BYTES = 24 * 1024 * 1024;
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
interface Hit extends Match {
  loaded: Loaded;
  block: Block;
  from: number;
  to: number;
  weight: number;
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

const hitOf = (loaded: Loaded, block: Block, from: number, to: number, weight: number, isForm: boolean): Hit => ({
  loaded,
  block,
  from,
  to,
  weight,
  isForm,
  words: () => block.list.slice(from, to),
});

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
        .map((i) => hitOf(loaded, block, i, i + 1, weight, true));
    const to = Math.min(end, from + left);
    left -= to - from;
    return to > from ? [hitOf(loaded, block, from, to, weight, false)] : [];
  });
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** The occurrences of matching words in sources that are not dead. */
const wordsOf = ({ loaded: { row, dead, targets }, block, from, to, weight }: Hit): MatchedWords => ({
  weight,
  holders: block.counts.subarray(from, to).reduce((sum, count) => sum + count, 0),
  eachOccurrence: (visit) => {
    for (let i = from; i < to; i += 1)
      eachPosting(block.data, block.starts[i]!, block.starts[i + 1]!, (ordinal, times) => {
        if (!isDead(dead?.bits, ordinal)) visit(targets[ordinal]!, times, row.lengths[ordinal]!);
      });
  },
});

export class IndexReader {
  private manifest: Manifest | null = null;
  /** serialises questions, since each uses the state that the previous one has read */
  private turn: Promise<unknown> = Promise.resolve();
  private readonly segments = new Map<number, Loaded>();
  private readonly blocks = new Map<string, Block>();
  private cached = 0;
  private readonly targetIds = new Map<string, number>();
  private readonly targets: Target[] = [];
  private readonly ranker = new Ranker();

  constructor(private readonly database: SearchDatabase) {}

  /** Whether the index was complete once. */
  get complete(): boolean {
    return this.manifest?.complete ?? false;
  }

  /** Ranks the wanted targets, best first. */
  async rank(terms: QueryTerm[], limit: number, wanted: (target: Target) => boolean): Promise<Ranking> {
    const found = await this.inTurn(() => findMatches(terms, (asked) => this.hits(asked)));
    return { ...this.best(found, limit, wanted), terms: answeredTerms(found) };
  }

  /** The targets with a term exactly as it is written, in no order. */
  async holding(term: string): Promise<Target[]> {
    const [hits = []] = await this.inTurn(() => this.hits([{ term, prefix: false, word: 0, share: 1 }]));
    const held = new Set<number>();
    for (const { loaded, block, from, to } of hits)
      for (let i = from; i < to; i += 1)
        eachPosting(block.data, block.starts[i]!, block.starts[i + 1]!, (ordinal) => {
          if (!isDead(loaded.dead?.bits, ordinal)) held.add(loaded.targets[ordinal]!);
        });
    return [...held].map((target) => this.targets[target]!);
  }

  private inTurn<T>(question: () => Promise<T>): Promise<T> {
    const turn = this.turn.then(question);
    this.turn = turn.catch(() => undefined);
    return turn;
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
    const target = targetOfKey(key);
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

  private best(
    found: readonly Found<Hit>[],
    limit: number,
    wanted: (target: Target) => boolean,
  ): Omit<Ranking, 'terms'> {
    let sources = 0;
    let tokens = 0;
    for (const { row, dead, tokens: held } of this.segments.values()) {
      sources += row.keys.length - (dead?.count ?? 0);
      tokens += held;
    }
    const { best, closest } = this.ranker.rank(
      found.map(({ term, matches }) => ({ term, words: matches.map(wordsOf) })),
      { sources, tokens },
      {
        count: this.targets.length,
        wanted: (target) => wanted(this.targets[target]!),
        order: (target) => orderOf(this.targets[target]!.id),
      },
      limit,
    );
    return { ranked: best.map(({ target, score }) => ({ ...this.targets[target]!, score })), closest };
  }
}
