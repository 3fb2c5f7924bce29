/** Records the events of projects in the transactions of the changes. */
import { sql } from 'kysely';
import { newId } from '../../../sync/model/ids';
import { HISTORY_KINDS, type HistoryKind } from './contract';
import type { Platform } from '../../platform/context';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { eventsOfFile, eventsOfItem, eventsOfProject, type Item, type ProjectEvent } from './events';
import './tables';
import '../../sync/tables';

type Database = Pick<Platform, 'db'>;

/** milliseconds in which a title that is being typed is one event */
const TYPING_MS = 10 * 60_000;

export const hasHistory = (kind: string): kind is HistoryKind => (HISTORY_KINDS as readonly string[]).includes(kind);

/** A policy that also records the events of its documents. */
export const withHistory = <N extends HistoryKind>(database: Database, policy: PushPolicy<N>): PushPolicy<N> => ({
  ...policy,
  async apply(write) {
    const { actor, tx, before, after } = write;
    await policy.apply?.(write);
    await recordChange(database, tx, actor.userId, policy.collection, before, after);
  },
});

/**
 * Records the events of a project that follow from the change of a document; call it once the document is placed.
 * @param before null for a document that was created or restored
 * @param after null for one that was deleted
 */
export async function recordChange<N extends HistoryKind>(
  database: Database,
  tx: SyncTransaction,
  actorId: string,
  collection: N,
  before: StoredDoc<N> | null,
  after: StoredDoc<N> | null,
): Promise<void> {
  const events =
    collection === 'projects'
      ? eventsOfProject(before as StoredDoc<'projects'> | null, after as StoredDoc<'projects'> | null)
      : collection === 'projectItems'
        ? eventsOfFile(before as StoredDoc<'projectItems'> | null, after as StoredDoc<'projectItems'> | null)
        : eventsOfItem(before as Item | null, after as Item | null);
  if (events.length === 0) return;
  const placed = after && (await tx.get(collection, after.id));
  const there = (placed ?? before)!;
  const haveReadersChanged = before !== null && before.space !== there.space;
  for (const [n, event] of events.entries()) {
    // readers of the new space must not learn the former title or the people who lost access
    if (haveReadersChanged && event.type === 'lost') continue;
    if (haveReadersChanged && event.type === 'renamed') delete event.params.from;
    // readers of the project that a document leaves know its former title and space
    const subject = event.type === 'movedOut' ? before! : there;
    await record(database, tx, actorId, collection, subject, event, n);
  }
}

async function record(
  { db }: Database,
  tx: SyncTransaction,
  actorId: string,
  collection: HistoryKind,
  subject: StoredDoc<HistoryKind>,
  { projectId, type, params }: ProjectEvent,
  n: number,
): Promise<void> {
  const now = tx.now();
  const earlier = await db
    .selectFrom('project_event')
    .select(['id', 'type', 'at', 'actor_id', 'space_id'])
    .where('company_id', '=', tx.companyId)
    .where('subject_id', '=', subject.id)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (
    type === 'renamed' &&
    earlier?.actor_id === actorId &&
    (earlier.type === 'added' || earlier.type === 'renamed') &&
    earlier.at > now - TYPING_MS &&
    earlier.space_id === subject.space
  ) {
    await db
      .updateTable('project_event')
      .set({ title: subject.title })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', earlier.id)
      .execute();
    return;
  }
  await db
    .insertInto('project_event')
    .values({
      company_id: tx.companyId,
      id: newId(now),
      project_id: projectId,
      at: now,
      seq: tx.seq,
      n,
      actor_id: actorId,
      type: type === 'added' && earlier ? 'restored' : type,
      collection,
      subject_id: subject.id,
      space_id: subject.space,
      title: subject.title,
      params: JSON.stringify(params) as never,
    })
    .execute();
}

/**
 * Deletes the events of documents whose content is erased, because events contain titles.
 * @param erased these only; all if it is missing
 */
export async function forgetErasedEvents(
  { db }: Database,
  erased?: { companyId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    delete from project_event e using doc d
    where d.company_id = e.company_id and d.collection = e.collection and d.id = e.subject_id
      and d.deleted and d.data = '{}'
      ${
        erased ? sql`and e.company_id = ${erased.companyId} and e.subject_id = any(${[...erased.ids]}::text[])` : sql``
      }`.execute(db);
}
