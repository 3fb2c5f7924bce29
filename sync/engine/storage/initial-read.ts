/**
 * Answers a query from the storage first, and switches to RxDB when something changes. RxDB's own first result creates
 * a query and a document object for each row, and restarts after 20 ms for every write that commits meanwhile; most
 * lists are closed before anything in them changes.
 *
 *   read ──────────────► value          a change ──► followed ──► value, value …
 *   (a change may come first: the read value is then dropped)
 */
import { normalizeMangoQuery, prepareQuery, type MangoQuery } from 'rxdb';
import { defer, filter, from, merge, share, switchMap, take, takeUntil, type Observable } from 'rxjs';
import type { ReplicaCollection } from './replica-database';
import type { Stored, StoredFields } from './stored';

/**
 * @param touches whether a change of this document may affect the value
 * @param read the current value in the storage
 * @param followed the current value and all later ones
 */
export function withInitialRead<T>(
  collection: ReplicaCollection,
  touches: (id: string) => boolean,
  read: () => Promise<T>,
  followed: () => Observable<T>,
): Observable<T> {
  return defer(() => {
    const later = collection.storageInstance.changeStream().pipe(
      filter(({ events }) => events.some(({ documentId }) => touches(documentId))),
      take(1),
      switchMap(followed),
      share(),
    );
    // In this order: a change during the read is not missed.
    return merge(later, from(read()).pipe(takeUntil(later)));
  });
}

/** Stored rows that match a query. */
export async function storedRows(collection: ReplicaCollection, query: MangoQuery<StoredFields>): Promise<Stored[]> {
  const { jsonSchema } = collection.schema;
  const { selector, ...filled } = normalizeMangoQuery(jsonSchema, query);
  const prepared = prepareQuery(jsonSchema, {
    ...filled,
    selector: { ...selector, _deleted: { $eq: false } } as never,
  });
  return (await collection.storageInstance.query(prepared)).documents as unknown as Stored[];
}
