/**
 * The only way to read and change documents on this device. In one write, every local edit raises the revision's
 * height, sets the time of the corrected clock and marks the document as pending, together with the base it was made
 * from.
 *
 * Writes of several tabs are serialised by the storage: a write names the version that it replaces, and is computed
 * again if that version is gone.
 */
import { createRevision, now, prepareQuery, type BulkWriteRow, type RxDocumentData } from 'rxdb';
import { CallError } from '../../protocol/errors';
import { KINDS, type Doc, type KindName } from '../../model/kinds';
import type { StoreName } from '../../model/stores';
import { nextRev } from '../../model/rev';
import { sameValue } from '../../merge/values';
import type { Version } from '../../merge/merge';
import type { Clock } from './clock';
import type { InsertStorage, WrittenAfter } from './sealing/sealed-storage';
import type { StoreCollection } from './kind-rows';
import type { Replica } from './replica-database';
import { idOf, keyOf, PENDING_INDEX } from './schema';
import { isQuotaError } from './quota';
import { baseOf, pageDoc, versionOf, type Pending, type Stored, type StoredFields } from './stored';

/** Result of computing a write; `keep` leaves the row unchanged. */
export type Next = 'keep' | { version: Version; pending: Pending | null; isUnknownToServer?: boolean };

/** Attempts of one write against concurrent writes of other tabs. */
const MAX_ATTEMPTS = 50;

export class Documents {
  /** Whether a row is valid. `get` and the reads of pending rows omit damaged rows; `stored` and `find` do not. */
  passes: (collection: KindName, row: StoredFields) => boolean = () => true;

  constructor(
    private readonly replica: Replica,
    private readonly clock: Clock,
    private readonly onStorageFull: () => void = () => {},
  ) {}

  get names(): readonly KindName[] {
    return this.replica.names;
  }

  get stores(): readonly StoreName[] {
    return this.replica.stores;
  }

  /** The document; null if it is missing, deleted or damaged. */
  async get<N extends KindName>(collection: N, id: string): Promise<Doc<N> | null> {
    const [stored] = await this.stored(collection, [id]);
    return stored && !stored._deleted && this.passes(collection, stored) ? pageDoc<N>(stored) : null;
  }

  /** Stored rows, including deleted ones. */
  async stored(kind: KindName, ids: string[]): Promise<Stored[]> {
    return this.replica.kind(kind).byIds(ids);
  }

  /** Documents that match a selector, by an index of the kind if possible. */
  async find<N extends KindName>(kind: N, selector: Record<string, unknown>): Promise<Doc<N>[]> {
    return (await this.replica.kind(kind).find({ selector })).map((row) => pageDoc<N>(row));
  }

  /** Whether there is any document of the kind. */
  async holdsAny(kind: KindName): Promise<boolean> {
    return (await this.replica.kind(kind).find({ limit: 1 })).length > 0;
  }

  /** Valid pending rows of a kind, including deletions. */
  async pendingRows(kind: KindName): Promise<Stored[]> {
    return this.pendingIn(KINDS[kind].store, kind);
  }

  /** Valid pending rows of all kinds, including deletions. */
  async allPendingRows(): Promise<Stored[]> {
    const found = await Promise.all(this.replica.stores.map((store) => this.pendingIn(store)));
    // A replica opened for some kinds does not touch the others.
    return found.flat().filter(({ docKind }) => docKind !== '' && this.names.includes(docKind));
  }

  /** Reads the index of pending rows. */
  private async pendingIn(store: StoreName, kind?: KindName): Promise<Stored[]> {
    const storage = this.replica.store(store).storageInstance;
    const found = await Promise.all(
      [false, true].map(async (deleted) => {
        const query = prepareQuery(storage.schema, {
          selector: {
            _deleted: { $eq: deleted },
            waits: { $eq: true },
            ...(kind ? { docKind: { $eq: kind } } : {}),
          } as never,
          sort: [{ key: 'asc' }],
          skip: 0,
          index: PENDING_INDEX,
        } as never);
        const rows = (await storage.query(query)).documents as unknown as Stored[];
        return rows.filter((row) => deleted || row.docKind === '' || this.passes(row.docKind, row));
      }),
    );
    return found.flat();
  }

  /** Rows of a kind after a position in local write order, including deleted ones. */
  async writtenAfter(kind: KindName, moment: { lwt: number; id: string }, count: number): Promise<Stored[]> {
    const storage = this.replica.store(KINDS[kind].store).internalStorageInstance as unknown as WrittenAfter;
    return (await storage.writtenAfter(kind, moment, count)) as Stored[];
  }

