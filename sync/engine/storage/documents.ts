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
import type { CollectionName, Doc } from '../../model/registry';
import { nextRev } from '../../model/rev';
import { sameValue } from '../../merge/values';
import type { Version } from '../../merge/merge';
import type { Clock } from './clock';
import type { InsertStorage, WrittenAfter } from './sealing/sealed-storage';
import type { Replica } from './replica-database';
import { isQuotaError } from './quota';
import { baseOf, pageDoc, versionOf, type Pending, type Stored, type StoredFields } from './stored';

/** Result of computing a write; `keep` leaves the row unchanged. */
export type Next = 'keep' | { version: Version; pending: Pending | null };

/** Attempts of one write against concurrent writes of other tabs. */
const MAX_ATTEMPTS = 50;

export class Documents {
  /** Whether a row is valid; damaged rows are treated as missing. */
  passes: (collection: CollectionName, row: StoredFields) => boolean = () => true;

  constructor(
    private readonly replica: Replica,
    private readonly clock: Clock,
    private readonly onStorageFull: () => void = () => {},
  ) {}

  get names(): readonly CollectionName[] {
    return this.replica.names;
  }

  async get<N extends CollectionName>(collection: N, id: string): Promise<Doc<N> | null> {
    const [stored] = await this.stored(collection, [id]);
    return stored && !stored._deleted && this.passes(collection, stored) ? pageDoc<N>(stored) : null;
  }

  /** Stored rows, including deleted ones. */
  async stored(collection: CollectionName, ids: string[]): Promise<Stored[]> {
    return (await this.replica
      .collection(collection)
      .storageInstance.findDocumentsById(ids, true)) as unknown as Stored[];
  }

  async find<N extends CollectionName>(collection: N, selector: Record<string, unknown>): Promise<Doc<N>[]> {
    const documents = await this.replica
      .collection(collection)
      .find({ selector: selector as never })
      .exec();
    return documents.map((document) => pageDoc<N>(document.toJSON(true) as unknown as StoredFields));
  }

  /** Whether the collection has any document. */
  async holdsAny(collection: CollectionName): Promise<boolean> {
    return (await this.replica.collection(collection).findOne().exec()) !== null;
  }

  /** Pending rows, including deletions, from the index `waits`. */
  async pendingRows(collection: CollectionName): Promise<Stored[]> {
    const storage = this.replica.collection(collection).storageInstance;
    const found = await Promise.all(
      [false, true].map(async (deleted) => {
        const query = prepareQuery(storage.schema, {
          selector: { _deleted: { $eq: deleted }, waits: { $eq: true } } as never,
          sort: [{ id: 'asc' }],
          skip: 0,
          index: ['_deleted', 'waits', 'id'],
        } as never);
        const rows = (await storage.query(query)).documents as unknown as Stored[];
        return rows.filter((row) => deleted || this.passes(collection, row));
      }),
    );
    return found.flat();
  }

  /** Rows after a position in local write order, including deleted ones. */
  async writtenAfter(
    collection: CollectionName,
    moment: { lwt: number; id: string },
    count: number,
  ): Promise<Stored[]> {
    return (await (this.replica.collection(collection).internalStorageInstance as unknown as WrittenAfter).writtenAfter(
      moment,
      count,
    )) as Stored[];
  }

  /** Creates a document. Throws if it already exists. */
  async create(collection: CollectionName, fields: Version): Promise<void> {
    await this.write(collection, [fields.id], (stored) => {
      if (stored && !stored._deleted)
        throw new CallError('DOCUMENT_INVALID', { message: `${collection}/${fields.id} exists` });
      return this.localEdit(stored, { ...fields, _deleted: false }, collection);
    });
  }

  /** Creates a document unless it exists: a pull may insert it between a read and this write. */
  async createIfMissing(collection: CollectionName, fields: Version): Promise<void> {
    await this.write(collection, [fields.id], (stored) =>
      stored && !stored._deleted ? 'keep' : this.localEdit(stored, { ...fields, _deleted: false }, collection),
    );
  }

