/** Segments alone: merging, and prefix search across blocks. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { TOKENISER_VERSION } from '../../text/tokenise';
import { newDataKey, Vault } from '../storage/sealing/vault';
import { SearchDatabase } from './index-database';
import type { Segment } from './segment-rows';
import { packSegment, unpackSegment } from './packing';
import { IndexReader } from './reader';
import { eachPosting, mergeSegments, SegmentBuilder } from './segment';

type Source = { key: string; words: string[] };

const built = (id: number, sources: Source[]): Promise<Segment> => {
  const builder = new SegmentBuilder();
  for (const { key, words } of sources)
    builder.add(key, new Map(words.map((word, i) => [word, 1 + (i % 3)])), words.length);
  return builder.build(id, () => undefined);
};

/** term ──► its sources and counts, decoded from the blocks */
function contents({ row, blocks }: Segment): Map<string, string> {
  const found = new Map<string, string>();
  for (const { terms, starts, data } of blocks) {
    terms.split('\n').forEach((term, i) => {
      const postings: string[] = [];
      eachPosting(data, starts[i]!, starts[i + 1]!, (ordinal, times) => postings.push(`${row.keys[ordinal]}×${times}`));
      found.set(term, postings.join(' '));
    });
  }
  return found;
}

function generated(seed: number, count: number): Source[] {
  let state = seed;
  const below = (n: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
  return Array.from({ length: count }, (_, i) => ({
    key: `notes/${i}`,
    words: [...new Set(Array.from({ length: 40 }, () => `word${below(3_000)}`))],
  }));
}

test('a merged segment equals a segment built from the live sources', async () => {
  const sources = generated(5, 300);
  const parts = [
    await built(1, sources.slice(0, 100)),
    await built(2, sources.slice(100, 120)),
    await built(3, sources.slice(120)),
  ];
  const gone = (key: string): boolean => key.endsWith('7');
  const merged = await mergeSegments(
    4,
    parts.map((segment) => ({ segment, isDead: (ordinal) => gone(segment.row.keys[ordinal]!) })),
    () => undefined,
  );
  const whole = await built(
    5,
    sources.filter(({ key }) => !gone(key)),
  );
  expect(contents(merged)).toEqual(contents(whole));
  expect(merged.row.keys).toEqual(whole.row.keys);
  expect(merged.blocks.length).toBeGreaterThan(3);
  const { firstTerms, sizes } = unpackSegment(4, packSegment(merged.row));
  expect(merged.blocks.map(({ terms }) => terms.split('\n')[0])).toEqual(firstTerms);
  expect(merged.blocks.map(({ terms }) => terms.split('\n').length)).toEqual(sizes);
});

test('a segment larger than one chunk of its log is equal if its blocks are streamed while it is built', async () => {
  const sources = generated(9, 3_600);
  const builder = new SegmentBuilder();
  for (const { key, words } of sources)
    builder.add(key, new Map(words.map((word, i) => [word, i === 0 ? 70_000 : 1 + (i % 3)])), words.length);
  expect(builder.size).toBeGreaterThan(65_536);
  const taken: Segment['blocks'] = [];
  const segment = await builder.build(
    1,
    () => undefined,
    async (blocks) => {
      taken.push(...blocks);
    },
  );
  expect(segment.blocks).toEqual([]);
  expect(taken.length).toBeGreaterThan(32);
  expect(taken.map(({ block }) => block)).toEqual(segment.row.sizes.map((_, i) => i));
  const wanted = new Map<string, string[]>();
  for (const { key, words } of sources)
    words.forEach((word, i) =>
      wanted.set(word, [...(wanted.get(word) ?? []), `${key}×${i === 0 ? 4_095 : 1 + (i % 3)}`]),
    );
  expect(contents({ row: segment.row, blocks: taken })).toEqual(
    new Map([...wanted].map(([word, postings]) => [word, postings.join(' ')])),
  );
});

test('a prefix matches all its words across blocks, and reads no more blocks than it can match words in', async () => {
  const database = new SearchDatabase('blocks', new Vault(await newDataKey()));
  const sources = [
    ...Array.from({ length: 190 }, (_, i) => ({ key: `notes/p${i}`, words: [`pre${i}`.padEnd(60, 'x')] })),
    ...Array.from({ length: 4_000 }, (_, i) => ({ key: `notes/z${i}`, words: [`z${i}`.padEnd(60, 'x')] })),
  ];
  const segment = await built(1, sources);
  const sealed = await database.seal(segment, () => undefined);
  await database.segments.put(sealed.row);
  await database.blocks.bulkPut(sealed.blocks);
  await database.putManifest({
    ...(await database.manifest(TOKENISER_VERSION)),
    segments: [1],
    nextSegment: 2,
    complete: true,
  });
  let read = 0;
  const open = database.openBlocks.bind(database);
  database.openBlocks = (rows) => {
    read += rows.length;
    return open(rows);
  };
  const reader = new IndexReader(database);
  const { ranked } = await reader.rank([{ term: 'pre', prefix: true, word: 0, share: 1 }], 300, () => true);
  expect(ranked.map(({ id }) => id).sort()).toEqual(
    sources
      .slice(0, 190)
      .map(({ key }) => key.slice(6))
      .sort(),
  );
  const before = read;
  await reader.rank([{ term: 'z', prefix: true, word: 0, share: 1 }], 300, () => true);
  expect(segment.blocks.length).toBeGreaterThan(30);
  expect(read - before).toBeLessThan(5);
  database.close();
});
