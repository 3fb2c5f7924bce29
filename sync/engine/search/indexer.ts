/**
 * Keeps the index equal to the replica. Runs in the leader, in slices of some milliseconds, and waits while more important work is done.
 * Requests to the database go out a few at a time: many at once would stand before what people ask, here and in the browser's process.
 *
 *   a row changes ─► quiet for a moment ─► rows after the cursor, collection by collection ─► tokens ─► segment ─► one transaction ─┐
 *        ▲                                        (rows whose revision is in the index are passed over)                          │
 *        └────────────── wait ◄── merge small segments ◄── nothing left ◄──────────────────────────────────────────────────────┘
 *
 * The cursor is RxDB's time of the last write. A write of another tab may arrive with an earlier time than the cursor's: it is read by
 * its id. After a restart the cursor goes back a little for the same reason, and to the beginning when the device's clock was set back.
 */
import { map, merge, type Subscription } from 'rxjs';
import { TOKENISER_VERSION } from '../../text/tokenise';
import { pause } from '../connection/backoff';
import { isQuotaError } from '../storage/quota';
import type { Replica } from '../storage/replica-database';
import type { Documents } from '../storage/documents';
import type { Stored } from '../storage/stored';
import { isDead, type Cursor, type DeadRow, type EntryRow, type Manifest, type SearchDatabase } from './index-database';
import type { BlockRow, SegmentRow } from './segment-rows';
import { mergeSegments, SegmentBuilder, type Breathe, type Take } from './segment';
import { fieldsOf, keyOf, SOURCES, type Field, type Source } from './sources';
import { countTerms } from './term-counts';

/** milliseconds of work at a stretch, after which whatever waits has its turn; and of rest after so many stretches */
const SLICE_MS = 5;
const STRETCHES = 4;
const REST_MS = 4;
/** milliseconds: edits made in quick succession are indexed together */
const GATHER_MS = 300;
const PAGE: Record<Source, number> = { projects: 100, notes: 100, meetings: 100, noteContents: 25, transcripts: 5 };
/** rows of one request, or of requests sent together */
const AT_ONCE = 32;
/** sources, and different words summed over them (postings), after which a segment is written */
const BATCH = 512;
const BATCH_POSTINGS = 150_000;
/**
 * The same while the index is filled for the first time: a question reads from each segment, so they are written as large as they stay,
 * and nothing is merged. The first ones are smaller, so that what is found early is, and a tab that is soon closed has done something.
 * A batch of the largest holds up to 16 MB of postings, as much for its different words, and its blocks only in passing.
 */
const FILLED = { first: 512, growth: 4, most: 32_768, postings: 2_000_000 };
/** tokens of one merge: some 25 MB of index, held a few times over while it runs */
const MERGED_MAX = 4_000_000;
/**
 * Segments of one tier (fewer tokens than a size, not fewer than the one before) are merged when there are so many of them; larger ones
 * stay. A question reads from each segment: few large ones answer it soonest, and what one merge holds in memory bounds them.
 */
const TIERS = [
  { below: 16_000, few: 8 },
  { below: 128_000, few: 8 },
  { below: 500_000, few: 8 },
  { below: MERGED_MAX / 2, few: 4 },
];
/** entries written at once while nobody can be waiting for them */
const ENTRIES = 256;
/** milliseconds by which the cursor goes back after a restart: a write of another tab may have been under way */
const OVERLAP_MS = 10_000;
/** milliseconds until the next try when the device is full */
const FULL_MS = 60_000;
const START: Cursor = { lwt: 0, id: '' };

interface Batch {
  builder: SegmentBuilder;
  revs: Map<string, string>;
  gone: Set<string>;
  /** where its sources stand on disk */
  before: Map<string, EntryRow>;
}
const emptyBatch = (): Batch => ({
  builder: new SegmentBuilder(),
  revs: new Map(),
  gone: new Set(),
  before: new Map(),
});

/** Some at a time. */
async function inParts<T>(
  all: readonly T[],
  work: (part: T[]) => PromiseLike<unknown>,
  atOnce = AT_ONCE,
): Promise<void> {
  for (let at = 0; at < all.length; at += atOnce) await work(all.slice(at, at + atOnce));
}

/** Lets whatever waits for this thread have its turn. A timer would wait four milliseconds. */
const others = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** What a merge has to know of a segment. */
interface Size {
  sources: number;
  tokens: number;
}
const sizeOf = ({ keys, lengths }: SegmentRow): Size => ({
  sources: keys.length,
  tokens: lengths.reduce((sum, length) => sum + length, 0),
});

