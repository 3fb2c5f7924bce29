/**
 * The full-text index on disk: a separate Dexie database per user and company, which can be rebuilt from the replica at
 * any time.
 *
 *   source   one searchable row of the replica (`notes/<id>`, `noteContents/<id>`, …)
 *   segment  a batch of sources, numbered from 0 (ordinals); immutable: sources are only marked dead, and segments merged
 *   block    adjacent terms of a segment with their postings: varint pairs (difference of ordinals, count)
 *
 * All changes of a batch that readers see are written in one transaction, checkpoint included, so a crash repeats a
 * batch but never leaves half of one. Its blocks may be written earlier, under a segment number that the manifest does
 * not name yet; `deleteUnnamedBlocks` deletes such blocks after a crash. Terms are encrypted; ids, revisions and bit
 * sets are plain.
 */
import Dexie, { type EntityTable, type Table } from 'dexie';
import { packBlock, packSegment, unpackBlock, unpackSegment } from './packing';
import { watchDeletion } from '../storage/integrity/deleted-database';
import type { Breathe } from '../../text/breathe';
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

/** Location of an indexed source. */
export interface EntryRow {
  /** `<kind>/<id>` */
  key: string;
  rev: string;
  segment: number;
  ordinal: number;
}

/** Dead sources of a segment: indexed again since, or deleted. */
export interface DeadRow {
  segment: number;
  /** one bit per ordinal */
  bits: Uint8Array;
  count: number;
}

/** Progress in a collection of the replica: RxDB's last write time (milliseconds) and id. */
export interface Cursor {
  lwt: number;
  id: string;
}

export interface Manifest {
  version: number;
  /** incremented with every change, so that readers in other tabs notice it */
  generation: number;
  segments: number[];
  nextSegment: number;
  cursors: Record<string, Cursor>;
  /** all data of this device was indexed once */
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
    // A deleted database stays closed, since the next write would recreate it; the indexer rebuilds it unless the data
    // is being erased.
    watchDeletion(this, () => {});
  }

  async sealSegment(row: SegmentRow): Promise<SealedSegment> {
    return { id: row.id, sealed: await this.vault.seal(`segments/${row.id}`, packSegment(row)) };
  }

  /** Encrypts blocks before a transaction, which would end while encryption is awaited. */
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
    const stored = (await this.meta.get('manifest'))?.value as Manifest | undefined;
    return stored?.version === version
      ? stored
      : {
          version,
          generation: (stored?.generation ?? 0) + 1,
          segments: [],
          nextSegment: stored?.nextSegment ?? 1,
          cursors: {},
          complete: false,
        };
  }

  /** Deletes blocks of a segment that the manifest does not name. */
  async deleteUnnamedBlocks({ nextSegment }: Manifest): Promise<void> {
    await this.blocks.where('[segment+block]').between([nextSegment, 0], [Infinity, Infinity]).delete();
  }

  async putManifest(manifest: Manifest): Promise<void> {
    await this.meta.put({ key: 'manifest', value: manifest });
  }
}

export const isDead = (bits: Uint8Array | undefined, ordinal: number): boolean =>
  bits !== undefined && ((bits[ordinal >> 3] ?? 0) & (1 << (ordinal & 7))) !== 0;
