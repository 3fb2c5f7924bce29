/**
 * Answers from the storage at once, and follows by RxDB when something changes. RxDB's own first answer makes a query and a document of
 * its own for each row, and begins again after 20 ms for every write that commits meanwhile; most lists are left before anything of them changes.
 *
 *   read ──────────────► value          a change ──► followed ──► value, value …
 *   (a change may come first: then what was read is passed over)
 */
import { normalizeMangoQuery, prepareQuery, type MangoQuery } from 'rxdb';
import { defer, filter, from, merge, share, switchMap, take, takeUntil, type Observable } from 'rxjs';
import type { ReplicaCollection } from './replica-database';
import type { Stored, StoredFields } from './stored';

/**
 * @param touches whether a change of this document may be one of the value
 * @param read the value as it is in the storage now
 * @param followed the value now and whenever it changes
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
    // in this order: a change while it is read is heard
    return merge(later, from(read()).pipe(takeUntil(later)));
  });
}

/** Rows that a query finds, as stored. */
export async function storedRows(collection: ReplicaCollection, query: MangoQuery<StoredFields>): Promise<Stored[]> {
  const { jsonSchema } = collection.schema;
  const { selector, ...filled } = normalizeMangoQuery(jsonSchema, query);
  const prepared = prepareQuery(jsonSchema, {
    ...filled,
    selector: { ...selector, _deleted: { $eq: false } } as never,
  });
  return (await collection.storageInstance.query(prepared)).documents as unknown as Stored[];
}