export interface IndexerOptions {
  /** resolves when nothing more important is under way */
  idle: (signal: AbortSignal) => Promise<void>;
  /** resolves when nobody waits for an answer, or has waited long enough to let some milliseconds pass; undefined: nobody does */
  rest?: (signal: AbortSignal) => Promise<void> | undefined;
  deviceNow: () => number;
  report: (error: unknown) => void;
  gatherMs?: number;
}

export class Indexer {
  /** sources whose words were read in this run */
  indexed = 0;
  private manifest: Manifest = {
    version: 0,
    generation: 0,
    segments: [],
    nextSegment: 1,
    cursors: {},
    complete: false,
  };
  private readonly late = new Map<Source, Set<string>>();
  /** sources in the index, while it is filled for the first time: most are not, and need not be looked for */
  private there: Set<string> | null = null;
  private signal = new AbortController().signal;
  private changed = false;
  private wake: () => void = () => {};
  private sliceEnd = 0;
  private stretches = 0;
  /** sources of the next batch while the index is filled for the first time */
  private filling = FILLED.first;
  private readonly sizes = new Map<number, Size>();

  constructor(
    private readonly database: SearchDatabase,
    private readonly stores: { replica: Replica; documents: Documents },
    private readonly options: IndexerOptions,
  ) {}

  private get sources(): Source[] {
    return SOURCES.filter((name) => this.stores.replica.names.includes(name));
  }

