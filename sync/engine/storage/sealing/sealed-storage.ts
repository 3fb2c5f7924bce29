/**
 * An RxDB storage that encrypts documents. At rest a document has the store's declared fields that its kind uses (the
 * key, indexed fields, RxDB's own) and one encrypted field with all others. Its id is the end of its key.
 *
 *   write  document ──seal──► transaction ──► event with the given document     read  transaction ──► cached? else open ──► document
 *   other tabs: event with the encrypted document ──open, in order──► event
 *
 * A query on plain fields runs in the storage below; any other query reads the range of its index, decrypts it, and
 * filters here. Recently written or read documents are cached, so that repeated queries need no decryption. Events of
 * other tabs contain only the plain fields of the previous version; therefore a count, which RxDB updates from previous
 * versions, allows only conditions on plain fields.
 *
 * RxDB's Dexie storage copies documents field by field and does not support bytes: the encrypted field is a string of
 * characters below 256, which browsers store with one byte each.
 */
import {
  getPrimaryFieldOfPrimaryKey,
  getQueryMatcher,
  getSortComparator,
  randomToken,
  type BulkWriteRow,
  type EventBulk,
  type PreparedQuery,
  type RxDocumentData,
  type RxStorage,
  type RxStorageChangeEvent,
  type RxStorageInstance,
  type RxStorageWriteError,
} from 'rxdb';
import { Subject, type Subscription } from 'rxjs';
import type { KindName } from '../../../model/kinds';
import { STORE_NAMES, type StoreName } from '../../../model/stores';
import { Records } from '../records';
import { idOf, isKeyIndex, plainFields } from '../schema';
import { DocumentCache } from './document-cache';
import { SealError, type Vault } from './vault';

type Document = RxDocumentData<{ id: string; key: string }> & Record<string, unknown>;
type AtRest = Document & { sealed?: string };
type Instance = RxStorageInstance<{ id: string }, unknown, unknown>;
type Bulk = EventBulk<RxStorageChangeEvent<Document>, unknown>;

/** capacity of the cache in encrypted bytes, over all stores */
const CACHE_BYTES = 8 * 1024 * 1024;
/** characters converted per call, limited by the number of arguments */
const AT_ONCE = 8_192;

/** RxDB's internal store contains schemas only. */
const INTERNAL = '_rxdb_internal';

/** Bytes as a string with one character (below 256) for each byte. */
export function asString(bytes: Uint8Array): string {
  let text = '';
  // `apply` accepts the typed array directly; spreading would iterate byte by byte.
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + AT_ONCE) as unknown as number[]);
  return text;
}

/** The bytes of a string made by `asString`. */
export function asBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

const RXDB_FIELDS = ['_deleted', '_rev', '_meta', '_attachments'];

/** Fields used by a selector or a sort. */
function fieldsIn(part: unknown, fields: Set<string> = new Set()): Set<string> {
  for (const [key, value] of Object.entries((part ?? {}) as Record<string, unknown>)) {
    if (key.startsWith('$')) {
      if (Array.isArray(value)) for (const each of value) fieldsIn(each, fields);
    } else fields.add(key.split('.')[0]!);
  }
  return fields;
}

/** @param isOnlyTab whether no other tab has the database open */
export function sealedStorage(
  storage: RxStorage<unknown, unknown>,
  vault: Vault,
  isOnlyTab: () => Promise<boolean> = () => Promise.resolve(false),
): RxStorage<unknown, unknown> {
  const cache = new DocumentCache<Document>(CACHE_BYTES);
  return Object.assign({}, storage, {
    async createStorageInstance(params: Parameters<typeof storage.createStorageInstance>[0]) {
      const instance = await storage.createStorageInstance(params);
      return params.collectionName === INTERNAL
        ? instance
        : (new SealedInstance(
            instance as unknown as Instance,
            vault,
            cache,
            isOnlyTab,
          ).asInstance() as unknown as typeof instance);
    },
  }) as RxStorage<unknown, unknown>;
}

/** Additional methods of a sealed instance, for a first sync. */
export interface InsertStorage {
  /** Inserts missing documents and resolves to the keys that exist. Not durable yet when it resolves. */
  insertAbsent(documents: object[], context: string): Promise<Set<string>>;
  /** Resolves when inserted documents are durable. */
  settle(): Promise<void>;
}

