/**
 * The store of store.ts on PostgreSQL.
 *
 *   write:  begin ─► tick the clock (row lock) ─► work ─► flush ─► commit ─► announce
 *
 * The lock lasts to the commit: ticks are in commit order, a reader never skips a late one, and two writers of a company never
 * deadlock with each other. A write inside a write of the same company joins it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Role } from '../../sync/model/kind';
import type { KindName, Doc } from '../../sync/model/kinds';
import { CallError } from '../../sync/protocol/errors';
import type { Actor, Platform } from '../platform/context';
import { accessOf, hasSpace, membersOf, readersOf } from './access';
import type { Announcer } from './announcer';
import { findDocs, readDocs, readVisibleDocs, storedDoc, wireDoc } from './documents';
import type { SyncStore } from './store';
import { Transaction } from './transaction';

type Queryable = Pick<Platform, 'db' | 'query'>;
type Reader = Parameters<Parameters<SyncStore['read']>[1]>[0];

export interface InnerStore extends SyncStore {
  /** Like `write`, with the inner transaction, which push needs. */
  transact<T>(companyId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** One for all stores of the process, like that of the transactions (platform/database/transactions.ts). */
const running = new AsyncLocalStorage<{ of: Queryable; tx: Transaction }>();

export function createSyncStore(
  platform: Queryable & Pick<Platform, 'transaction' | 'afterCommit' | 'clock'>,
  announcer: Announcer,
): InnerStore {
  const joined = (companyId: string): Transaction | null => {
    const open = running.getStore();
    return open?.of === platform && !open.tx.ended && open.tx.companyId === companyId ? open.tx : null;
  };

  async function transact<T>(companyId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (!companyId) throw new CallError('COMPANY_NOT_FOUND');
    const outer = joined(companyId);
    if (outer) return work(outer);
    try {
      return await platform.transaction(async () => {
        const tx = new Transaction(platform, companyId, await tick(platform, companyId), () => platform.clock.now());
        try {
          const result = await running.run({ of: platform, tx }, () => work(tx));
          await tx.flush();
          platform.afterCommit(() => announcer.announce(tx.announcement));
          return result;
        } finally {
          tx.ended = true;
        }
      });
    } catch (error) {
      if (isLockTimeout(error)) throw new CallError('DATA_LOCK_FAILED', { cause: error });
      throw error;
    }
  }

  return {
    transact,
    write: transact,
    read: async (companyId, work) => work(joined(companyId) ?? reader(platform, companyId)),
    async visible<N extends KindName>(actor: Actor, collection: N, id: string): Promise<Doc<N> | null> {
      const [found] = await readVisibleDocs(platform, actor, collection, [id]);
      return found && !found.row.deleted ? (wireDoc(found.row, found.role, actor) as unknown as Doc<N>) : null;
    },
  };
}

/** The first statement of a writing transaction. */
async function tick(database: Queryable, companyId: string): Promise<{ seq: number; epoch: string }> {
  const ticked = await database.query<{ seq: number; epoch: string }>({
    name: 'sync_tick',
    text: `insert into company_clock as c (company_id, seq) values ($1, 1)
      on conflict (company_id) do update set seq = c.seq + 1 returning seq, epoch`,
    values: [companyId],
  });
  return ticked.rows[0]!;
}

/** lock_not_available and deadlock_detected of PostgreSQL */
const isLockTimeout = (error: unknown): boolean =>
  ['55P03', '40P01'].includes(String((error as { code?: unknown } | null)?.code));

/** Access is as it was when the reading first asked for it. */
function reader(database: Queryable, companyId: string): Reader {
  const access = new Map<string, ReturnType<typeof accessOf>>();
  const accessTo = (userId: string): ReturnType<typeof accessOf> => {
    const known = access.get(userId) ?? accessOf(database, companyId, userId);
    access.set(userId, known);
    return known;
  };
  return {
    companyId,
    async get(collection, id) {
      const [row] = await readDocs(database, companyId, collection, [id]);
      return row && !row.deleted ? storedDoc(row) : null;
    },
    async list(collection, by) {
      if (!('ids' in by)) return (await findDocs(database.db, companyId, collection, by)).map((r) => storedDoc(r));
      return (await readDocs(database, companyId, collection, by.ids)).flatMap((r) =>
        r.deleted ? [] : [storedDoc(r)],
      );
    },
    roleIn: async (space, userId): Promise<Role | null> => (await accessTo(userId)).get(space) ?? null,
    members: (space) => membersOf(database.db, companyId, space),
    spaceExists: (space) => hasSpace(database.db, companyId, space),
    readersOf: (pairs) => readersOf(database, companyId, pairs),
  };
}