  /** A row of the store itself, without a kind; stored as deleted, so that no query returns it. */
  async storeRow(store: StoreName, id: string): Promise<Stored | undefined> {
    const [row] = await this.replica.store(store).storageInstance.findDocumentsById([storeKey(id)], true);
    return row as unknown as Stored | undefined;
  }

  async writeStoreRow(store: StoreName, id: string, fields: Record<string, unknown>): Promise<void> {
    await this.writeRows({ store, docKind: '' }, [id], () => ({
      version: { id, _deleted: true, ...fields },
      pending: null,
    }));
  }

  /** Creates a document. Throws if it already exists. */
  async create(collection: KindName, fields: Version): Promise<void> {
    await this.write(collection, [fields.id], (stored) => {
      if (stored && !stored._deleted)
        throw new CallError('DOCUMENT_INVALID', { message: `${collection}/${fields.id} exists` });
      return this.localEdit(stored, { ...fields, _deleted: false }, collection);
    });
  }

  /** Creates a document unless it exists: a pull may insert it between a read and this write. */
  async createIfMissing(collection: KindName, fields: Version): Promise<void> {
    await this.write(collection, [fields.id], (stored) =>
      stored && !stored._deleted ? 'keep' : this.localEdit(stored, { ...fields, _deleted: false }, collection),
    );
  }

  /**
   * Changes fields of a document. `patch` receives the current document and returns the changed fields, or null for no
   * change. Throws DOCUMENT_NOT_FOUND if there is none.
   * @param vectors state vectors of fields merged by Yjs, if the caller has decoded the states that `patch` receives
   */
  async change<N extends KindName>(
    collection: N,
    id: string,
    patch: (doc: Doc<N>) => Record<string, unknown> | null,
    vectors?: Record<string, string>,
  ): Promise<void> {
    await this.write(collection, [id], (stored) => {
      if (!stored || stored._deleted) throw new CallError('DOCUMENT_NOT_FOUND');
      const before = versionOf(stored);
      const fields = patch(pageDoc<N>(stored));
      if (!fields || Object.entries(fields).every(([field, value]) => sameValue(value, before[field]))) return 'keep';
      return this.localEdit(stored, { ...before, ...fields }, collection, vectors);
    });
  }

  /**
   * Deletes documents on this device; missing ones are skipped. Contents are preserved until the server has accepted
   * the deletion.
   * @param cascadeParent `<kind>/<id>` of the cascade parent
   */
  async remove(collection: KindName, ids: string[], cascadeParent?: string): Promise<void> {
    await this.write(collection, ids, (stored) => {
      if (!stored || stored._deleted) return 'keep';
      const { version, pending } = this.localEdit(stored, { ...versionOf(stored), _deleted: true }, collection);
      return { version, pending: cascadeParent ? { ...pending, cascadeParent } : pending };
    });
  }

  /** Restores a document that was deleted here, if its content is still on this device. False: it is not. */
  async restore(collection: KindName, id: string): Promise<boolean> {
    let restored = false;
    await this.write(collection, [id], (stored) => {
      if (!stored?._deleted || typeof stored['space'] !== 'string') return 'keep';
      restored = true;
      const { _deleted, ...version } = versionOf(stored);
      return this.localEdit(stored, version as Version, collection);
    });
    return restored;
  }

  /** A local edit: higher revision, current time, pending. */
  private localEdit(
    stored: Stored | undefined,
    version: Version,
    collection: KindName,
    vectors?: Record<string, string>,
  ): { version: Version; pending: Pending } {
    const now = this.clock.now();
    const base = stored?.waits
      ? (stored.pending?.base ?? null)
      : stored && !stored.isUnknownToServer
        ? baseOf(collection, versionOf(stored), vectors)
        : null;
    // Never below the revision of the server's version: a device clock may be wrong, the height is not.
    const rev = nextRev(stored?.['rev'] as string | undefined, base?.['rev'] as string | undefined);
    return {
      version: { ...version, rev, updatedAt: now, recency: -now },
      pending: { base, since: stored?.pending?.since ?? now },
    };
  }

  /**
   * Writes rows computed from their current content. `next` runs again for rows with concurrent writes, so it must be
   * pure. Resolves to the ids of the written rows.
   * @param known rows read just before, which are not read again unless there was a concurrent write
   */
  async write(
    collection: KindName,
    ids: string[],
    next: (stored: Stored | undefined, id: string) => Next,
    known?: ReadonlyMap<string, Stored>,
  ): Promise<string[]> {
    return this.writeRows({ store: KINDS[collection].store, docKind: collection }, ids, next, known);
  }

