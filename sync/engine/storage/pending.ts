/**
 * Which documents wait for the server: read once from the index of waiting rows, then kept by the change stream of the storage, which
 * brings the writes of other tabs too. Costs what changes, never a scan.
 *
 * Two things the stream does not do. It brings the writes of several tabs in any order: the older of two that were made of a row is passed
 * over. And what a tab wrote that was killed before it could tell comes never: when one ended, the leader looks again.
 */
import { Subject, type Subscription } from 'rxjs';
import type { CollectionName } from '../../model/registry';
import type { Replica } from './replica-database';
import type { Documents } from './documents';
import { cascadeParentOf, versionOf, type Stored } from './stored';
import { titleOf } from './titles';

export interface PendingDocument {
  collection: CollectionName;
  id: string;
  title: string;
  since: number;
  /** milliseconds, of the latest edit */
  editedAt: number;
  deleted: boolean;
  /** what it was deleted with */
  along?: string;
}

/** `written`: RxDB's revision of the row. `stored`: the row itself, kept in memory in case the database is deleted while it is open. */
interface Row extends PendingDocument {
  written: string;
  stored: Stored;
}

/** How many rows are remembered by the write that was told of them last: more than are ever on their way between tabs. */
const TOLD_MAX = 1_000;

/** Of a write of a row: each is higher than the one before, unless the row was gone in between; and later, unless the clock was put back. */
interface Told {
  height: number;
  at: number;
}

export class PendingDocuments {
  /** emits after each change of what waits, and when why something waits has changed */
  readonly changed$ = new Subject<void>();
  private readonly rows = new Map<CollectionName, Map<string, Row>>();
  private readonly told = new Map<string, Told>();
  private readonly subscriptions: Subscription[] = [];

  private constructor(names: readonly CollectionName[]) {
    for (const name of names) this.rows.set(name, new Map());
  }

  static async open(replica: Replica, documents: Documents): Promise<PendingDocuments> {
    const waiting = new PendingDocuments(replica.names);
    await Promise.all(
      replica.names.map(async (name) => {
        // listening first: a write while the index is read is seen by one or both
        waiting.subscriptions.push(
          replica
            .collection(name)
            .storageInstance.changeStream()
            .subscribe((bulk) => {
              let changed = false;
              for (const event of bulk.events)
                changed = waiting.take(name, event.documentData as unknown as Stored) || changed;
              if (changed) waiting.changed$.next();
            }),
        );
        for (const row of await documents.waiting(name)) waiting.take(name, row);
      }),
    );
    return waiting;
  }

  get count(): number {
    let count = 0;
    for (const rows of this.rows.values()) count += rows.size;
    return count;
  }

  has(collection: CollectionName, id: string): boolean {
    return this.rows.get(collection)?.has(id) ?? false;
  }

  /** Whether the deletion of `<collection>/<id>` waits. */
  isDeletion(place: string): boolean {
    const [collection, id] = place.split('/') as [CollectionName, string];
    return this.rows.get(collection)?.get(id)?.deleted ?? false;
  }

  of(collection: CollectionName): PendingDocument[] {
    return [...(this.rows.get(collection)?.values() ?? [])];
  }

  /** The rows as they were written last. */
  storedRows(): [CollectionName, Stored[]][] {
    return [...this.rows].map(([name, rows]) => [name, [...rows.values()].map(({ stored }) => stored)]);
  }

  all(): PendingDocument[] {
    return [...this.rows.values()].flatMap((rows) => [...rows.values()]);
  }

  /**
   * Reads the index again. A row that is otherwise than was told, waiting or not, is written as it is: that tells all tabs, and every list that
   * shows it.
   */
  async lookAgain(documents: Documents): Promise<void> {
    await Promise.all(
      [...this.rows].map(async ([name, rows]) => {
        const before = new Map(rows);
        const found = await documents.waiting(name);
        const ids = new Set(found.map(({ id }) => id));
        const otherwise = [
          ...found.filter(({ id, _rev }) => rows.get(id)?.written !== _rev).map(({ id }) => id),
          ...[...before].filter(([id, row]) => !ids.has(id) && rows.get(id) === row).map(([id]) => id),
        ];
        if (otherwise.length === 0) return;
        // known here whether or not the disk takes the write
        for (const row of found) this.take(name, row);
        this.changed$.next();
        const written = new Set(
          await documents.write(name, otherwise, (now) =>
            now && documents.passes(name, now)
              ? { version: versionOf(now), pending: now.waits ? now.pending! : null }
              : 'keep',
          ),
        );
        // not there any more, or damaged and on its way out
        for (const id of otherwise) if (!written.has(id)) rows.delete(id);
        this.changed$.next();
      }),
    );
  }

  touch(): void {
    this.changed$.next();
  }

  close(): void {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
    this.changed$.complete();
  }

  /** Whether it waits, or did. */
  private take(collection: CollectionName, row: Stored): boolean {
    if (this.isOlder(`${collection}/${row.id}`, { height: Number.parseInt(row._rev, 10), at: row._meta.lwt }))
      return false;
    const rows = this.rows.get(collection)!;
    if (!row.waits) return rows.delete(row.id);
    rows.set(row.id, {
      collection,
      id: row.id,
      title: titleOf(row),
      since: row.pending?.since ?? 0,
      editedAt: Number(row['updatedAt'] ?? 0),
      deleted: row._deleted,
      written: row._rev,
      stored: row,
      ...cascadeParentOf(row),
    });
    return true;
  }

  /** Whether a later write of the row was told of before this one. */
  private isOlder(place: string, now: Told): boolean {
    const last = this.told.get(place);
    if (last && now.height < last.height && now.at < last.at) return true;
    this.told.delete(place);
    this.told.set(place, now);
    if (this.told.size > TOLD_MAX) this.told.delete(this.told.keys().next().value!);
    return false;
  }
}
