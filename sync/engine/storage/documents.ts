/**
 * The one way to read and change documents on this device. Every local edit raises the revision's height, stamps the time by the
 * corrected clock and marks the document as waiting, together with what it was based on, in one write.
 *
 * Writers of several tabs meet in the storage: a write names the version it replaces, and is computed anew when that is gone.
 */
import { createRevision, now, prepareQuery, type BulkWriteRow, type RxDocumentData } from 'rxdb';
import { CallError } from '../../protocol/errors';
import type { CollectionName, Doc } from '../../model/registry';
import { nextRev } from '../../model/rev';
import { sameValue } from '../../merge/values';
import type { Version } from '../../merge/merge';
import type { Clock } from './clock';
import type { Inserting, WrittenAfter } from './sealing/sealed-storage';
import type { Replica } from './replica-database';
import { isQuotaError } from './quota';
import { baseOf, pageDoc, versionOf, type Pending, type Stored, type StoredFields } from './stored';

/** What stands after a write; `keep` leaves the row alone. */
export type Next = 'keep' | { version: Version; pending: Pending | null };

/** Attempts of one write against other tabs: each failure means somebody else succeeded. */
const MAX_ATTEMPTS = 50;

export class Documents {
  /** Whether a row may be read; a damaged one is none. */
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

  /** Rows as stored, deleted ones too. */
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

  /** Whether there is any document. */
  async holdsAny(collection: CollectionName): Promise<boolean> {
    return (await this.replica.collection(collection).findOne().exec()) !== null;
  }

  /** Rows that wait, deletions too, by the index of waiting rows. */
  async waiting(collection: CollectionName): Promise<Stored[]> {
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

  /** Rows in the order of their writing here, deleted ones too: those after a moment. */
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

  /** A document made on this device. Throws when it exists already. */
  async create(collection: CollectionName, fields: Version): Promise<void> {
    await this.write(collection, [fields.id], (stored) => {
      if (stored && !stored._deleted)
        throw new CallError('DOCUMENT_INVALID', { message: `${collection}/${fields.id} exists` });
      return this.local(stored, { ...fields, _deleted: false }, collection);
    });
  }

  /** A document made on this device unless it is here: a pull may bring it between a look and the writing. */
  async createIfMissing(collection: CollectionName, fields: Version): Promise<void> {
    await this.write(collection, [fields.id], (stored) =>
      stored && !stored._deleted ? 'keep' : this.local(stored, { ...fields, _deleted: false }, collection),
    );
  }

  /**
   * Changes fields of a document. `patch` gets the document as it stands and gives the fields to change, or null for nothing.
   * Throws DOCUMENT_NOT_FOUND where there is none.
   */
  async change<N extends CollectionName>(
    collection: N,
    id: string,
    patch: (doc: Doc<N>) => Record<string, unknown> | null,
  ): Promise<void> {
    await this.write(collection, [id], (stored) => {
      if (!stored || stored._deleted) throw new CallError('DOCUMENT_NOT_FOUND');
      const before = versionOf(stored);
      const fields = patch(pageDoc<N>(stored));
      if (!fields || Object.entries(fields).every(([field, value]) => sameValue(value, before[field]))) return 'keep';
      return this.local(stored, { ...before, ...fields }, collection);
    });
  }

  /**
   * Deletes documents on this device; those that are not here are passed over. Contents stay until the server has the deletion.
   * @param along `<collection>/<id>` of what they are deleted with
   */
  async remove(collection: CollectionName, ids: string[], along?: string): Promise<void> {
    await this.write(collection, ids, (stored) => {
      if (!stored || stored._deleted) return 'keep';
      const { version, pending } = this.local(stored, { ...versionOf(stored), _deleted: true }, collection);
      return { version, pending: along ? { ...pending, along } : pending };
    });
  }

  /** The same for a document that was deleted here and whose content this device still has. False: it has not. */
  async restore(collection: CollectionName, id: string): Promise<boolean> {
    let restored = false;
    await this.write(collection, [id], (stored) => {
      if (!stored?._deleted || typeof stored['space'] !== 'string') return 'keep';
      restored = true;
      const { _deleted, ...version } = versionOf(stored);
      return this.local(stored, version as Version, collection);
    });
    return restored;
  }

  /** A local edit: a higher revision, now, waiting. */
  private local(
    stored: Stored | undefined,
    version: Version,
    collection: CollectionName,
  ): { version: Version; pending: Pending } {
    const now = this.clock.now();
    const base = stored?.waits ? (stored.pending?.base ?? null) : stored ? baseOf(collection, versionOf(stored)) : null;
    // never below the revision of the server's version: a device clock may be wrong, the height is not
    const rev = nextRev(stored?.['rev'] as string | undefined, base?.['rev'] as string | undefined);
    return {
      version: { ...version, rev, updatedAt: now, recency: -now },
      pending: { base, since: stored?.pending?.since ?? now },
    };
  }

  /**
   * Writes rows computed from what stands there. `next` runs again for rows that somebody else changed in between, so it must be pure.
   * Gives the ids of rows that were written.
   * @param known what stood there a moment ago: not read again unless somebody wrote in between
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
   * Writes documents of the server that are not here, in one transaction, and gives the ids of those that are: nothing of them is touched,
   * whether they wait, are deleted here or are equal. The storage itself decides, without anybody reading first. They are on their way to
   * the disk when this resolves: `settle` before anything is built upon their being there.
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
    return this.full(() => this.inserting(collection).insertAbsent(rows, `satchel-${collection}`));
  }

  /** Resolves when what `insertAbsent` wrote is on the disk. */
  async settle(collection: CollectionName): Promise<void> {
    await this.full(() => this.inserting(collection).settle());
  }

  /** Below RxDB's own layer, which would write over a row that is deleted here: its deletion may not be on the server yet. */
  private inserting(collection: CollectionName): Inserting {
    return this.replica.collection(collection).internalStorageInstance as unknown as Inserting;
  }

  private async bulkWrite(
    collection: CollectionName,
    rows: BulkWriteRow<StoredFields>[],
    storage: Pick<ReturnType<Replica['collection']>['storageInstance'], 'bulkWrite'>,
  ): Promise<Set<string>> {
    const { error } = await this.full(() => storage.bulkWrite(rows, `satchel-${collection}`));
    const broken = error.find((e) => e.status !== 409);
    if (broken) throw new CallError('DOCUMENT_INVALID', { message: JSON.stringify(broken.status), cause: broken });
    return new Set(error.map((e) => e.documentId));
  }

  /** Says so where the disk is full. */
  private async full<T>(write: () => Promise<T>): Promise<T> {
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
