/**
 * Measures search over a generated corpus: `node --expose-gc --import tsx scripts/measure-search.ts [notes]`. One run
 * answers the same queries over segments of 4,096 notes and over those merged to 16,384, first with an empty cache and
 * then again, so that ratios hold on a busy machine. The index lies in a simulated IndexedDB, where reading blocks
 * costs more than in a browser; cutting passages is left out.
 */
import 'fake-indexeddb/auto';
import { queryTerms, type QueryTerm } from '../sync/text/query';
import { titleSuffixes, tokenise, TOKENISER_VERSION } from '../sync/text/tokenise';
import { IndexReader } from '../sync/engine/search/reader';
import { SearchDatabase } from '../sync/engine/search/index-database';
import type { Segment } from '../sync/engine/search/segment-rows';
import { mergeSegments, SegmentBuilder } from '../sync/engine/search/segment';
import { newDataKey, Vault } from '../sync/engine/storage/sealing/vault';

const notes = Number(process.argv[2] ?? 50_000);
const PER_SEGMENT = 4_096;
const MERGED = 4;
let seed = 7;
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
/** Word frequencies follow Zipf's law. */
const zipf = (below: number): number => Math.floor(Math.exp((random(1_000_000) / 1_000_000) * Math.log(below)));
const latin = (): string => {
  let n = zipf(30_000);
  let word = '';
  do {
    word += 'etaoinshrdlu'[n % 12]!;
    n = Math.floor(n / 12);
  } while (n > 0);
  return `${word}${word.length < 3 ? 'a' : ''}`;
};
const han = (): string => String.fromCodePoint(0x4e00 + zipf(3_000));
const text = (cjk: boolean): string =>
  Array.from({ length: cjk ? 340 : 160 }, () => (cjk ? han() : latin())).join(cjk ? '' : ' ');

async function generate(): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (let first = 0; first < notes; first += PER_SEGMENT) {
    const builder = new SegmentBuilder();
    for (let i = first; i < Math.min(notes, first + PER_SEGMENT); i += 1) {
      const times = new Map<string, number>();
      const words = text(i % 3 === 0);
      const tokens = tokenise(words);
      for (const { term } of tokens) times.set(term, (times.get(term) ?? 0) + 1);
      for (const rest of titleSuffixes(words.slice(0, 40))) times.set(rest, 1);
      builder.add(`noteContents/n${i}`, times, tokens.length);
    }
    segments.push(await builder.build(segments.length + 1, () => undefined));
  }
  return segments;
}

const merged = (segments: Segment[]): Promise<Segment[]> =>
  Promise.all(
    Array.from({ length: Math.ceil(segments.length / MERGED) }, (_, i) =>
      mergeSegments(
        i + 1,
        segments.slice(i * MERGED, (i + 1) * MERGED).map((segment) => ({ segment, isDead: () => false })),
        () => undefined,
      ),
    ),
  );

/** An index on a separate storage that counts the blocks read. */
async function written(
  name: string,
  segments: Segment[],
): Promise<{ database: SearchDatabase; read: () => number; megabytes: number }> {
  const database = new SearchDatabase(name, new Vault(await newDataKey()));
  let megabytes = 0;
  for (const segment of segments) {
    const sealed = await database.seal(segment, () => undefined);
    await database.segments.put(sealed.row);
    await database.blocks.bulkPut(sealed.blocks);
    for (const block of sealed.blocks) megabytes += block.sealed.length / 1e6;
  }
  const manifest = await database.manifest(TOKENISER_VERSION);
  await database.putManifest({
    ...manifest,
    generation: manifest.generation + 1,
    segments: segments.map(({ row }) => row.id),
    nextSegment: segments.length + 1,
    complete: true,
  });
  let blocks = 0;
  const open = database.openBlocks.bind(database);
  database.openBlocks = (rows) => {
    blocks += rows.length;
    return open(rows);
  };
  return { database, read: () => blocks, megabytes };
}

const at = (list: number[], share: number): number =>
  Number([...list].sort((a, b) => a - b)[Math.floor((list.length - 1) * share)]!.toFixed(1));

async function asked(reader: IndexReader, questions: QueryTerm[][]): Promise<{ median: number; p95: number }> {
  const taken: number[] = [];
  for (const terms of questions) {
    const from = performance.now();
    await reader.rank(terms, 30, () => true);
    taken.push(performance.now() - from);
  }
  return { median: at(taken, 0.5), p95: at(taken, 0.95) };
}

/** bytes in use; freed memory counts until a few collections later */
async function held(): Promise<number> {
  for (let i = 0; i < 3; i += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const question = (i: number): QueryTerm[] =>
  queryTerms(i % 3 === 0 ? han() + han() + han() : `${latin()} ${latin().slice(0, 3)}`);
const batches = await generate();
const questions = Array.from({ length: 100 }, (_, i) => question(i));
const compiling = Array.from({ length: 60 }, (_, i) => question(i));
const indexes = {
  [`${PER_SEGMENT}`]: await written('batches', batches),
  [`${PER_SEGMENT * MERGED}`]: await written('merged', await merged(batches)),
};
// the first queries of a process include compilation
for (const { database } of Object.values(indexes)) await asked(new IndexReader(database), compiling);
for (const [sources, { database, read, megabytes }] of Object.entries(indexes)) {
  const reader = new IndexReader(database);
  const empty = await held();
  const from = performance.now();
  await reader.rank([{ term: 'x', prefix: false, word: 0, share: 1 }], 1, () => true);
  const openMs = Math.round(performance.now() - from);
  const before = read();
  const firstMs = await asked(reader, questions);
  const blocks = (read() - before) / questions.length;
  const laterMs = await asked(reader, questions);
  const full = await held();
  // memory of a reader after these queries, its directory of sources included
  const heldMegabytes = Math.round((full - empty) / 1e6);
  console.log(
    JSON.stringify({
      notes,
      sourcesPerSegment: Number(sources),
      megabytes: Math.round(megabytes),
      openMs,
      blocksPerQuestion: Number(blocks.toFixed(1)),
      firstMs,
      laterMs,
      heldMegabytes,
    }),
  );
}
