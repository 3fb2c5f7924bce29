/** Merges small and mostly dead segments of the index, since a query reads every segment. */
import { blockStream } from './batch-writer';
import { isDead, type EntryRow, type Manifest, type SearchDatabase } from './index-database';
import type { Breathe } from '../../text/breathe';
import { mergeSegments } from './segment';
import type { BlockRow, SegmentRow } from './segment-rows';
import { inChunks, ROWS_AT_ONCE } from './time-slices';

/** tokens of one merge: about 25 MB of index, held a few times over while it runs */
const MERGED_MAX = 4_000_000;
/**
 * Segments of one tier (by number of tokens) are merged when there are `few` of them; larger ones remain. A query reads
 * every segment, so a few large ones answer it fastest; their size is limited by the memory of one merge.
 */
const TIERS = [
  { below: 16_000, few: 8 },
  { below: 128_000, few: 8 },
  { below: 500_000, few: 8 },
  { below: MERGED_MAX / 2, few: 4 },
];

/** Size of a segment, for merging. */
interface Size {
  sources: number;
  tokens: number;
}
const sizeOf = ({ keys, lengths }: SegmentRow): Size => ({
  sources: keys.length,
  tokens: lengths.reduce((sum, length) => sum + length, 0),
});

export class SegmentMerger {
  private readonly sizes = new Map<number, Size>();

  constructor(
    private readonly database: SearchDatabase,
    private readonly breathe: Breathe,
  ) {}

  /** Records the size of a new segment, so that its directory is not read again. */
  added(row: SegmentRow): void {
    this.sizes.set(row.id, sizeOf(row));
  }

  /** Merges the segments of one tier, or rewrites one mostly dead segment. Null: there is nothing to merge. */
  async mergeOnce(manifest: Manifest): Promise<Manifest | null> {
    const ids = manifest.segments;
    const dead = new Map(
      (await this.database.dead.bulkGet(ids)).flatMap((row) => (row ? [[row.segment, row] as const] : [])),
    );
    const sizes = (await this.measure(ids)).map(({ id, sources, tokens }) => {
      const share = sources === 0 ? 0 : 1 - (dead.get(id)?.count ?? 0) / sources;
      return { id, live: tokens * share, worn: share < 0.5 };
    });
    const worn = sizes.filter((each) => each.worn);
    const tier = TIERS.map(({ below, few }, i) => ({
      few,
      of: sizes.filter(({ live }) => live < below && live >= (TIERS[i - 1]?.below ?? 0)),
    })).find(({ few, of }) => of.length >= few);
    let tokens = 0;
    const chosen =
      tier?.of.slice(0, tier.few * 2).filter(({ live }) => (tokens += live) <= MERGED_MAX) ?? worn.slice(0, 1);
    if (chosen.length === 0) return null;
    const rows = await this.database.openSegments(
      (await this.database.segments.bulkGet(chosen.map(({ id }) => id))).filter((row) => row !== undefined),
    );
    return this.replace(
      manifest,
      rows.map((row) => ({ row, bits: dead.get(row.id)?.bits })),
    );
  }

  /** Sizes of segments; a directory is read once at most, and most segments were created in this run. */
  private async measure(ids: number[]): Promise<(Size & { id: number })[]> {
    for (const id of ids) {
      if (this.sizes.has(id)) continue;
      for (const row of await this.database.openSegments(
        (await this.database.segments.bulkGet([id])).filter((each) => each !== undefined),
      ))
        this.sizes.set(id, sizeOf(row));
      await this.breathe();
    }
    return ids.flatMap((id) => {
      const size = this.sizes.get(id);
      return size ? [{ id, ...size }] : [];
    });
  }

  private async replace(
    manifest: Manifest,
    old: { row: SegmentRow; bits: Uint8Array | undefined }[],
  ): Promise<Manifest> {
    const { database, breathe } = this;
    const id = manifest.nextSegment;
    const parts = [];
    for (const { row, bits } of old) {
      parts.push({
        segment: { row, blocks: await this.blocksOf(row) },
        isDead: (ordinal: number) => isDead(bits, ordinal),
      });
    }
    const merged = await mergeSegments(id, parts, breathe, blockStream(database, breathe));
    const sealed = await database.sealSegment(merged.row);
    const replaced = new Set(old.map(({ row }) => row.id));
    // The leader is the only writer: read before the transaction, which blocks queries.
    const moved: EntryRow[] = [];
    await inChunks(
      merged.row.keys.map((key, ordinal) => ({ key, ordinal })),
      async (chunk) => {
        const entries = await database.entries.bulkGet(chunk.map(({ key }) => key));
        entries.forEach((entry, i) => {
          if (entry) moved.push({ ...entry, segment: id, ordinal: chunk[i]!.ordinal });
        });
        await breathe();
      },
    );
    const remaining = manifest.segments.filter((each) => !replaced.has(each));
    const next: Manifest = {
      ...manifest,
      generation: manifest.generation + 1,
      segments: merged.row.keys.length > 0 ? [...remaining, id] : remaining,
      nextSegment: id + 1,
    };
    await database.transaction('rw', database.tables, async () => {
      for (const each of replaced)
        await database.blocks.where('[segment+block]').between([each, 0], [each, Infinity]).delete();
      await database.segments.bulkDelete([...replaced]);
      await database.dead.bulkDelete([...replaced]);
      if (merged.row.keys.length > 0) {
        await database.segments.put(sealed);
        await inChunks(moved, (entries) => database.entries.bulkPut(entries));
      }
      await database.putManifest(next);
    });
    for (const each of replaced) this.sizes.delete(each);
    this.added(merged.row);
    return next;
  }

  private async blocksOf(row: SegmentRow): Promise<BlockRow[]> {
    const blocks: BlockRow[] = [];
    for (let at = 0; at < row.sizes.length; at += ROWS_AT_ONCE) {
      blocks.push(
        ...(await this.database.openBlocks(
          await this.database.blocks
            .where('[segment+block]')
            .between([row.id, at], [row.id, at + ROWS_AT_ONCE])
            .toArray(),
        )),
      );
      await this.breathe();
    }
    return blocks;
  }
}
