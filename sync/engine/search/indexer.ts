/**
 * Keeps the index up to date with the replica. Runs in the leader, in slices of some milliseconds, and pauses for more
 * important work. Database requests are sent a few at a time: many at once would delay requests of the interface, here
 * and in the browser's process.
 *
 *   a row changes ─► short delay ─► rows after the cursor, by kind ─► tokens ─► segment ─► one transaction ───────┐
 *        ▲                          (rows whose revision is indexed are skipped)                                  │
 *        └────────────── wait ◄── merge small segments ◄── no rows left ◄─────────────────────────────────────────┘
 *
 * The cursor is RxDB's time of the last write. A write of another tab may arrive with a time before the cursor; it is
 * read by its id. For the same reason the cursor goes back a little after a restart, and to the beginning if the
 * device's clock was set back.
 */
import { merge, type Subscription } from 'rxjs';
import type { KindName } from '../../model/kinds';
import { TOKENISER_VERSION } from '../../text/tokenise';
import { pause } from '../connection/backoff';
import { isQuotaError } from '../storage/quota';
import type { Replica } from '../storage/replica-database';
import type { Documents } from '../storage/documents';
import type { Stored } from '../storage/stored';
import { emptyBatch, ENTRIES_AT_ONCE, writeBatch, type Batch } from './batch-writer';
import type { Cursor, Manifest, SearchDatabase } from './index-database';
import { SegmentMerger } from './segment-merger';
import { isSearched, searchedTextsOf } from '../../merge/searched-texts';
import type { SearchedText } from '../../model/searched-text';
import { SOURCES } from '../../ranking/sources';
import { countTerms } from '../../ranking/term-counts';
import { keyOf, pageSizeOf } from './sources';
import { inChunks, TimeSlices } from './time-slices';

/** milliseconds: edits in quick succession are indexed together */
const GATHER_MS = 300;
/** sources of a batch, and their postings (distinct terms summed over the sources), at which a segment is written */
const BATCH = 512;
const BATCH_POSTINGS = 150_000;
/**
 * The same while the index is built for the first time: a query reads every segment, so segments are written at their
 * final size and not merged. The first ones are smaller, so that results appear early and a tab that closes soon has
 * made progress. The largest batch holds up to 16 MB of postings and as much for its terms, but its blocks only
 * briefly.
 */
const FIRST_BUILD = { first: 512, growth: 4, most: 32_768, postings: 2_000_000 };
/** milliseconds by which the cursor goes back after a restart: a write of another tab may have been in progress */
const OVERLAP_MS = 10_000;
/** milliseconds until the next attempt when the device is full */
const FULL_MS = 60_000;
const START: Cursor = { lwt: 0, id: '' };

export interface IndexerOptions {
  /** resolves when no more important work is in progress */
  idle: (signal: AbortSignal) => Promise<void>;
  /**
   * resolves when no request of the interface is pending, or after a limit, so that indexing makes progress; undefined:
   * none is pending
   */
  rest?: (signal: AbortSignal) => Promise<void> | undefined;
  deviceNow: () => number;
  report: (error: unknown) => void;
  gatherMs?: number;
}

export class Indexer {
  /** sources indexed in this run */
  indexed = 0;
  private manifest: Manifest = {
    version: 0,
    generation: 0,
    segments: [],
    nextSegment: 1,
    cursors: {},
    complete: false,
  };
  private readonly late = new Map<KindName, Set<string>>();
  /**
   * keys of indexed sources during the first build; most sources are not indexed yet and need no lookup. null: the
   * index is complete
   */
  private indexedKeys: Set<string> | null = null;
  private signal = new AbortController().signal;
  private changed = false;
  private wake: () => void = () => {};
  /** sources of the next batch during the first build */
  private firstBuildSize = FIRST_BUILD.first;
  private readonly slices: TimeSlices;
  private readonly merger: SegmentMerger;

