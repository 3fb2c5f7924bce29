/**
 * Pending documents: read once from the index of pending rows, then updated by the storage's change stream, which
 * includes writes of other tabs. The cost depends on the changes; there are no scans.
 *
 * The change stream has two limits. Writes of several tabs arrive in any order, so the older of two writes of a row is
 * ignored. A tab that closes may not have announced its last write, so the leader reads the index again when a tab has
 * ended.
 */
import { Subject, type Subscription } from 'rxjs';
import { parentOf, type KindName } from '../../model/kinds';
import type { Replica } from './replica-database';
import type { Documents } from './documents';
import { cascadeParentOf, versionOf, type Stored } from './stored';
import { titleOf } from './titles';

export interface PendingDocument {
  collection: KindName;
  id: string;
  title: string;
  since: number;
  /** milliseconds, time of the latest edit */
  editedAt: number;
  deleted: boolean;
  /** `<kind>/<id>` of the document that it belongs to; absent for none */
  parent?: string;
  /** cascade parent of a deletion */
  cascadeParent?: string;
}

/**
 * `written`: RxDB's revision of the row. `stored`: the row itself, kept in memory in case the database is deleted while
 * open.
 */
interface Row extends PendingDocument {
  written: string;
  stored: Stored;
}

/** A pending row as a pending document. */
export function pendingDocumentOf(collection: KindName, row: Stored): PendingDocument {
  const parent = parentOf(collection, row);
  return {
    collection,
    id: row.id,
    title: titleOf(row),
    since: row.pending?.since ?? 0,
    editedAt: Number(row['updatedAt'] ?? 0),
    deleted: row._deleted,
    ...(parent ? { parent: parent.join('/') } : {}),
    ...cascadeParentOf(row),
  };
}

/** Rows whose last reported write is remembered: more than are ever in transit between tabs. */
const REPORTED_MAX = 1_000;

/**
 * A reported write of a row. Heights increase unless the row was removed in between, and times increase unless the
 * clock was set back.
 */
interface ReportedWrite {
  height: number;
  at: number;
}

export class PendingDocuments {
  /** emits after each change of the pending documents, and when the reason why one is pending has changed */
  readonly changed$ = new Subject<void>();
  private readonly rows = new Map<KindName, Map<string, Row>>();
  private readonly reported = new Map<string, ReportedWrite>();
  private readonly subscriptions: Subscription[] = [];
  /** number of running `together` */
  private writing = 0;

  private constructor(names: readonly KindName[]) {
    for (const name of names) this.rows.set(name, new Map());
  }

  static async open(replica: Replica, documents: Documents): Promise<PendingDocuments> {
    const pending = new PendingDocuments(replica.names);
    // Subscribe first: a write during the read of the index is seen by one of the two, or both.
    for (const store of replica.stores)
      pending.subscriptions.push(
        replica
          .store(store)
          .storageInstance.changeStream()
          .subscribe((bulk) => {
            let changed = false;
            for (const event of bulk.events)
              changed = pending.apply(event.documentData as unknown as Stored) || changed;
            if (changed) pending.announce();
          }),
      );
    for (const row of await documents.allPendingRows()) pending.apply(row);
    return pending;
  }

  get count(): number {
    let count = 0;
    for (const rows of this.rows.values()) count += rows.size;
    return count;
  }

  has(collection: KindName, id: string): boolean {
    return this.rows.get(collection)?.has(id) ?? false;
  }

  /** Whether the deletion of `<kind>/<id>` is pending. */
  isDeletion(place: string): boolean {
    const [collection, id] = place.split('/') as [KindName, string];
    return this.rows.get(collection)?.get(id)?.deleted ?? false;
  }

  of(collection: KindName): PendingDocument[] {
    return [...(this.rows.get(collection)?.values() ?? [])];
  }

  /** The rows as last written. */
  storedRows(): [KindName, Stored[]][] {
    return [...this.rows].map(([name, rows]) => [name, [...rows.values()].map(({ stored }) => stored)]);
  }

  all(): PendingDocument[] {
    return [...this.rows.values()].flatMap((rows) => [...rows.values()]);
  }

  /**
   * Reads the index again. A row that differs from the reported state, pending or not, is written unchanged, which
   * announces it to all tabs and lists.
   */
  async readAgain(documents: Documents): Promise<void> {
    await Promise.all(
      [...this.rows].map(async ([name, rows]) => {
        const before = new Map(rows);
        const found = await documents.pendingRows(name);
        const ids = new Set(found.map(({ id }) => id));
        const differing = [
          ...found.filter(({ id, _rev }) => rows.get(id)?.written !== _rev).map(({ id }) => id),
          ...[...before].filter(([id, row]) => !ids.has(id) && rows.get(id) === row).map(([id]) => id),
        ];
        if (differing.length === 0) return;
        // Update the state first, whether or not the write succeeds.
        for (const row of found) this.apply(row);
        this.changed$.next();
        const written = new Set(
          await documents.write(name, differing, (now) =>
            now && documents.passes(name, now)
              ? { version: versionOf(now), pending: now.waits ? now.pending! : null }
              : 'keep',
          ),
        );
        // Removed meanwhile, or damaged and about to be replaced.
        for (const id of differing) if (!written.has(id)) rows.delete(id);
        this.changed$.next();
      }),
    );
  }

  /** Related writes (`together`) are running, so the pending documents may be incomplete. */
  get isWriting(): boolean {
    return this.writing > 0;
  }

  /**
   * Runs writes of this tab that belong together: `changed$` emits after the last, so that they are pushed together.
   */
  async together<T>(write: () => Promise<T>): Promise<T> {
    this.writing += 1;
    try {
      return await write();
    } finally {
      this.writing -= 1;
      if (this.writing === 0) this.announce();
    }
  }

  touch(): void {
    this.changed$.next();
  }

  close(): void {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
    this.changed$.complete();
  }

  private announce(): void {
    if (!this.isWriting) this.changed$.next();
  }

  /** Applies a write. True if the row is or was pending. */
  private apply(row: Stored): boolean {
    const { docKind: collection } = row;
    const rows = collection === '' ? undefined : this.rows.get(collection);
    // A row of the store itself, or of a kind that this replica does not hold.
    if (collection === '' || !rows) return false;
    if (this.isOlder(`${collection}/${row.id}`, { height: Number.parseInt(row._rev, 10), at: row._meta.lwt }))
      return false;
    if (!row.waits) return rows.delete(row.id);
    rows.set(row.id, { ...pendingDocumentOf(collection, row), written: row._rev, stored: row });
    return true;
  }

  /** Whether a later write of the row was reported before this one. */
  private isOlder(place: string, now: ReportedWrite): boolean {
    const last = this.reported.get(place);
    if (last && now.height < last.height && now.at < last.at) return true;
    this.reported.delete(place);
    this.reported.set(place, now);
    if (this.reported.size > REPORTED_MAX) this.reported.delete(this.reported.keys().next().value!);
    return false;
  }
}
