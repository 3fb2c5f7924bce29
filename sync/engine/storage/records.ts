/**
 * The records of one collection as RxDB's Dexie storage keeps them, read and written with as few requests as IndexedDB takes.
 *
 *   range of an index    one getAll                          (the storage's own way: a cursor, which asks for each record)
 *   what was written     one getAll                          (its own way: a cursor too)
 *   what is not here     one add each, nothing read before   (its own way: read all, compare, write, and look after attachments)
 *
 * What is inserted here is on its way to the disk when it counts as written: `settle` resolves when it is there.
 */
import type Dexie from 'dexie';
import { getKeyRangeByQueryPlan } from 'rxdb/plugins/storage-dexie';
import type { RxQueryPlan } from 'rxdb';

export type AtRest = { id: string; _deleted: boolean; sealed?: string } & Record<string, unknown>;

interface State {
  dexieDb: Dexie & { _options: { IDBKeyRange?: typeof IDBKeyRange } };
  booleanIndexes: string[];
}

const DOCS = 'docs';
/** A field that a row has at rest only where it is true: its index holds those rows alone. */
export const SPARSE = 'waits';
/** A store of RxDB's that nothing else uses: a write to it queues behind no other. */
const FLUSHED = 'changes';

export class Records {
  private unsettled = false;

  /** @param internals of a storage instance of RxDB's Dexie storage */
  constructor(private readonly internals: Promise<State>) {}

  /** Whether all rows that a plan is about are in its index. */
  covers({ index, startKeys }: RxQueryPlan): boolean {
    const at = index.indexOf(SPARSE);
    return at < 0 || (startKeys[at] as unknown) === true;
  }

  /**
   * Records of an index in its order; deleted ones too, where the range has them.
   * @param count how many at most
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

  /** Records written after a moment (RxDB's time of the last write, and the id where several share it), in the order of their writing; deleted ones too. */
  async writtenAfter({ lwt, id }: { lwt: number; id: string }, count: number): Promise<AtRest[]> {
    const { dexieDb } = await this.internals;
    const after = (dexieDb._options.IDBKeyRange ?? IDBKeyRange).lowerBound([lwt, id], true);
    return this.read((docs) => docs.index('[_meta.lwt+id]').getAll(after, count));
  }

  /** All records, by their ids. */
  all(): Promise<AtRest[]> {
    return this.read((docs) => docs.getAll());
  }

  /** Writes records whose ids are not there, and gives those that are; these are left as they are. One transaction. */
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
          // only this one is not written
          event.preventDefault();
          event.stopPropagation();
          here.add(record.id);
        };
      }
    });
    return here;
  }

  /** Resolves when everything that was inserted is on the disk: a strict write of the same database takes along what was written before it. */
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
    // Dexie's own transaction: it opens a connection again that the browser has ended
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

/** IndexedDB's keys are no booleans. */
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

/** null: nothing can lie in it. */
function keyRange(booleans: string[], plan: RxQueryPlan, ranges: typeof IDBKeyRange | undefined): IDBKeyRange | null {
  try {
    return getKeyRangeByQueryPlan(booleans, plan, ranges) as IDBKeyRange;
  } catch (error) {
    if ((error as Error).name === 'DataError') return null;
    throw error;
  }
}