/** Additional methods for the search index. */
export interface WrittenAfter {
  /**
   * Documents of a kind after a position in write order (RxDB's time of the last write, then the id), including deleted
   * ones.
   */
  writtenAfter(kind: KindName, moment: { lwt: number; id: string }, count: number): Promise<object[]>;
}

class SealedInstance {
  private readonly records: Records;
  /** null: a collection of RxDB's own, of a migration; its plain fields are those that RxDB compares */
  private readonly store: StoreName | null;
  private readonly primary: string;
  /** plain fields of documents by kind */
  private readonly plain = new Map<string, ReadonlySet<string>>();
  private readonly changes$ = new Subject<Bulk>();
  private readonly subscription: Subscription;
  /** documents of this instance's own writes by written row, so that their events need no decryption */
  private readonly ownDocuments = new WeakMap<object, Document>();
  /** serialises the decryption of events from other tabs */
  private opening: Promise<void> | null = null;

  constructor(
    private readonly inner: Instance,
    private readonly vault: Vault,
    private readonly cache: DocumentCache<Document>,
    private readonly isOnlyTab: () => Promise<boolean>,
  ) {
    this.store = STORE_NAMES.find((name) => name === inner.collectionName) ?? null;
    this.primary = getPrimaryFieldOfPrimaryKey(inner.schema.primaryKey);
    this.records = new Records(inner.internals as ConstructorParameters<typeof Records>[0]);
    this.subscription = (inner.changeStream() as unknown as Subject<Bulk>).subscribe((bulk) => this.onBulk(bulk));
  }

  /** The storage instance for RxDB. */
  asInstance(): Instance & InsertStorage & WrittenAfter {
    const { inner } = this;
    const end = <T>(work: () => Promise<T>): Promise<T> => {
      this.subscription.unsubscribe();
      this.changes$.complete();
      return work();
    };
    return {
      databaseName: inner.databaseName,
      internals: inner.internals,
      options: inner.options,
      schema: inner.schema,
      collectionName: inner.collectionName,
      bulkWrite: (rows: BulkWriteRow<{ id: string }>[], context: string) =>
        this.bulkWrite(rows as unknown as BulkWriteRow<Document>[], context),
      findDocumentsById: async (ids: string[], deleted: boolean) =>
        this.openAll((await inner.findDocumentsById(ids, deleted)) as AtRest[]),
      query: async (query: PreparedQuery<{ id: string }>) => ({ documents: await this.query(query) }),
      count: (query: PreparedQuery<{ id: string }>) => this.count(query),
      insertAbsent: (documents: object[], context: string) => this.insertAbsent(documents as Document[], context),
      settle: () => this.records.settle(),
      writtenAfter: async (kind: KindName, moment: { lwt: number; id: string }, count: number) =>
        Promise.all(
          ((await this.records.writtenAfter(kind, moment, count)) as AtRest[]).map((each) => this.open(each, false)),
        ),
      changeStream: () => this.changes$.asObservable(),
      getAttachmentData: inner.getAttachmentData.bind(inner),
      cleanup: inner.cleanup.bind(inner),
      remove: () => end(() => inner.remove()),
      close: () => end(() => inner.close()),
    } as unknown as Instance & InsertStorage & WrittenAfter;
  }

  private keyOf(document: Document): string {
    return String(document[this.primary]);
  }

  private place(document: Document): string {
    return `${this.inner.collectionName}/${this.keyOf(document)}`;
  }

  private plainOf(kind: unknown): ReadonlySet<string> {
    const name = String(kind);
    let plain = this.plain.get(name);
    if (!plain) {
      plain = this.store
        ? plainFields(this.store, name, this.inner.schema)
        : new Set([this.primary, ...RXDB_FIELDS, ...(this.inner.schema.indexes ?? []).flat()]);
      this.plain.set(name, plain);
    }
    return plain;
  }

  /** Only plain fields, including those that RxDB compares. */
  private plainFields(document: Document): AtRest {
    const bare: Record<string, unknown> = {};
    for (const field of this.plainOf(document['docKind'])) if (field in document) bare[field] = document[field];
    return bare as AtRest;
  }

  private async seal(document: Document): Promise<AtRest> {
    const content: Record<string, unknown> = {};
    const plain = this.plainOf(document['docKind']);
    for (const [field, value] of Object.entries(document))
      if (!plain.has(field) && !(field === 'id' && this.store)) content[field] = value;
    const sealed = this.plainFields(document);
    sealed.sealed = asString(await this.vault.sealValue(this.place(document), content));
    return sealed;
  }