  /**
   * Changes fields of a document. `patch` receives the current document and returns the changed fields, or null for no
   * change. Throws DOCUMENT_NOT_FOUND if there is none.
   * @param vectors state vectors of fields merged by Yjs, if the caller has decoded the states that `patch` receives
   */
  async change<N extends CollectionName>(
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
   * @param cascadeParent `<collection>/<id>` of the cascade parent
   */
  async remove(collection: CollectionName, ids: string[], cascadeParent?: string): Promise<void> {
    await this.write(collection, ids, (stored) => {
      if (!stored || stored._deleted) return 'keep';
      const { version, pending } = this.localEdit(stored, { ...versionOf(stored), _deleted: true }, collection);
      return { version, pending: cascadeParent ? { ...pending, along: cascadeParent } : pending };
    });
  }

  /** Restores a document that was deleted here, if its content is still on this device. False: it is not. */
  async restore(collection: CollectionName, id: string): Promise<boolean> {
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
    collection: CollectionName,
    vectors?: Record<string, string>,
  ): { version: Version; pending: Pending } {
    const now = this.clock.now();
    const base = stored?.waits
      ? (stored.pending?.base ?? null)
      : stored
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
    collection: CollectionName,
    ids: string[],
    next: (stored: Stored | undefined, id: string) => Next,
    known?: ReadonlyMap<string, Stored>,
  ): Promise<string[]> {
    const storage = this.replica.collection(collection).storageInstance;
    const written: string[] = [];
    let open = [...new Set(ids)];
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt === MAX_ATTEMPTS)
        throw new CallError('DATA_LOCK_FAILED', { message: `${collection} is written from too many sides` });
      const byId =
        attempt === 0 && known ? known : new Map((await this.stored(collection, open)).map((row) => [row.id, row]));
      const rows: BulkWriteRow<StoredFields>[] = [];
      for (const id of open) {
        const stored = byId.get(id);
        const result = next(stored, id);
        if (result !== 'keep')
          rows.push({
            previous: stored as unknown as RxDocumentData<StoredFields> | undefined,
            document: toRow(stored, result),
          });
      }
      if (rows.length === 0) break;
      const failed = await this.bulkWrite(collection, rows, storage);
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
  async insertAbsent(collection: CollectionName, versions: Version[]): Promise<Set<string>> {
    if (versions.length === 0) return new Set();
    const { database } = this.replica.collection(collection);
    const rows = versions.map((version) => {
      const document = toRow(undefined, { version, pending: null });
      document._meta.lwt = now();
      document._rev = createRevision(database.token);
      return document;
    });
    return this.withQuotaReport(() => this.insertStorage(collection).insertAbsent(rows, `satchel-${collection}`));
  }

  /** Resolves when the rows of `insertAbsent` are durable. */
  async settle(collection: CollectionName): Promise<void> {
    await this.withQuotaReport(() => this.insertStorage(collection).settle());
  }

  /** Bypasses RxDB's own write, which would overwrite a locally deleted row whose deletion is not pushed yet. */
  private insertStorage(collection: CollectionName): InsertStorage {
    return this.replica.collection(collection).internalStorageInstance as unknown as InsertStorage;
  }

  private async bulkWrite(
    collection: CollectionName,
    rows: BulkWriteRow<StoredFields>[],
    storage: Pick<ReturnType<Replica['collection']>['storageInstance'], 'bulkWrite'>,
  ): Promise<Set<string>> {
    const { error } = await this.withQuotaReport(() => storage.bulkWrite(rows, `satchel-${collection}`));
    const broken = error.find((e) => e.status !== 409);
    if (broken) throw new CallError('DOCUMENT_INVALID', { message: JSON.stringify(broken.status), cause: broken });
    return new Set(error.map((e) => e.documentId));
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

function toRow(stored: Stored | undefined, next: Exclude<Next, 'keep'>): RxDocumentData<StoredFields> {
  return {
    ...next.version,
    _deleted: next.version._deleted === true,
    waits: next.pending !== null,
    pending: next.pending,
    _attachments: {},
    _meta: stored ? { ...stored._meta } : { lwt: 0 },
    _rev: stored?._rev ?? '',
  } as unknown as RxDocumentData<StoredFields>;
}