  constructor(
    private readonly database: SearchDatabase,
    private readonly stores: { replica: Replica; documents: Documents },
    private readonly options: IndexerOptions,
  ) {
    this.slices = new TimeSlices(() => options.rest?.(this.signal));
    this.merger = new SegmentMerger(database, this.slices.breathe);
  }

  private get sources(): KindName[] {
    return SOURCES.filter((name) => this.stores.replica.names.includes(name));
  }

  /**
   * Runs until the signal fires. Ends early with a report if the index cannot be written; searches then use the
   * existing index.
   */
  async run(signal: AbortSignal): Promise<void> {
    const subscription = this.listen();
    this.signal = signal;
    try {
      await this.begin();
      while (!signal.aborted) {
        await pause(this.options.gatherMs ?? GATHER_MS, signal);
        try {
          await this.catchUp(signal);
          await this.whenChanged(signal);
        } catch (error) {
          if (!isQuotaError(error)) throw error;
          await pause(FULL_MS, signal);
          // Rows that could not be written are read again.
          await this.begin();
        }
      }
    } catch (error) {
      // The database was closed: the workspace ends, or another tab erases it.
      if (!signal.aborted && this.database.isOpen()) this.options.report(error);
    } finally {
      subscription.unsubscribe();
    }
  }

  private listen(): Subscription {
    const sources: ReadonlySet<string> = new Set(this.sources);
    const streams = this.stores.replica.stores.map((store) =>
      this.stores.replica.store(store).storageInstance.changeStream(),
    );
    return merge(...streams).subscribe(({ events }) => {
      const rows = events.map(({ documentData }) => documentData as unknown as Stored);
      const indexed = rows.filter(({ docKind }) => sources.has(docKind));
      if (indexed.length === 0) return;
      for (const { docKind, id, _meta } of indexed) {
        const source = docKind as KindName;
        if (_meta.lwt > (this.manifest.cursors[source]?.lwt ?? 0)) continue;
        this.late.set(source, (this.late.get(source) ?? new Set()).add(id));
      }
      this.changed = true;
      this.wake();
    });
  }

  private async begin(): Promise<void> {
    const { database } = this;
    const stored = (await database.meta.get('manifest'))?.value as Manifest | undefined;
    this.manifest = await database.manifest(TOKENISER_VERSION);
    if (stored?.version !== TOKENISER_VERSION) {
      await database.transaction('rw', database.tables, async () => {
        for (const table of database.tables) await table.clear();
        await database.putManifest(this.manifest);
      });
    }
    await database.deleteUnnamedBlocks(this.manifest);
    this.indexedKeys = this.manifest.complete ? null : await this.readIndexedKeys();
    this.firstBuildSize = FIRST_BUILD.first;
    for (const cursor of Object.values(this.manifest.cursors)) {
      const setBack = cursor.lwt > this.options.deviceNow() + OVERLAP_MS;
      Object.assign(cursor, { lwt: setBack ? 0 : Math.max(0, cursor.lwt - OVERLAP_MS), id: '' });
    }
  }

  /** Keys of indexed sources. Entries of a batch that a crash left incomplete are deleted. */
  private async readIndexedKeys(): Promise<Set<string>> {
    const { entries } = this.database;
    const named = new Set(this.manifest.segments);
    const indexed = new Set<string>();
    for (let after = ''; ;) {
      const page = await entries.where('key').above(after).limit(ENTRIES_AT_ONCE).toArray();
      await entries.bulkDelete(page.filter(({ segment }) => !named.has(segment)).map(({ key }) => key));
      for (const { key, segment } of page) if (named.has(segment)) indexed.add(key);
      if (page.length < ENTRIES_AT_ONCE) return indexed;
      after = page.at(-1)!.key;
      await this.slices.breathe();
    }
  }

