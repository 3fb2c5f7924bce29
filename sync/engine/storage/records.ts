/**
 * Records of one store in RxDB's Dexie storage, read and written with as few IndexedDB requests as possible.
 *
 *   range of an index    one getAll                          (RxDB: a cursor, one request per record)
 *   rows after a write   one getAll                          (RxDB: a cursor, too)
 *   missing rows         one add each, without a read        (RxDB: read all, compare, write, handle attachments)
 *
 * Inserted rows are not durable when the insert resolves; `settle` resolves when they are.
 */
import type Dexie from 'dexie';
import { getKeyRangeByQueryPlan } from 'rxdb/plugins/storage-dexie';
import type { RxQueryPlan } from 'rxdb';
import type { KindName } from '../../model/kinds';
import { isKeyIndex, isWriteOrder, keyOf } from './schema';

export type AtRest = { key: string; _deleted: boolean; sealed?: string } & Record<string, unknown>;

interface State {
  dexieDb: Dexie & { _options: { IDBKeyRange?: typeof IDBKeyRange } };
  booleanIndexes: string[];
}

const DOCS = 'docs';
/** A field that a row has at rest only if it is true: its index contains only those rows. */
export const SPARSE = 'waits';
/** Order of writes of each kind, instead of RxDB's own over all rows (lean-storage.ts). */
export const WRITE_ORDER = '[docKind+_meta.lwt+key]';
/** An otherwise unused store of RxDB: a write to it waits for no other. */
const FLUSHED = 'changes';

export class Records {
  private unsettled = false;

  /** @param internals of a storage instance of RxDB's Dexie storage */
  constructor(private readonly internals: Promise<State>) {}

  /** Whether the plan's index exists and contains all rows of its range. */
  covers({ index, startKeys }: RxQueryPlan): boolean {
    if (isKeyIndex(index) || isWriteOrder(index)) return false;
    const at = index.indexOf(SPARSE);
    return at < 0 || (startKeys[at] as unknown) === true;
  }

  /**
   * Records of an index range in order, including deleted ones if they are in the range.
   * @param count maximum number
   */
  async range(plan: RxQueryPlan, count = Number.POSITIVE_INFINITY): Promise<AtRest[]> {
    if (count <= 0) return [];
    const { dexieDb, booleanIndexes } = await this.internals;
    const range = keyRange(booleanIndexes, plan, dexieDb._options.IDBKeyRange);
    if (!range) return [];
    return this.read((docs) =>
      docs.index(`[${plan.index.join('+')}]`).getAll(range, Number.isFinite(count) ? count : undefined),
    );
  }

  /**
   * Records of a kind after a position in write order (RxDB's time of the last write, then the id), including deleted
   * ones.
   */
  async writtenAfter(kind: KindName, { lwt, id }: { lwt: number; id: string }, count: number): Promise<AtRest[]> {
    const { dexieDb } = await this.internals;
    const after = (dexieDb._options.IDBKeyRange ?? IDBKeyRange).bound(
      [kind, lwt, keyOf(kind, id)],
      [kind, Number.POSITIVE_INFINITY],
      true,
    );
    return this.read((docs) => docs.index(WRITE_ORDER).getAll(after, count));
  }

  /** Records of a range of keys in order, including deleted ones; `_deleted` is not in the plan's keys. */
  async keys({ index, startKeys, endKeys, inclusiveStart, inclusiveEnd }: RxQueryPlan): Promise<AtRest[]> {
    const { dexieDb } = await this.internals;
    const at = index.indexOf('key');
    const [from, to] = [startKeys[at], endKeys[at]];
    if (typeof from !== 'string' || typeof to !== 'string') return this.all();
    const range = (dexieDb._options.IDBKeyRange ?? IDBKeyRange).bound(from, to, !inclusiveStart, !inclusiveEnd);
    return this.read((docs) => docs.getAll(range));
  }

  /** All records, ordered by key. */
  all(): Promise<AtRest[]> {
    return this.read((docs) => docs.getAll());
  }

  /** Inserts missing records and resolves to the keys that exist; existing records are unchanged. One transaction. */
  async insertAbsent(records: AtRest[]): Promise<Set<string>> {
    const { dexieDb, booleanIndexes } = await this.internals;
    const here = new Set<string>();
    const transaction = dexieDb.backendDB().transaction(DOCS, 'readwrite', { durability: 'relaxed' });
    const docs = transaction.objectStore(DOCS);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => {
        this.unsettled = true;
        resolve();
      };
      transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
      for (const record of records) {
        docs.add(stored(record, booleanIndexes)).onerror = (event) => {
          if ((event.target as IDBRequest).error?.name !== 'ConstraintError') return;
          // Only this record is not written.
          event.preventDefault();
          event.stopPropagation();
          here.add(record.key);
        };
      }
    });
    return here;
  }

  /**
   * Resolves when all inserted records are durable: a strict write to the same database also flushes earlier writes.
   */
  async settle(): Promise<void> {
    if (!this.unsettled) return;
    this.unsettled = false;
    const { dexieDb } = await this.internals;
    const transaction = dexieDb.backendDB().transaction(FLUSHED, 'readwrite', { durability: 'strict' });
    transaction.objectStore(FLUSHED).put({ sequence: 1, id: '' });
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => {
        this.unsettled = true;
        reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
      };
    });
  }

  private async read(ask: (docs: IDBObjectStore) => IDBRequest<unknown[]>): Promise<AtRest[]> {
    const { dexieDb, booleanIndexes } = await this.internals;
    // Dexie's own transaction, as it reopens a connection that the browser has closed.
    const rows = await dexieDb.transaction(
      'r',
      DOCS,
      async (transaction) =>
        new Promise<unknown[]>((resolve, reject) => {
          const request = ask(transaction.idbtrans.objectStore(DOCS));
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error!);
        }),
    );
    return (rows as Record<string, unknown>[]).map((row) => read(row, booleanIndexes));
  }
}

/** Booleans are not valid IndexedDB keys. */
function stored(record: AtRest, booleans: string[]): Record<string, unknown> {
  const row: Record<string, unknown> = { ...record };
  for (const field of booleans) row[field] = row[field] ? '1' : '0';
  if (row[SPARSE] === '0') delete row[SPARSE];
  return row;
}

function read(row: Record<string, unknown>, booleans: string[]): AtRest {
  for (const field of booleans) row[field] = row[field] === '1';
  return row as AtRest;
}

/** null: the range is empty. */
function keyRange(booleans: string[], plan: RxQueryPlan, ranges: typeof IDBKeyRange | undefined): IDBKeyRange | null {
  try {
    return getKeyRangeByQueryPlan(booleans, plan, ranges) as IDBKeyRange;
  } catch (error) {
    if ((error as Error).name === 'DataError') return null;
    throw error;
  }
}