  /** Until the signal fires. Ends early, reporting why, when the index cannot be written; search then answers with what is there. */
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
          // what could not be written is read again
          await this.begin();
        }
      }
    } catch (error) {
      // closed under it: the workspace ends, or another tab erases it
      if (!signal.aborted && this.database.isOpen()) this.options.report(error);
    } finally {
      subscription.unsubscribe();
    }
  }

  private listen(): Subscription {
    return merge(
      ...this.sources.map((source) =>
        this.stores.replica
          .collection(source)
          .storageInstance.changeStream()
          .pipe(map((bulk) => ({ source, bulk }))),
      ),
    ).subscribe(({ source, bulk }) => {
      const read = this.manifest.cursors[source]?.lwt ?? 0;
      for (const { documentData } of bulk.events) {
        if (documentData._meta.lwt > read) continue;
        const ids = this.late.get(source) ?? new Set();
        this.late.set(source, ids.add(documentData['id'] as string));
      }
      this.changed = true;
      this.wake();
    });
  }

  private async begin(): Promise<void> {
    const { database } = this;
    const kept = (await database.meta.get('manifest'))?.value as Manifest | undefined;
    this.manifest = await database.manifest(TOKENISER_VERSION);
    if (kept?.version !== TOKENISER_VERSION) {
      await database.transaction('rw', database.tables, async () => {
        for (const table of database.tables) await table.clear();
        await database.keep(this.manifest);
      });
    }
    await database.sweep(this.manifest);
    this.there = this.manifest.complete ? null : await this.entriesThere();
    this.filling = FILLED.first;
    for (const cursor of Object.values(this.manifest.cursors)) {
      const setBack = cursor.lwt > this.options.deviceNow() + OVERLAP_MS;
      Object.assign(cursor, { lwt: setBack ? 0 : Math.max(0, cursor.lwt - OVERLAP_MS), id: '' });
    }
  }

  /** What is in the index; entries of a batch that a crash left half are taken away. */
  private async entriesThere(): Promise<Set<string>> {
    const { entries } = this.database;
    const named = new Set(this.manifest.segments);
    const there = new Set<string>();
    for (let after = ''; ;) {
      const page = await entries.where('key').above(after).limit(ENTRIES).toArray();
      await entries.bulkDelete(page.filter(({ segment }) => !named.has(segment)).map(({ key }) => key));
      for (const { key, segment } of page) if (named.has(segment)) there.add(key);
      if (page.length < ENTRIES) return there;
      after = page.at(-1)!.key;
      await this.breathe();
    }
  }

  private async whenChanged(signal: AbortSignal): Promise<void> {
    if (this.changed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      signal.addEventListener('abort', this.wake, { once: true });
    });
    // the leader's signal outlives many waits
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
      await this.takeLate(source, batch);
      for (;;) {
        await this.options.idle(signal);
        await this.options.rest?.(signal);
        // what is not written yet is read again from the cursor on disk
        if (signal.aborted) return;
        const rows = await this.page(source);
        await this.take(source, rows, batch);
        if (this.isFull(batch)) await write();
        if (rows.length < PAGE[source]) break;
      }
    }
    this.manifest.complete = true;
    await write();
    this.there = null;
    await this.mergeSmall(signal);
  }

  private isFull({ builder }: Batch): boolean {
    return this.there
      ? builder.keys.length >= this.filling || builder.size >= FILLED.postings
      : builder.keys.length >= BATCH || builder.size >= BATCH_POSTINGS;
  }

  private async page(source: Source): Promise<Stored[]> {
    const cursor = this.manifest.cursors[source] ?? START;
    const rows = await this.stores.documents.writtenAfter(source, cursor, PAGE[source]);
    const last = rows.at(-1);
    this.manifest.cursors[source] = last ? { lwt: last._meta.lwt, id: last.id } : cursor;
    return rows;
  }

  private async takeLate(source: Source, batch: Batch): Promise<void> {
    const ids = [...(this.late.get(source) ?? [])];
    this.late.delete(source);
    await inParts(ids, async (part) => this.take(source, await this.stores.documents.stored(source, part), batch));
  }

  private async take(source: Source, rows: Stored[], batch: Batch): Promise<void> {
    await inParts(
      rows.map((row) => keyOf(source, row.id)).filter((key) => this.there?.has(key) ?? true),
      async (keys) => {
        for (const entry of await this.database.entries.bulkGet(keys)) if (entry) batch.before.set(entry.key, entry);
      },
    );
    for (const row of rows) {
      const key = keyOf(source, row.id);
      const rev = String(row['rev'] ?? '');
      const known = batch.before.get(key);
      if (row._deleted) {
        if (known || batch.revs.has(key)) batch.gone.add(key);
        batch.revs.delete(key);
        continue;
      }
      batch.gone.delete(key);
      if ((batch.revs.get(key) ?? known?.rev) === rev) continue;
      await this.read(source, key, row, batch);
      batch.revs.set(key, rev);
    }
  }

  /** The words of a row. A damaged text has none; its title is found all the same. */
  private async read(source: Source, key: string, row: Stored, batch: Batch): Promise<void> {
    let fields: Field[] = [];
    try {
      fields = fieldsOf(source, row);
    } catch {
      fields = [];
    }
    const { times, length } = await countTerms(fields, this.breathe);
    batch.builder.add(key, times, length);
    this.indexed += 1;
  }

  /** Gives way when a slice is used up. */
  private readonly breathe: Breathe = () => (performance.now() < this.sliceEnd ? undefined : this.giveWay());

  private async giveWay(): Promise<void> {
    this.stretches += 1;
    await (this.stretches % STRETCHES === 0 ? pause(REST_MS) : others());
    await this.options.rest?.(this.signal);
    this.sliceEnd = performance.now() + SLICE_MS;
  }

  private async commit({ builder, revs, gone, before }: Batch): Promise<void> {
    const { database, manifest } = this;
    const id = manifest.nextSegment;
    const built =
      builder.keys.length > 0 ? await builder.build(id, this.breathe, this.there ? this.lay : undefined) : null;
    const segment = built && (await database.seal(built, this.breathe));
    // a source read twice in one batch stands at its later place
    const later = new Map(builder.keys.map((key, ordinal) => [key, ordinal]));
    const live = [...later].filter(([key]) => revs.has(key));
    const entries = live.map(([key, ordinal]): EntryRow => ({ key, rev: revs.get(key)!, segment: id, ordinal }));
    const early = this.there ? entries.filter(({ key }) => !before.has(key)) : [];
    await inParts(
      early,
      async (part) => {
        await database.transaction('rw', database.entries, () =>
          inParts(part, (some) => database.entries.bulkPut(some)),
        );
        await this.breathe();
      },
      ENTRIES,
    );
    const next: Manifest = {
      ...manifest,
      generation: manifest.generation + 1,
      ...(segment ? { segments: [...manifest.segments, id], nextSegment: id + 1 } : {}),
    };
    await database.transaction('rw', database.tables, async () => {
      await this.bury([...gone, ...new Set(builder.keys)].flatMap((key) => before.get(key) ?? []));
      await inParts([...gone], (keys) => database.entries.bulkDelete(keys));
      if (segment) {
        await database.segments.put(segment.row);
        await inParts(segment.blocks, (blocks) => database.blocks.bulkPut(blocks));
        await inParts(this.there ? entries.filter(({ key }) => before.has(key)) : entries, (some) =>
          database.entries.bulkPut(some),
        );
        const stands = new Set(live.map(([, ordinal]) => ordinal));
        await this.bury(
          builder.keys.flatMap((key, ordinal) => (stands.has(ordinal) ? [] : [{ key, rev: '', segment: id, ordinal }])),
        );
      }
      await database.keep(next);
    });
    this.manifest = next;
    if (built) this.sizes.set(id, sizeOf(built.row));
    this.filling = Math.min(this.filling * FILLED.growth, FILLED.most);
    for (const key of gone) this.there?.delete(key);
    for (const key of revs.keys()) this.there?.add(key);
  }

  /** Writes blocks of a segment before the manifest names it: readers wait for no more than these. */
  private readonly lay: Take = async (blocks) => {
    const { database } = this;
    const sealed = await database.sealBlocks(blocks, this.breathe);
    await database.blocks.bulkPut(sealed);
    await this.breathe();
  };

  /** Marks sources dead where they stood. */
  private async bury(entries: EntryRow[]): Promise<void> {
    const bySegment = new Map<number, DeadRow>();
    for (const { segment, ordinal } of entries) {
      let dead = bySegment.get(segment) ??
        (await this.database.dead.get(segment)) ?? { segment, bits: new Uint8Array(0), count: 0 };
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
    await this.database.dead.bulkPut([...bySegment.values()]);
  }

  /** Many small segments make a question slow: eight of a size become one. */
  private async mergeSmall(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.options.idle(signal);
      await this.options.rest?.(signal);
      if (signal.aborted) return;
      const ids = this.manifest.segments;
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
      if (chosen.length === 0) return;
      const rows = await this.database.openSegments(
        (await this.database.segments.bulkGet(chosen.map(({ id }) => id))).filter((row) => row !== undefined),
      );
      await this.replace(rows.map((row) => ({ row, bits: dead.get(row.id)?.bits })));
    }
  }

  /** Sizes of segments: a directory is opened once, most were made here. */
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

  private async replace(old: { row: SegmentRow; bits: Uint8Array | undefined }[]): Promise<void> {
    const { database, manifest } = this;
    const id = manifest.nextSegment;
    const parts = [];
    for (const { row, bits } of old) {
      const blocks: BlockRow[] = [];
      for (let at = 0; at < row.sizes.length; at += AT_ONCE) {
        blocks.push(
          ...(await database.openBlocks(
            await database.blocks
              .where('[segment+block]')
              .between([row.id, at], [row.id, at + AT_ONCE])
              .toArray(),
          )),
        );
        await this.breathe();
      }
      parts.push({ segment: { row, blocks }, isDead: (ordinal: number) => isDead(bits, ordinal) });
    }
    const merged = await mergeSegments(id, parts, this.breathe, this.lay);
    const sealed = await database.sealSegment(merged.row);
    const gone = new Set(old.map(({ row }) => row.id));
    // nobody else writes them: read before the transaction, for which questions wait
    const moved: EntryRow[] = [];
    await inParts(
      merged.row.keys.map((key, ordinal) => ({ key, ordinal })),
      async (places) => {
        const entries = await database.entries.bulkGet(places.map(({ key }) => key));
        entries.forEach((entry, i) => {
          if (entry) moved.push({ ...entry, segment: id, ordinal: places[i]!.ordinal });
        });
        await this.breathe();
      },
    );
    const kept = manifest.segments.filter((each) => !gone.has(each));
    const next: Manifest = {
      ...manifest,
      generation: manifest.generation + 1,
      segments: merged.row.keys.length > 0 ? [...kept, id] : kept,
      nextSegment: id + 1,
    };
    await database.transaction('rw', database.tables, async () => {
      for (const each of gone)
        await database.blocks.where('[segment+block]').between([each, 0], [each, Infinity]).delete();
      await database.segments.bulkDelete([...gone]);
      await database.dead.bulkDelete([...gone]);
      if (merged.row.keys.length > 0) {
        await database.segments.put(sealed);
        await inParts(moved, (entries) => database.entries.bulkPut(entries));
      }
      await database.keep(next);
    });
    this.manifest = next;
    for (const each of gone) this.sizes.delete(each);
    this.sizes.set(id, sizeOf(merged.row));
  }
}
