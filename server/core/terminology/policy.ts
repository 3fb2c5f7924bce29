/** Policy of a company's terms. */
import { createHash } from 'node:crypto';
import { spaceOf } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { CallError } from '../../../sync/protocol/errors';
import { termKey } from '../../../sync/terms/key';
import type { Platform } from '../../platform/context';
import type { PushPolicy, SyncTransaction } from '../../sync/store';
import '../../sync/tables';
import { onlyChanges, refusal, startsWith } from '../refusals';

/** A digest that is equal for terms that count as one (width, case, kana, variants of characters, signs between parts). */
export const foldIdOf = (term: string): string =>
  createHash('sha256').update(termKey(term)).digest('base64url').slice(0, 32);

type Reading = Pick<SyncTransaction, 'list' | 'get' | 'companyId'>;

/** By transaction: ids of the terms without a digest by spelling, read at the second check; null after the first one. */
const idsBySpelling = new WeakMap<Reading, ReadonlyMap<string, string> | null>();

async function withoutDigest(tx: Reading): Promise<ReadonlyMap<string, string>> {
  const all = await tx.list('terms', { space: spaceOf('company', tx.companyId) });
  return new Map(all.flatMap(({ id, term, foldId }) => (foldId === undefined ? [[term, id] as const] : [])));
}

/**
 * Whether another term has this exact spelling. A search by spelling reads all terms, and a pushed file has thousands: the
 * second check in a transaction reads them once for all later ones.
 */
async function isSpelledSo(tx: Reading, { id, term }: { id: string; term: string }): Promise<boolean> {
  const known = idsBySpelling.get(tx);
  if (known === undefined) {
    idsBySpelling.set(tx, null);
    return (await tx.list('terms', { where: { term } })).some((other) => other.id !== id);
  }
  const ids = known ?? (await withoutDigest(tx));
  idsBySpelling.set(tx, ids);
  const other = ids.get(term);
  // this transaction may have changed it since
  return other !== undefined && other !== id && (await tx.get('terms', other))?.term === term;
}

/** Whether an equal term exists. Terms of earlier builds have no digest and are found by their exact spelling. */
export async function isDuplicate(tx: Reading, term: { id: string; term: string }): Promise<boolean> {
  const same = await tx.list('terms', { where: { foldId: foldIdOf(term.term) } });
  return same.some((other) => other.id !== term.id) || isSpelledSo(tx, term);
}

/** By transaction: number of the company's terms, with those that it creates. */
const counted = new WeakMap<Reading, number>();

/** Counts a term that is about to be created. Throws TERM_LIMIT_REACHED: every device of the company holds all of them. */
export async function requireRoom({ db }: Pick<Platform, 'db'>, tx: Reading): Promise<void> {
  let count = counted.get(tx);
  if (count === undefined) {
    const { total } = await db
      .selectFrom('doc')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('company_id', '=', tx.companyId)
      .where('space_id', '=', spaceOf('company', tx.companyId))
      .where('collection', '=', 'terms')
      .where('deleted', '=', false)
      .executeTakeFirstOrThrow();
    count = Number(total);
  }
  if (count >= LIMITS.terms) throw new CallError('TERM_LIMIT_REACHED', { params: { max: LIMITS.terms } });
  counted.set(tx, count + 1);
}

/** All members of the company may edit its terms (workspace 1). */
export const termPolicy = (platform: Pick<Platform, 'db'>): PushPolicy<'terms'> => ({
  collection: 'terms',
  async check({ actor, tx, before, after, changed }) {
    if (!after) return;
    if (after.space !== spaceOf('company', actor.companyId)) throw refusal('DOCUMENT_INVALID', 'space');
    if (before) onlyChanges(changed, ['term', 'definition', 'reading'], 'NO_PERMISSION');
    else startsWith(after, { source: 'MANUAL', matchCount: 0, creatorId: actor.userId });
    if ((!before || changed.includes('term')) && (await isDuplicate(tx, after)))
      throw refusal('TERM_DUPLICATED', 'term');
    if (!before) await requireRoom(platform, tx);
  },
  async apply({ tx, after }) {
    if (!after) return;
    const foldId = foldIdOf(after.term);
    if (after.foldId !== foldId) await tx.put('terms', after.id, { foldId });
  },
});
