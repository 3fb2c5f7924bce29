/** The rows of one kind, in the store that it shares with other kinds. */
import { normalizeMangoQuery, prepareQuery, type MangoQuery, type RxCollection } from 'rxdb';
import { filter, map, type Observable } from 'rxjs';
import type { KindName } from '../../model/kinds';
import { indexFor, isKeyIndex, keyOf, keysOf } from './schema';
import type { Stored, StoredFields } from './stored';

export type StoreCollection = RxCollection<StoredFields>;

/** A query within a kind. */
export interface KindQuery {
  selector?: Record<string, unknown>;
  sort?: Record<string, 'asc' | 'desc'>[];
  limit?: number;
  skip?: number;
}

export class KindRows {
  constructor(
    readonly kind: KindName,
    private readonly collection: StoreCollection,
  ) {}

  /** Stored rows with these ids, including deleted ones. */
  async byIds(ids: readonly string[]): Promise<Stored[]> {
    const keys = ids.map((id) => keyOf(this.kind, id));
    return (await this.collection.storageInstance.findDocumentsById(keys, true)) as unknown as Stored[];
  }

  /** Stored rows that match a query, read from the storage without RxDB's query and document objects. */
  async find(query: KindQuery = {}): Promise<Stored[]> {
    const { jsonSchema } = this.collection.schema;
    const { selector, index, ...filled } = normalizeMangoQuery(jsonSchema, this.mango(query));
    const prepared = prepareQuery(jsonSchema, {
      ...filled,
      index: ['_deleted', ...index!],
      selector: { ...selector, _deleted: { $eq: false } } as never,
    });
    return (await this.collection.storageInstance.query(prepared)).documents as unknown as Stored[];
  }

  /** Emits the ids of written rows, one write at a time. */
  changes(): Observable<string[]> {
    return this.collection.storageInstance.changeStream().pipe(
      map(({ events }) =>
        events.flatMap(({ documentData }) =>
          documentData.docKind === this.kind ? [(documentData as unknown as Stored).id] : [],
        ),
      ),
      filter((ids) => ids.length > 0),
    );
  }

  find$(query: KindQuery): Observable<StoredFields[]> {
    return this.collection
      .find(this.mango(query))
      .$.pipe(map((documents) => documents.map((document) => document.toJSON(true) as unknown as StoredFields)));
  }

  one$(id: string): Observable<StoredFields | null> {
    return this.collection
      .findOne(keyOf(this.kind, id))
      .$.pipe(map((document) => document && (document.toJSON(true) as unknown as StoredFields)));
  }

  count$(selector: Record<string, unknown> = {}): Observable<number> {
    return this.collection.count(this.mango({ selector })).$;
  }

  /** Rows in RxDB's cache, without a read. */
  inMemory(): Stored[] {
    const cache = this.collection._docCache;
    return [...cache.cacheItemByDocId.keys()].flatMap((key) => {
      const row = cache.getLatestDocumentDataIfExists(key) as Stored | undefined;
      return row && row.docKind === this.kind && !row._deleted ? [row] : [];
    });
  }

  /** A new object for each query: RxDB modifies it. */
  private mango({ selector = {}, sort, limit, skip }: KindQuery): MangoQuery<StoredFields> {
    const index = indexFor(this.kind, selector, sort);
    const [from, to] = keysOf(this.kind);
    return {
      selector: {
        docKind: { $eq: this.kind },
        ...(isKeyIndex(index) ? { key: { $gte: from, $lt: to } } : {}),
        ...selector,
      },
      // RxDB puts `_deleted` before it.
      index: index.slice(1),
      ...(sort ? { sort } : {}),
      ...(limit === undefined ? {} : { limit }),
      ...(skip === undefined ? {} : { skip }),
    } as unknown as MangoQuery<StoredFields>;
  }
}