  private async writeRows(
    { store, docKind }: { store: StoreName; docKind: KindName | '' },
    ids: string[],
    next: (stored: Stored | undefined, id: string) => Next,
    known?: ReadonlyMap<string, Stored>,
  ): Promise<string[]> {
    const storage = this.replica.store(store).storageInstance;
    const place = (id: string) => ({ key: docKind === '' ? storeKey(id) : keyOf(docKind, id), docKind });
    const written: string[] = [];
    let open = [...new Set(ids)];
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt === MAX_ATTEMPTS)
        throw new CallError('DATA_LOCK_FAILED', { message: `${docKind || store} is written from too many sides` });
      const byId =
        attempt === 0 && known
          ? known
          : new Map(
              (
                (await storage.findDocumentsById(
                  open.map((id) => place(id).key),
                  true,
                )) as unknown as Stored[]
              ).map((row) => [row.id, row]),
            );
      const rows: BulkWriteRow<StoredFields>[] = [];
      for (const id of open) {
        const stored = byId.get(id);
        const result = next(stored, id);
        if (result !== 'keep')
          rows.push({
            previous: stored as unknown as RxDocumentData<StoredFields> | undefined,
            document: toRow(place(id), stored, result),
          });
      }
      if (rows.length === 0) break;
      const failed = await this.bulkWrite(`satchel-${docKind || store}`, rows, storage);
      written.push(...rows.map((row) => row.document.id).filter((id) => !failed.has(id)));
      open = [...failed];
    }
    return written;
  }

  /**
   * Inserts missing documents of the server in one transaction, and resolves to the ids that exist; those rows are
   * unchanged, whether pending, deleted or equal. The storage itself decides, without a read. The rows are not durable
   * yet when this resolves: call `settle` before anything depends on them.
   */
  async insertAbsent(kind: KindName, versions: Version[]): Promise<Set<string>> {
    if (versions.length === 0) return new Set();
    const { store } = KINDS[kind];
    const { database } = this.replica.store(store);
    const rows = versions.map((version) => {
      const document = toRow({ key: keyOf(kind, version.id), docKind: kind }, undefined, { version, pending: null });
      document._meta.lwt = now();
      document._rev = createRevision(database.token);
      return document;
    });
    const here = await this.withQuotaReport(() => this.insertStorage(store).insertAbsent(rows, `satchel-${kind}`));
    return new Set([...here].map(idOf));
  }

  /** Resolves when the rows of `insertAbsent` are durable. */
  async settle(kind: KindName): Promise<void> {
    await this.withQuotaReport(() => this.insertStorage(KINDS[kind].store).settle());
  }

  /** Bypasses RxDB's own write, which would overwrite a locally deleted row whose deletion is not pushed yet. */
  private insertStorage(store: StoreName): InsertStorage {
    return this.replica.store(store).internalStorageInstance as unknown as InsertStorage;
  }

  /** Resolves to the ids of rows that were written by another tab meanwhile. */
  private async bulkWrite(
    context: string,
    rows: BulkWriteRow<StoredFields>[],
    storage: Pick<StoreCollection['storageInstance'], 'bulkWrite'>,
  ): Promise<Set<string>> {
    const { error } = await this.withQuotaReport(() => storage.bulkWrite(rows, context));
    const broken = error.find((e) => e.status !== 409);
    if (broken) throw new CallError('DOCUMENT_INVALID', { message: JSON.stringify(broken.status), cause: broken });
    return new Set(error.map((e) => idOf(e.documentId)));
  }

  /** Reports a full disk. */
  private async withQuotaReport<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (cause) {
      if (!isQuotaError(cause)) throw cause;
      this.onStorageFull();
      throw new CallError('DEVICE_STORAGE_FULL', { cause });
    }
  }
}

/** Key of a row of the store itself; no kind has an empty name. */
const storeKey = (id: string): string => `/${id}`;

function toRow(
  place: { key: string; docKind: KindName | '' },
  stored: Stored | undefined,
  next: Exclude<Next, 'keep'>,
): RxDocumentData<StoredFields> {
  return {
    ...next.version,
    ...place,
    _deleted: next.version._deleted === true,
    waits: next.pending !== null,
    pending: next.pending,
    ...(next.isUnknownToServer ? { isUnknownToServer: true } : {}),
    _attachments: {},
    _meta: stored ? { ...stored._meta } : { lwt: 0 },
    _rev: stored?._rev ?? '',
  } as unknown as RxDocumentData<StoredFields>;
}
