/**
 * The full-text index on disk: a Dexie database of its own per user and company, which can be made anew from the replica at any time.
 *
 *   source   one row of the replica that holds words (`notes/<id>`, `noteContents/<id>`, …)
 *   segment  a batch of sources, numbered from 0 (ordinals); never changed, only marked dead source by source and merged
 *   block    neighbouring terms of a segment with their postings: varint pairs (ordinal − the one before, times it occurs)
 *
 * What readers see of a batch changes in one transaction, checkpoint included: a crash repeats a batch, never half of one. Its blocks may
 * lie there before, under a number that the manifest does not name yet: `sweep` takes away what a crash left of such.
 * Words are sealed: what lies in clear are ids, revisions and bits.
 */
import Dexie, { type EntityTable, type Table } from 'dexie';
import { packBlock, packSegment, unpackBlock, unpackSegment } from './packing';
import { watchDeletion } from '../storage/integrity/deleted-database';
import type { Breathe } from './segment';
import type { BlockRow, Segment, SegmentRow } from './segment-rows';
import type { Vault } from '../storage/sealing/vault';

export interface SealedSegment {
  id: number;
  sealed: Uint8Array;
}
export interface SealedBlock {
  segment: number;
  block: number;
  sealed: Uint8Array;
}

/** Where a source stands now. */
export interface EntryRow {
  /** `<collection>/<id>` */
  key: string;
  rev: string;
  segment: number;
  ordinal: number;
}

/** Sources of a segment that were indexed again since, or are gone. */
export interface DeadRow {
  segment: number;
  /** one bit an ordinal */
  bits: Uint8Array;
  count: number;
}

/** How far a collection of the replica was read: RxDB's last write time (milliseconds) and id. */
export interface Cursor {
  lwt: number;
  id: string;
}

export interface Manifest {
  version: number;
  /** raised with every change, so that readers in other tabs know */
  generation: number;
  segments: number[];
  nextSegment: number;
  cursors: Record<string, Cursor>;
  /** everything this device held was in it once */
  complete: boolean;
}

const SEALED_AT_ONCE = 16;

export class SearchDatabase extends Dexie {
  segments!: EntityTable<SealedSegment, 'id'>;
  blocks!: Table<SealedBlock, [number, number]>;
  entries!: EntityTable<EntryRow, 'key'>;
  dead!: EntityTable<DeadRow, 'segment'>;
  meta!: Table<{ key: string; value: unknown }, string>;

  constructor(
    name: string,
    private readonly vault: Vault,
    options: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange } = {},
  ) {
    super(name, { chromeTransactionDurability: 'relaxed', ...options });
    this.version(1).stores({ segments: 'id', blocks: '[segment+block]', entries: 'key', dead: 'segment', meta: 'key' });
    // closed for good, or the next write would make it again; what reads it makes it anew where it is not being erased
    watchDeletion(this, () => {});
  }

  async sealSegment(row: SegmentRow): Promise<SealedSegment> {
    return { id: row.id, sealed: await this.vault.seal(`segments/${row.id}`, packSegment(row)) };
  }

  /** What goes into a transaction: sealing in one would end it. */
  async sealBlocks(blocks: BlockRow[], breathe: Breathe): Promise<SealedBlock[]> {
    const sealed: SealedBlock[] = [];
    for (let at = 0; at < blocks.length; at += SEALED_AT_ONCE) {
      sealed.push(
        ...(await Promise.all(
          blocks.slice(at, at + SEALED_AT_ONCE).map(async (block) => ({
            segment: block.segment,
            block: block.block,
            sealed: await this.vault.seal(`blocks/${block.segment}/${block.block}`, packBlock(block)),
          })),
        )),
      );
      await breathe();
    }
    return sealed;
  }

  async seal(segment: Segment, breathe: Breathe): Promise<{ row: SealedSegment; blocks: SealedBlock[] }> {
    return { row: await this.sealSegment(segment.row), blocks: await this.sealBlocks(segment.blocks, breathe) };
  }

  openSegments(rows: SealedSegment[]): Promise<SegmentRow[]> {
    return Promise.all(
      rows.map(async ({ id, sealed }) => unpackSegment(id, await this.vault.open(`segments/${id}`, sealed))),
    );
  }

  openBlocks(rows: SealedBlock[]): Promise<BlockRow[]> {
    return Promise.all(
      rows.map(async ({ segment, block, sealed }) =>
        unpackBlock(segment, block, await this.vault.open(`blocks/${segment}/${block}`, sealed)),
      ),
    );
  }

  async manifest(version: number): Promise<Manifest> {
    const kept = (await this.meta.get('manifest'))?.value as Manifest | undefined;
    return kept?.version === version
      ? kept
      : {
          version,
          generation: (kept?.generation ?? 0) + 1,
          segments: [],
          nextSegment: kept?.nextSegment ?? 1,
          cursors: {},
          complete: false,
        };
  }

  /** Takes away what was written of a segment that the manifest never came to name. */
  async sweep({ nextSegment }: Manifest): Promise<void> {
    await this.blocks.where('[segment+block]').between([nextSegment, 0], [Infinity, Infinity]).delete();
  }

  async keep(manifest: Manifest): Promise<void> {
    await this.meta.put({ key: 'manifest', value: manifest });
  }
}

export const isDead = (bits: Uint8Array | undefined, ordinal: number): boolean =>
  bits !== undefined && ((bits[ordinal >> 3] ?? 0) & (1 << (ordinal & 7))) !== 0;
