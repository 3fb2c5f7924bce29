/**
 * Stores versions of a text in the transaction of its change (docs/decisions/065-versions-of-texts.md).
 *
 *   change ─┬ the text began to be changed less than a minute ago ──► the row of the present text: author and time
 *           └ otherwise ──► that row becomes a version: the state before the change, with its authors and time
 *                           ──► a new row for the present text ──► surplus versions are deleted
 *
 * A repeated push is no change, and a refused one is rolled back with the savepoint of its write.
 */
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { newId } from '../../../sync/model/ids';
import type { Platform } from '../../platform/context';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { STORE_EVERY_MS, surplus } from './thinning';
import './tables';

type Database = Pick<Platform, 'db' | 'query'>;

const gzip = promisify(gzipWithCallback);
/** The stored form of a state (base64). */
export const packed = (state: string): Promise<Buffer> => gzip(Buffer.from(state, 'base64'));

/** The policy of texts, which also stores their versions. */
export const withVersions = (database: Database, policy: PushPolicy<'noteContents'>): PushPolicy<'noteContents'> => ({
  ...policy,
  async apply(write) {
    const { actor, tx, before, after, changed } = write;
    if (after && changed.includes('state')) await recordChange(database, tx, actor.userId, before, after.id);
    await policy.apply?.(write);
  },
});

/** @param before null for a text that was created or restored */
async function recordChange(
  database: Database,
  tx: SyncTransaction,
  userId: string,
  before: StoredDoc<'noteContents'> | null,
  contentId: string,
): Promise<void> {
  const { db } = database;
  const now = tx.now();
  // most changes end here, in one statement
  const { rows } = await database.query<{ id: string }>({
    name: 'note_version_continue',
    text: `update note_version set at = $3, author_ids = array_append(array_remove(author_ids, $4), $4)
      where company_id = $1 and content_id = $2 and state is null and begun_at > $5 returning id`,
    values: [tx.companyId, contentId, now, userId, now - STORE_EVERY_MS],
  });
  if (rows.length > 0) return;
  const isOf = { company_id: tx.companyId, content_id: contentId };
  const present = db
    .updateTable('note_version')
    .where('company_id', '=', tx.companyId)
    .where('content_id', '=', contentId)
    .where('state', 'is', null);
  if (before && before.state !== '') {
    const state = await packed(before.state);
    const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await present.set({ state }).execute();
    // a text from before versions were stored
    if (numUpdatedRows === 0n)
      await db
        .insertInto('note_version')
        .values({
          ...isOf,
          id: newId(now),
          state,
          author_ids: [before.creatorId],
          begun_at: before.updatedAt,
          at: Math.min(before.updatedAt, now),
        })
        .execute();
  } else
    await db
      .deleteFrom('note_version')
      .where('company_id', '=', tx.companyId)
      .where('content_id', '=', contentId)
      .where('state', 'is', null)
      .execute();
  await db
    .insertInto('note_version')
    .values({ ...isOf, id: newId(now), state: null, author_ids: [userId], begun_at: now, at: now })
    .execute();
  await deleteSurplus({ db }, tx.companyId, contentId);
}

/** The authors of a deleted version count for the next newer one, which has their changes. */
export async function deleteSurplus({ db }: Pick<Database, 'db'>, companyId: string, contentId: string): Promise<void> {
  const rows = await db
    .selectFrom('note_version')
    .select(['id', 'at', 'name', 'author_ids', (eb) => eb('state', 'is', null).as('isPresent')])
    .where('company_id', '=', companyId)
    .where('content_id', '=', contentId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const stored = rows.filter(({ isPresent }) => !isPresent);
  const gone = new Set(surplus(stored.map(({ id, at, name }) => ({ id, at, isNamed: name !== '' }))));
  if (gone.size === 0) return;
  const authors = new Map<string, string[]>();
  let newer = rows.find(({ id }) => !gone.has(id))!;
  for (const row of rows) {
    if (!gone.has(row.id)) {
      newer = row;
      continue;
    }
    const known = authors.get(newer.id) ?? newer.author_ids;
    const more = row.author_ids.filter((id) => !known.includes(id));
    if (more.length > 0) authors.set(newer.id, [...more, ...known]);
  }
  for (const [id, ids] of authors)
    await db
      .updateTable('note_version')
      .set({ author_ids: ids })
      .where('company_id', '=', companyId)
      .where('content_id', '=', contentId)
      .where('id', '=', id)
      .execute();
  await db
    .deleteFrom('note_version')
    .where('company_id', '=', companyId)
    .where('content_id', '=', contentId)
    .where('id', 'in', [...gone])
    .execute();
}
