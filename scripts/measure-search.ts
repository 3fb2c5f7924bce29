/**
 * Measures search over a corpus in memory: `node --import tsx scripts/measure-search.ts [notes]`. The index is written through a
 * simulated IndexedDB, so reading blocks for the first time costs more here than in a browser; figures are of the second and later
 * questions, whose blocks are cached, and leave out the reading of passages.
 */
import 'fake-indexeddb/auto';
import { queryTerms, tokenise } from '../sync/text/tokenise';
import { IndexReader } from '../sync/engine/search/reader';
import { SearchDatabase } from '../sync/engine/search/index-database';
import { SegmentBuilder } from '../sync/engine/search/segment';
import { TOKENISER_VERSION } from '../sync/text/tokenise';
import { newDataKey, Vault } from '../sync/engine/vault/vault';

const notes = Number(process.argv[2] ?? 50_000);
/** as after merging */
const PER_SEGMENT = 4_096;
let seed = 7;
const random = (below: number): number => { seed = (seed * 48_271) % 2_147_483_647; return seed % below; };
/** Words are as rare as in language: the n-th about one n-th as frequent as the first. */
const zipf = (below: number): number => Math.floor(Math.exp((random(1_000_000) / 1_000_000) * Math.log(below)));
const latin = (): string => { let n = zipf(30_000); let word = ''; do { word += 'etaoinshrdlu'[n % 12]!; n = Math.floor(n / 12); } while (n > 0); return `${word}${word.length < 3 ? 'a' : ''}`; };
const han = (): string => String.fromCodePoint(0x4e00 + zipf(3_000));
const text = (cjk: boolean): string => Array.from({ length: cjk ? 340 : 160 }, () => (cjk ? han() : latin())).join(cjk ? '' : ' ');

const database = new SearchDatabase('measure', new Vault(await newDataKey()));
const manifest = await database.manifest(TOKENISER_VERSION);
let reading = 0;
let bytes = 0;
for (let first = 0; first < notes; first += PER_SEGMENT) {
  const builder = new SegmentBuilder();
  const before = performance.now();
  for (let i = first; i < Math.min(notes, first + PER_SEGMENT); i += 1) {
    const times = new Map<string, number>();
    const tokens = tokenise(text(i % 3 === 0));
    for (const { term } of tokens) times.set(term, (times.get(term) ?? 0) + 1);
    builder.add(`noteContents/n${i}`, times, tokens.length);
  }
  const segment = await builder.build(manifest.nextSegment, () => undefined);
  reading += performance.now() - before;
  manifest.segments.push(manifest.nextSegment);
  manifest.nextSegment += 1;
  const sealed = await database.seal(segment);
  await database.segments.put(sealed.row);
  await database.blocks.bulkPut(sealed.blocks);
  for (const block of segment.blocks) bytes += block.data.byteLength + block.terms.length;
}
await database.keep({ ...manifest, generation: manifest.generation + 1, complete: true });
const reader = new IndexReader(database);
const questions = Array.from({ length: 60 }, (_, i) => queryTerms(i % 3 === 0 ? han() + han() + han() : `${latin()} ${latin().slice(0, 3)}`));
const measure = async (): Promise<number[]> => {
  const taken: number[] = [];
  for (const terms of questions) { const at = performance.now(); await reader.rank(terms, 30, () => true); taken.push(performance.now() - at); }
  return taken.sort((a, b) => a - b);
};
const cold = await measure();
const warm = await measure();
const at = (list: number[], share: number): string => list[Math.floor((list.length - 1) * share)]!.toFixed(1);
console.log(JSON.stringify({
  notes, segments: manifest.segments.length, indexMegabytes: Number((bytes / 1e6).toFixed(1)), indexedPerSecond: Math.round(notes / (reading / 1000)),
  firstMs: { median: at(cold, 0.5), p95: at(cold, 0.95) }, laterMs: { median: at(warm, 0.5), p95: at(warm, 0.95) },
}));
