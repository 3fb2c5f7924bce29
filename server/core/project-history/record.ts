/** Records the events of projects in the transactions of the changes. */
import { newId } from '../../../sync/model/ids';
import type { Platform } from '../../platform/context';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { eventsOfItem, eventsOfProject, type Item, type ProjectEvent } from './events';
import './tables';

type Database = Pick<Platform, 'db'>;
type Collection = 'projects' | 'notes' | 'meetings';

/** milliseconds in which a title that is being typed is one event */
const TYPING_MS = 10 * 60_000;

/** A policy that also records the events of its documents. */
export const withHistory = <N extends Collection>(database: Database, policy: PushPolicy<N>): PushPolicy<N> => ({
  ...policy,
  async apply(write) {
    const { actor, tx, before, after } = write;
    await policy.apply?.(write);
    const events =
      policy.collection === 'projects'
        ? eventsOfProject(before as StoredDoc<'projects'> | null, after as StoredDoc<'projects'> | null)
        : eventsOfItem(before as Item | null, after as Item | null);
    if (events.length === 0) return;
    // the policy has placed the document
    const placed = after && (await tx.get(policy.collection, after.id));
    await record(database, tx, actor.userId, policy.collection, (placed ?? before)!, events);
  },
});

async function record(
  { db }: Database,
  tx: SyncTransaction,
  actorId: string,
  collection: Collection,
  subject: StoredDoc<Collection>,
  events: readonly ProjectEvent[],
): Promise<void> {
  const now = tx.now();
  for (const [n, { projectId, type, params }] of events.entries()) {
    const earlier = await db
      .selectFrom('project_event')
      .select(['id', 'type', 'at', 'actor_id'])
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
      earlier.at > now - TYPING_MS
    ) {
      await db
        .updateTable('project_event')
        .set({ title: subject.title, space_id: subject.space })
        .where('company_id', '=', tx.companyId)
        .where('id', '=', earlier.id)
        .execute();
      continue;
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
}
