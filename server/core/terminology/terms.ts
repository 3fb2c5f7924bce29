/** Terms by calls. They are documents; the same policy checks their changes by calls and pushes. */
import { newId, spaceOf } from '../../../sync/model/ids';
import type { Doc } from '../../../sync/model/kinds';
import { LIMITS } from '../../../sync/model/limits';
import { TermSearch } from '../../../sync/terms/search';
import type { ParsedInput } from '../../../sync/protocol/call';
import type { Actor, Platform } from '../../platform/context';
import type { SyncTransaction } from '../../sync/store';
import { changeDoc, deleteDoc, visibleOr } from '../change';
import type { CoreServices } from '../context';
import { listVisible } from '../listing';
import type { terminologyCalls } from './contract';
import { foldIdOf, isDuplicate, requireRoom, termPolicy } from './policy';

type Calls = typeof terminologyCalls;

/** Creates a term that was extracted from a file; false where it is there already. Throws TERM_LIMIT_REACHED. */
export async function createExtracted(
  platform: Pick<Platform, 'db'>,
  tx: SyncTransaction,
  actor: Actor,
  { term, definition }: { term: string; definition: string },
): Promise<boolean> {
  const id = newId(tx.now());
  if (await isDuplicate(tx, { id, term })) return false;
  await requireRoom(platform, tx);
  await tx.put('terms', id, {
    space: spaceOf('company', actor.companyId),
    term,
    definition,
    reading: '',
    foldId: foldIdOf(term),
    matchCount: 0,
    source: 'TERMINOLOGY_FILE_EXTRACT',
    creatorId: actor.userId,
    createdAt: tx.now(),
  });
  return true;
}

export function createTerms({ platform, sync }: Pick<CoreServices, 'platform' | 'sync'>) {
  const policy = termPolicy(platform);
  const termOf = (actor: Actor, id: string): Promise<Doc<'terms'>> =>
    visibleOr(sync, actor, 'terms', id, 'DOCUMENT_NOT_FOUND');
  return {
    async search(actor: Actor, { keyword, source, currentPage, pageSize }: ParsedInput<Calls['search']>) {
      const page = { currentPage, pageSize };
      const where = source ? { where: { source } } : {};
      if (keyword.trim() === '')
        return listVisible(platform, actor, 'terms', page, { ...where, newestBy: 'createdAt' });
      const { list } = await listVisible(
        platform,
        actor,
        'terms',
        { currentPage: 1, pageSize: LIMITS.terms },
        { ...where, newestBy: 'createdAt' },
      );
      const found = new TermSearch(list).find(keyword);
      const from = (currentPage - 1) * pageSize;
      return { list: found.slice(from, from + pageSize), total: found.length, ...page };
    },

    async save(actor: Actor, { id: given, reading = '', ...fields }: ParsedInput<Calls['save']>) {
      if (given !== undefined) await termOf(actor, given);
      const id = given ?? newId(platform.clock.now());
      const first =
        given === undefined
          ? {
              space: spaceOf('company', actor.companyId),
              matchCount: 0,
              source: 'MANUAL' as const,
              creatorId: actor.userId,
              createdAt: platform.clock.now(),
            }
          : {};
      await sync.write(actor.companyId, (tx) => changeDoc(tx, actor, policy, id, { ...fields, reading, ...first }));
      return termOf(actor, id);
    },

    async remove(actor: Actor, ids: readonly string[]): Promise<void> {
      await sync.write(actor.companyId, async (tx) => {
        for (const id of new Set(ids)) await deleteDoc(tx, actor, policy, id);
      });
    },
  };
}