  /** @param remember false for a single read, which would only evict documents in use */
  private async open(stored: AtRest, remember = true): Promise<Document> {
    const known = this.ownDocuments.get(stored) ?? this.cache.get(this.place(stored), stored);
    if (known) return known;
    const { sealed = '' } = stored;
    // Not all of its fields: the storage adds flags that are indexed in this store to rows of every kind.
    const clear = this.plainFields(stored);
    if (this.store) clear.id = idOf(stored.key);
    let content: object;
    try {
      content = (await this.vault.openValue(this.place(stored), asBytes(sealed))) as object;
    } catch (error) {
      // Damaged: returns the plain fields only; the layout check (../integrity/layout-check) detects it.
      if (!(error instanceof SealError)) throw error;
      return clear as Document;
    }
    const document = { ...content, ...clear } as Document;
    if (remember) this.cache.put(this.place(stored), document, sealed.length);
    return document;
  }

  private openAll(stored: AtRest[]): Promise<Document[]> {
    return Promise.all(stored.map((each) => this.open(each)));
  }

  private async bulkWrite(
    rows: BulkWriteRow<Document>[],
    context: string,
  ): Promise<{ error: RxStorageWriteError<Document>[] }> {
    const sealed = await Promise.all(
      rows.map(async ({ previous, document }) => {
        const row = {
          document: await this.seal(document),
          ...(previous ? { previous: this.plainFields(previous) } : {}),
        };
        this.ownDocuments.set(row.document, document);
        if (previous) this.ownDocuments.set(row.previous!, previous);
        return row;
      }),
    );
    const { error } = await this.inner.bulkWrite(sealed as never, context);
    const refused = new Set(error.map((each) => each.documentId));
    for (const [i, { document }] of sealed.entries())
      if (!refused.has(this.keyOf(document)))
        this.cache.put(this.place(document), rows[i]!.document, document.sealed!.length);
    // RxDB expects events before the write resolves.
    await this.opening;
    return {
      error: await Promise.all(error.map((each) => this.openError(each as unknown as RxStorageWriteError<Document>))),
    };
  }

  /** Inserted documents are not cached, as no reader needs them soon. */
  private async insertAbsent(documents: Document[], context: string): Promise<Set<string>> {
    const sealed = await Promise.all(documents.map((document) => this.seal(document)));
    const here = await this.records.insertAbsent(sealed);
    const written = documents.flatMap((document, i) =>
      here.has(document.key) ? [] : [[document, sealed[i]!] as const],
    );
    if (written.length === 0) return here;
    const [
      {
        key,
        _meta: { lwt },
      },
    ] = written.at(-1)!;
    const bulkOf = (of: (pair: readonly [Document, AtRest]) => Document): Bulk => ({
      id: randomToken(10),
      checkpoint: { id: key, lwt },
      context,
      events: written.map((pair) => ({
        operation: 'INSERT' as const,
        documentId: pair[0].key,
        documentData: of(pair),
        previousDocumentData: undefined,
      })) as never,
    });
    // Sending a whole first sync through the tabs' channel costs as much as encrypting it, so it is skipped if there is
    // no other tab.
    if ((await this.isOnlyTab()) && this.opening === null) {
      this.changes$.next(bulkOf(([document]) => document));
      return here;
    }
    for (const [document, atRest] of written) this.ownDocuments.set(atRest, document);
    // Emits the event of the storage below, for this tab and others.
    (this.inner as unknown as { changes$: Subject<Bulk> }).changes$.next(bulkOf(([, atRest]) => atRest));
    await this.opening;
    return here;
  }

  private async openError(error: RxStorageWriteError<Document>): Promise<RxStorageWriteError<Document>> {
    const { document, previous } = error.writeRow;
    const writeRow = {
      document: await this.open(document as AtRest),
      ...(previous ? { previous: await this.open(previous as AtRest) } : {}),
    };
    return {
      ...error,
      writeRow,
      ...('documentInDb' in error ? { documentInDb: await this.open(error.documentInDb as AtRest) } : {}),
    } as RxStorageWriteError<Document>;
  }

  /** Whether the storage below can evaluate the query by itself. */
  private isPlainQuery({ query }: PreparedQuery<{ id: string }>): boolean {
    const fields = fieldsIn(query.selector);
    for (const part of query.sort) fieldsIn(part, fields);
    const plain = this.plainOf((query.selector as { docKind?: { $eq?: unknown } }).docKind?.$eq);
    return [...fields].every((field) => plain.has(field));
  }

