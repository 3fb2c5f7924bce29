/**
 * Which documents wait for the server: read once from the index of waiting rows, then kept by the change stream of the storage, which
 * brings the writes of other tabs too. Costs what changes, never a scan.
 */
import { Subject, type Subscription } from 'rxjs';
import type { CollectionName } from '../../model/registry';
import type { Replica } from '../replica/database';
import type { Documents } from '../replica/documents';
import { alongOf, type Stored } from '../replica/stored';
import { titleOf } from './kept';

export interface WaitingDocument {
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

export class WaitingDocuments {
  /** emits after each change of what waits, and when why something waits has changed */
  readonly changed$ = new Subject<void>();
  private readonly rows = new Map<CollectionName, Map<string, WaitingDocument>>();
  private readonly subscriptions: Subscription[] = [];

  private constructor(names: readonly CollectionName[]) {
    for (const name of names) this.rows.set(name, new Map());
  }

  static async open(replica: Replica, documents: Documents): Promise<WaitingDocuments> {
    const waiting = new WaitingDocuments(replica.names);
    await Promise.all(replica.names.map(async (name) => {
      // listening first: a write while the index is read is seen by one or both
      waiting.subscriptions.push(replica.collection(name).storageInstance.changeStream().subscribe((bulk) => {
        let changed = false;
        for (const event of bulk.events) changed = waiting.take(name, event.documentData as unknown as Stored) || changed;
        if (changed) waiting.changed$.next();
      }));
      for (const row of await documents.waiting(name)) waiting.take(name, row);
    }));
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

  of(collection: CollectionName): WaitingDocument[] {
    return [...(this.rows.get(collection)?.values() ?? [])];
  }

  all(): WaitingDocument[] {
    return [...this.rows.values()].flatMap((rows) => [...rows.values()]);
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
    const rows = this.rows.get(collection)!;
    if (!row.waits) return rows.delete(row.id);
    rows.set(row.id, { collection, id: row.id, title: titleOf(row), since: row.pending?.since ?? 0, editedAt: Number(row['updatedAt'] ?? 0), deleted: row._deleted, ...alongOf(row) });
    return true;
  }
}