  private async whenChanged(signal: AbortSignal): Promise<void> {
    if (this.changed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      signal.addEventListener('abort', this.wake, { once: true });
    });
    // The leader's signal outlives many waits.
    signal.removeEventListener('abort', this.wake);
    this.wake = () => {};
  }

  private async catchUp(signal: AbortSignal): Promise<void> {
    this.changed = false;
    let batch = emptyBatch();
    const write = async (): Promise<void> => {
      const full = batch;
      batch = emptyBatch();
      await this.commit(full);
    };
    for (const source of this.sources) {
      await this.indexLate(source, batch);
      for (;;) {
        await this.options.idle(signal);
        await this.options.rest?.(signal);
        // Unwritten rows are read again from the cursor on disk.
        if (signal.aborted) return;
        const rows = await this.page(source);
        await this.index(source, rows, batch);
        if (this.isFull(batch)) await write();
        if (rows.length < pageSizeOf(source)) break;
      }
    }
    this.manifest.complete = true;
    await write();
    this.indexedKeys = null;
    await this.mergeSmall(signal);
  }

  private isFull({ builder }: Batch): boolean {
    return this.indexedKeys
      ? builder.keys.length >= this.firstBuildSize || builder.size >= FIRST_BUILD.postings
      : builder.keys.length >= BATCH || builder.size >= BATCH_POSTINGS;
  }

  private async page(source: KindName): Promise<Stored[]> {
    const cursor = this.manifest.cursors[source] ?? START;
    const rows = await this.stores.documents.writtenAfter(source, cursor, pageSizeOf(source));
    const last = rows.at(-1);
    this.manifest.cursors[source] = last ? { lwt: last._meta.lwt, id: last.id } : cursor;
    return rows;
  }

  private async indexLate(source: KindName, batch: Batch): Promise<void> {
    const ids = [...(this.late.get(source) ?? [])];
    this.late.delete(source);
    await inChunks(ids, async (chunk) => this.index(source, await this.stores.documents.stored(source, chunk), batch));
  }

  private async index(source: KindName, rows: Stored[], batch: Batch): Promise<void> {
    await inChunks(
      rows.map((row) => keyOf(source, row.id)).filter((key) => this.indexedKeys?.has(key) ?? true),
      async (keys) => {
        for (const entry of await this.database.entries.bulkGet(keys)) if (entry) batch.before.set(entry.key, entry);
      },
    );
    for (const row of rows) {
      const key = keyOf(source, row.id);
      const rev = String(row['rev'] ?? '');
      const known = batch.before.get(key);
      if (row._deleted || !isSearched(source, row)) {
        if (known || batch.revs.has(key)) batch.deleted.add(key);
        batch.revs.delete(key);
        continue;
      }
      batch.deleted.delete(key);
      if ((batch.revs.get(key) ?? known?.rev) === rev) continue;
      await this.read(source, key, row, batch);
      batch.revs.set(key, rev);
    }
  }

  /** Adds the terms of a row. A text that cannot be decoded has none; its title is still indexed. */
  private async read(source: KindName, key: string, row: Stored, batch: Batch): Promise<void> {
    let texts: SearchedText[] = [];
    try {
      texts = searchedTextsOf(source, row);
    } catch {
      texts = [];
    }
    const { times, length } = await countTerms(texts, this.slices.breathe);
    batch.builder.add(key, times, length);
    this.indexed += 1;
  }

  private async commit(batch: Batch): Promise<void> {
    const { manifest, segment } = await writeBatch(this.database, this.manifest, batch, {
      breathe: this.slices.breathe,
      isFirstBuild: this.indexedKeys !== null,
    });
    this.manifest = manifest;
    if (segment) this.merger.added(segment);
    this.firstBuildSize = Math.min(this.firstBuildSize * FIRST_BUILD.growth, FIRST_BUILD.most);
    for (const key of batch.deleted) this.indexedKeys?.delete(key);
    for (const key of batch.revs.keys()) this.indexedKeys?.add(key);
  }

  private async mergeSmall(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.options.idle(signal);
      await this.options.rest?.(signal);
      if (signal.aborted) return;
      const merged = await this.merger.mergeOnce(this.manifest);
      if (!merged) return;
      this.manifest = merged;
    }
  }
}