  private async query(prepared: PreparedQuery<{ id: string }>): Promise<Document[]> {
    const { query, queryPlan } = prepared;
    const until = query.skip + (query.limit ?? Number.POSITIVE_INFINITY);
    const decidable = this.isPlainQuery(prepared);
    const covered = this.records.covers(queryPlan);
    if (decidable && covered && queryPlan.selectorSatisfiedByIndex && queryPlan.sortSatisfiedByIndex) {
      return this.openAll(((await this.records.range(queryPlan, until)) as AtRest[]).slice(query.skip));
    }
    if (decidable && covered) return this.openAll((await this.inner.query(prepared)).documents as AtRest[]);
    const found = await this.found(prepared);
    return decidable ? this.openAll(this.select(prepared, found)) : this.select(prepared, await this.openAll(found));
  }

  /** Rows at rest: the range of the index, the range of keys, or everything. */
  private async found({ queryPlan }: PreparedQuery<{ id: string }>): Promise<AtRest[]> {
    return (await (this.records.covers(queryPlan)
      ? this.records.range(queryPlan)
      : isKeyIndex(queryPlan.index)
        ? this.records.keys(queryPlan)
        : this.records.all())) as AtRest[];
  }

  /** Of the found rows those that match, in order. */
  private select<D extends object>({ query, queryPlan }: PreparedQuery<{ id: string }>, found: D[]): D[] {
    const matches = getQueryMatcher(this.inner.schema, query as never);
    const rows = found.filter((row) => matches(row as never));
    const isSorted = queryPlan.sortSatisfiedByIndex && (this.records.covers(queryPlan) || isKeyIndex(queryPlan.index));
    if (!isSorted) rows.sort(getSortComparator(this.inner.schema, query as never) as never);
    return rows.slice(query.skip, query.skip + (query.limit ?? Number.POSITIVE_INFINITY));
  }

  private async count(prepared: PreparedQuery<{ id: string }>): Promise<{ count: number; mode: 'fast' | 'slow' }> {
    if (!this.isPlainQuery(prepared))
      throw new TypeError(`a count of ${this.inner.collectionName} may only use plain fields`);
    return this.records.covers(prepared.queryPlan)
      ? this.inner.count(prepared)
      : { count: this.select(prepared, await this.found(prepared)).length, mode: 'slow' };
  }

  /** Emits own events at once, and those of other tabs after decryption, all in order. */
  private onBulk(bulk: Bulk): void {
    const own =
      this.opening === null &&
      bulk.events.every(
        ({ documentData, previousDocumentData }) =>
          this.ownDocuments.has(documentData) && (!previousDocumentData || this.ownDocuments.has(previousDocumentData)),
      );
    if (own) {
      this.changes$.next({
        ...bulk,
        events: bulk.events.map(
          (event) =>
            ({
              ...event,
              documentData: this.ownDocuments.get(event.documentData)!,
              ...(event.previousDocumentData
                ? { previousDocumentData: this.ownDocuments.get(event.previousDocumentData)! }
                : {}),
            }) as never,
        ),
      });
      return;
    }
    const before = this.opening ?? Promise.resolve();
    const opening = before
      .then(() => this.openBulk(bulk))
      .then(
        (opened) => this.changes$.next(opened),
        (error: unknown) => this.changes$.error(error),
      )
      .finally(() => {
        if (this.opening === opening) this.opening = null;
      });
    this.opening = opening;
  }

  private async openBulk(bulk: Bulk): Promise<Bulk> {
    const events = await Promise.all(
      bulk.events.map(async (event) => {
        const { documentData, previousDocumentData } = event;
        const [now, before] = await Promise.all([
          this.open(documentData as AtRest),
          previousDocumentData ? this.openPrevious(previousDocumentData as AtRest) : undefined,
        ]);
        return { ...event, documentData: now, previousDocumentData: before } as never;
      }),
    );
    return { ...bulk, events };
  }

  /**
   * The previous version in another tab's event has no content: it comes from the cache, or only its plain fields are
   * used.
   */
  private async openPrevious(stored: AtRest): Promise<Document> {
    return stored.sealed === undefined ? (this.cache.get(this.place(stored), stored) ?? stored) : this.open(stored);
  }
}
