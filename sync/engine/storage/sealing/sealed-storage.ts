/**
 * An RxDB storage that seals documents. At rest a document keeps what its schema declares (the key, indexed fields, RxDB's own) and one
 * sealed field with everything else.
 *
 *   write  document ──seal──► transaction ──► event: the document as it was given     read  transaction ──► known? else open ──► document
 *   other tabs: event with the sealed document ──open, in order──► event
 *
 * A query by fields in clear runs in the storage below; any other reads the range of its index, opens it, and filters here. What was
 * written or read lately is remembered in memory, so that a list read again costs no decryption. An event of another tab tells of the
 * version before only what is in clear: a count, which RxDB keeps by those versions, takes no other condition.
 *
 * RxDB's Dexie storage copies documents field by field and knows no bytes: the sealed field is a string of characters below 256, which a
 * browser stores as one byte each.
 */
import {
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
import { Records } from '../records';
import { DocumentCache } from './document-cache';
import { SealError, type Vault } from './vault';

type Document = RxDocumentData<{ id: string }> & Record<string, unknown>;
type AtRest = Document & { sealed?: string };
type Instance = RxStorageInstance<{ id: string }, unknown, unknown>;
type Bulk = EventBulk<RxStorageChangeEvent<Document>, unknown>;

/** bytes of sealed documents whose content is remembered, over all collections */
const REMEMBER_BYTES = 8 * 1024 * 1024;
/** characters made of bytes at a time: what a call may have as arguments */
const AT_ONCE = 8_192;

/** RxDB's own store holds schemas alone. */
const INTERNAL = '_rxdb_internal';

export function asString(bytes: Uint8Array): string {
  let text = '';
  // apply takes the bytes as they are; spreading would go through an iterator, byte by byte
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + AT_ONCE) as unknown as number[]);
  return text;
}

export function asBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The fields a selector or a sort speaks of. */
function fieldsIn(part: unknown, fields: Set<string> = new Set()): Set<string> {
  for (const [key, value] of Object.entries((part ?? {}) as Record<string, unknown>)) {
    if (key.startsWith('$')) {
      if (Array.isArray(value)) for (const each of value) fieldsIn(each, fields);
    } else fields.add(key.split('.')[0]!);
  }
  return fields;
}

/** @param alone whether nobody else has the database open */
export function sealedStorage(
  storage: RxStorage<unknown, unknown>,
  vault: Vault,
  alone: () => Promise<boolean> = () => Promise.resolve(false),
): RxStorage<unknown, unknown> {
  const remembered = new DocumentCache<Document>(REMEMBER_BYTES);
  return Object.assign({}, storage, {
    async createStorageInstance(params: Parameters<typeof storage.createStorageInstance>[0]) {
      const instance = await storage.createStorageInstance(params);
      return params.collectionName === INTERNAL
        ? instance
        : (new SealedInstance(
            instance as unknown as Instance,
            vault,
            remembered,
            alone,
          ).offer() as unknown as typeof instance);
    },
  }) as RxStorage<unknown, unknown>;
}

/** What a sealed instance does beyond an RxDB storage, for a first sync. */
export interface Inserting {
  /** Writes documents that are not here, and gives the ids of those that are. On its way to the disk when it resolves. */
  insertAbsent(documents: object[], context: string): Promise<Set<string>>;
  /** Resolves when what was inserted is on the disk. */
  settle(): Promise<void>;
}

/** And for the search index. */
export interface WrittenAfter {
  /** Documents in the order of their writing, deleted ones too, after a moment: RxDB's time of the last write, and the id where several share it. */
  writtenAfter(moment: { lwt: number; id: string }, count: number): Promise<object[]>;
}

class SealedInstance {
  private readonly records: Records;
  private readonly clear: ReadonlySet<string>;
  private readonly changes$ = new Subject<Bulk>();
  private readonly subscription: Subscription;
  /** documents of this instance's own writes by what was written: their events need no decryption */
  private readonly given = new WeakMap<object, Document>();
  /** events of other tabs are opened one after another */
  private opening: Promise<void> | null = null;

  constructor(
    private readonly inner: Instance,
    private readonly vault: Vault,
    private readonly remembered: DocumentCache<Document>,
    private readonly alone: () => Promise<boolean>,
  ) {
    this.clear = new Set(Object.keys(inner.schema.properties));
    this.records = new Records(inner.internals as ConstructorParameters<typeof Records>[0]);
    this.subscription = (inner.changeStream() as unknown as Subject<Bulk>).subscribe((bulk) => this.take(bulk));
  }

