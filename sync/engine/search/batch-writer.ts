/** Writes one batch of sources into the index: a segment, the entries of its sources, and the bits of replaced ones. */
import { isDead, type DeadRow, type EntryRow, type Manifest, type SearchDatabase } from './index-database';
import type { Breathe } from '../../text/breathe';
import { SegmentBuilder, type BlockConsumer } from './segment';
import type { SegmentRow } from './segment-rows';
import { inChunks } from './time-slices';

/** entries written at once while no reader waits for them */
export const ENTRIES_AT_ONCE = 256;

export interface Batch {
  builder: SegmentBuilder;
  revs: Map<string, string>;
  deleted: Set<string>;
  /** current entries of its sources on disk */
  before: Map<string, EntryRow>;
}

export const emptyBatch = (): Batch => ({
  builder: new SegmentBuilder(),
  revs: new Map(),
  deleted: new Set(),
  before: new Map(),
});

export interface WrittenBatch {
  manifest: Manifest;
  /** the new segment; null if the batch only deletes */
  segment: SegmentRow | null;
}

/**
 * Writes blocks of a segment before the manifest names it, so that the final transaction, which blocks readers, is
 * short.
 */
export const blockStream =
  (database: SearchDatabase, breathe: Breathe): BlockConsumer =>
  async (blocks) => {
    const sealed = await database.sealBlocks(blocks, breathe);
    await database.blocks.bulkPut(sealed);
    await breathe();
  };

/**
 * @param isFirstBuild whether the index is built for the first time: blocks and new entries are then written before the
 * final transaction
 */
export async function writeBatch(
  database: SearchDatabase,
  manifest: Manifest,
  { builder, revs, deleted, before }: Batch,
  { breathe, isFirstBuild }: { breathe: Breathe; isFirstBuild: boolean },
): Promise<WrittenBatch> {
  const id = manifest.nextSegment;
  const built =
    builder.keys.length > 0
      ? await builder.build(id, breathe, isFirstBuild ? blockStream(database, breathe) : undefined)
      : null;
  const segment = built && (await database.seal(built, breathe));
  // A source that was read twice in one batch counts at its later ordinal.
  const later = new Map(builder.keys.map((key, ordinal) => [key, ordinal]));
  const live = [...later].filter(([key]) => revs.has(key));
  const entries = live.map(([key, ordinal]): EntryRow => ({ key, rev: revs.get(key)!, segment: id, ordinal }));
  const early = isFirstBuild ? entries.filter(({ key }) => !before.has(key)) : [];
  await inChunks(
    early,
    async (chunk) => {
      await database.transaction('rw', database.entries, () =>
        inChunks(chunk, (some) => database.entries.bulkPut(some)),
      );
      await breathe();
    },
    ENTRIES_AT_ONCE,
  );
  const next: Manifest = {
    ...manifest,
    generation: manifest.generation + 1,
    ...(segment ? { segments: [...manifest.segments, id], nextSegment: id + 1 } : {}),
  };
  await database.transaction('rw', database.tables, async () => {
    await markDead(
      database,
      [...deleted, ...new Set(builder.keys)].flatMap((key) => before.get(key) ?? []),
    );
    await inChunks([...deleted], (keys) => database.entries.bulkDelete(keys));
    if (segment) {
      await database.segments.put(segment.row);
      await inChunks(segment.blocks, (blocks) => database.blocks.bulkPut(blocks));
      await inChunks(isFirstBuild ? entries.filter(({ key }) => before.has(key)) : entries, (some) =>
        database.entries.bulkPut(some),
      );
      const liveOrdinals = new Set(live.map(([, ordinal]) => ordinal));
      await markDead(
        database,
        builder.keys.flatMap((key, ordinal) =>
          liveOrdinals.has(ordinal) ? [] : [{ key, rev: '', segment: id, ordinal }],
        ),
      );
    }
    await database.putManifest(next);
  });
  return { manifest: next, segment: built?.row ?? null };
}

/** Marks entries as dead in their segments. */
async function markDead(database: SearchDatabase, entries: EntryRow[]): Promise<void> {
  const bySegment = new Map<number, DeadRow>();
  for (const { segment, ordinal } of entries) {
    let dead = bySegment.get(segment) ??
      (await database.dead.get(segment)) ?? { segment, bits: new Uint8Array(0), count: 0 };
    if (dead.bits.length <= ordinal >> 3) {
      const bits = new Uint8Array((ordinal >> 3) + 64);
      bits.set(dead.bits);
      dead = { ...dead, bits };
    }
    if (!isDead(dead.bits, ordinal)) {
      dead.bits[ordinal >> 3]! |= 1 << (ordinal & 7);
      dead.count += 1;
    }
    bySegment.set(segment, dead);
  }
  await database.dead.bulkPut([...bySegment.values()]);
}