  /** What RxDB works with. */
  offer(): Instance & Inserting & WrittenAfter {
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
      writtenAfter: async (moment: { lwt: number; id: string }, count: number) =>
        Promise.all(
          ((await this.records.writtenAfter(moment, count)) as AtRest[]).map((each) => this.open(each, false)),
        ),
      changeStream: () => this.changes$.asObservable(),
      getAttachmentData: inner.getAttachmentData.bind(inner),
      cleanup: inner.cleanup.bind(inner),
      remove: () => end(() => inner.remove()),
      close: () => end(() => inner.close()),
    } as unknown as Instance & Inserting & WrittenAfter;
  }

  private place(id: string): string {
    return `${this.inner.collectionName}/${id}`;
  }

  /** Only fields in clear, and what RxDB compares. */
  private bare(document: Document): AtRest {
    const bare: Record<string, unknown> = {};
    for (const field of this.clear) if (field in document) bare[field] = document[field];
    return bare as AtRest;
  }

  private async seal(document: Document): Promise<AtRest> {
    const content: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(document)) if (!this.clear.has(field)) content[field] = value;
    const sealed = this.bare(document);
    sealed.sealed = asString(await this.vault.sealValue(this.place(document.id), content));
    return sealed;
  }

  /** @param remember false: read once, and it would only drive out what people look at */
  private async open(stored: AtRest, remember = true): Promise<Document> {
    const known = this.given.get(stored) ?? this.remembered.get(this.place(stored.id), stored);
    if (known) return known;
    const { sealed = '', ...clear } = stored;
    let content: object;
    try {
      content = (await this.vault.openValue(this.place(stored.id), asBytes(sealed))) as object;
    } catch (error) {
      // damaged: what is in clear is all there is, and whoever asks sees that it is no document (sync/engine/storage/integrity/layout-check)
      if (!(error instanceof SealError)) throw error;
      return clear as Document;
    }
    const document = { ...content, ...clear } as Document;
    if (remember) this.remembered.put(this.place(stored.id), document, sealed.length);
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
        const row = { document: await this.seal(document), ...(previous ? { previous: this.bare(previous) } : {}) };
        this.given.set(row.document, document);
        if (previous) this.given.set(row.previous!, previous);
        return row;
      }),
    );
    const { error } = await this.inner.bulkWrite(sealed as never, context);
    const refused = new Set(error.map((each) => each.documentId));
    for (const [i, { document }] of sealed.entries())
      if (!refused.has(document.id))
        this.remembered.put(this.place(document.id), rows[i]!.document, document.sealed!.length);
    // RxDB counts on events that come before the write resolves
    await this.opening;
    return {
      error: await Promise.all(error.map((each) => this.openError(each as unknown as RxStorageWriteError<Document>))),
    };
  }

  /** Nobody is about to read them: they are not remembered. */
  private async insertAbsent(documents: Document[], context: string): Promise<Set<string>> {
    const sealed = await Promise.all(documents.map((document) => this.seal(document)));
    const here = await this.records.insertAbsent(sealed);
    const written = documents.flatMap((document, i) =>
      here.has(document.id) ? [] : [[document, sealed[i]!] as const],
    );
    if (written.length === 0) return here;
    const [
      {
        id,
        _meta: { lwt },
      },
    ] = written.at(-1)!;
    const told = (of: (pair: readonly [Document, AtRest]) => Document): Bulk => ({
      id: randomToken(10),
      checkpoint: { id, lwt },
      context,
      events: written.map((pair) => ({
        operation: 'INSERT' as const,
        documentId: pair[0].id,
        documentData: of(pair),
        previousDocumentData: undefined,
      })) as never,
    });
    // all of a first sync through the channel of the tabs, sealed, costs as much as sealing it: only where another one is
    if ((await this.alone()) && this.opening === null) {
      this.changes$.next(told(([document]) => document));
      return here;
    }
    for (const [document, atRest] of written) this.given.set(atRest, document);
    // as the storage below tells of its own writes, to this tab and to others
    (this.inner as unknown as { changes$: Subject<Bulk> }).changes$.next(told(([, atRest]) => atRest));
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

  /** Whether the storage below can decide alone. */
  private decidable({ query }: PreparedQuery<{ id: string }>): boolean {
    const fields = fieldsIn(query.selector);
    for (const part of query.sort) fieldsIn(part, fields);
    return [...fields].every((field) => this.clear.has(field));
  }

  private async query(prepared: PreparedQuery<{ id: string }>): Promise<Document[]> {
    const { query, queryPlan } = prepared;
    const until = query.skip + (query.limit ?? Number.POSITIVE_INFINITY);
    const decidable = this.decidable(prepared);
    const covered = this.records.covers(queryPlan);
    if (decidable && covered && queryPlan.selectorSatisfiedByIndex && queryPlan.sortSatisfiedByIndex) {
      return this.openAll(((await this.records.range(queryPlan, until)) as AtRest[]).slice(query.skip));
    }
    if (decidable && covered) return this.openAll((await this.inner.query(prepared)).documents as AtRest[]);
    // the range of the index as it is, or everything: what is in it is judged when it is opened
    const matches = getQueryMatcher(this.inner.schema, query as never);
    const found = (await (covered ? this.records.range(queryPlan) : this.records.all())) as AtRest[];
    const rows = (await this.openAll(decidable ? found.filter((row) => matches(row as never)) : found)).filter((row) =>
      matches(row as never),
    );
    if (!covered || !queryPlan.sortSatisfiedByIndex)
      rows.sort(getSortComparator(this.inner.schema, query as never) as never);
    return rows.slice(query.skip, until);
  }

  private async count(prepared: PreparedQuery<{ id: string }>): Promise<{ count: number; mode: 'fast' | 'slow' }> {
    if (!this.decidable(prepared)) throw new TypeError(`${this.inner.collectionName} is counted by fields in clear`);
    return this.records.covers(prepared.queryPlan)
      ? this.inner.count(prepared)
      : { count: (await this.query(prepared)).length, mode: 'slow' };
  }

  /** Own events pass at once, those of other tabs when they are opened, all in their order. */
  private take(bulk: Bulk): void {
    const own =
      this.opening === null &&
      bulk.events.every(
        ({ documentData, previousDocumentData }) =>
          this.given.has(documentData) && (!previousDocumentData || this.given.has(previousDocumentData)),
      );
    if (own) {
      this.changes$.next({
        ...bulk,
        events: bulk.events.map(
          (event) =>
            ({
              ...event,
              documentData: this.given.get(event.documentData)!,
              ...(event.previousDocumentData
                ? { previousDocumentData: this.given.get(event.previousDocumentData)! }
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

  /** Another tab's `previous` carries no content: what it was is in memory, or its fields in clear have to do. */
  private async openPrevious(stored: AtRest): Promise<Document> {
    return stored.sealed === undefined
      ? (this.remembered.get(this.place(stored.id), stored) ?? stored)
      : this.open(stored);
  }
}
