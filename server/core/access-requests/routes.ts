/** Notifies the owner, who grants access by sharing the document; a request has no state of its own. */
import { spaceOf } from '../../../sync/model/ids';
import type { TopKind } from '../../../sync/model/top-kinds';
import type { Actor } from '../../platform/context';
import { bind, type BoundCall } from '../../platform/http/feature';
import { notify } from '../../shared/notify';
import type { StoredDoc, SyncStore, SyncTransaction } from '../../sync/store';
import { accessRequestCalls as calls } from './contract';

const DAY_MS = 24 * 60 * 60_000;
/** unread requests of one person to one owner in a day; further ones are dropped, with the same answer */
export const WAITING_MAX = 10;

export function accessRequestRoutes(sync: SyncStore): BoundCall[] {
  return [
    bind(calls.ask, async ({ actor, input: { kind, id } }) => {
      // read first: a request that notifies nobody must not tick the company's clock
      if (await sync.read(actor.companyId, (tx) => ownerToAsk(tx, actor, kind, id)))
        await sync.write(actor.companyId, (tx) => ask(tx, actor, kind, id));
      return {};
    }),
  ];
}

interface Owned {
  ownerId: string;
  title: string;
}

const ownerOf = (doc: StoredDoc<'projects'> | StoredDoc<'notes' | 'meetings'>): string =>
  'ownerId' in doc ? doc.ownerId : doc.creatorId;

/** The owner to notify; null if the document does not exist, or the person can read it already. */
async function ownerToAsk(
  tx: Pick<SyncTransaction, 'get' | 'roleIn'>,
  actor: Actor,
  kind: TopKind,
  id: string,
): Promise<Owned | null> {
  const doc = await tx.get(kind, id);
  if (!doc || (await tx.roleIn(doc.space, actor.userId)) !== null) return null;
  return { ownerId: ownerOf(doc), title: doc.title };
}

/** Whether the owner has WAITING_MAX unread requests of this person from the last day. */
async function hasAskedOften(tx: SyncTransaction, { userId }: Actor, ownerId: string): Promise<boolean> {
  const since = tx.now() - DAY_MS;
  const own = await tx.list('notifications', { space: spaceOf('person', ownerId) });
  const waiting = own.filter(
    ({ kind, read, createdAt, link }) =>
      kind === 'accessRequested' && !read && createdAt > since && link.endsWith(`/${userId}`),
  );
  return waiting.length >= WAITING_MAX;
}

async function ask(tx: SyncTransaction, actor: Actor, kind: TopKind, id: string): Promise<void> {
  const asked = await ownerToAsk(tx, actor, kind, id);
  if (!asked) return;
  const link = `/access-request/${kind}/${id}/${actor.userId}`;
  const earlier = await tx.list('notifications', { where: { subjectId: id, kind: 'accessRequested', read: 'false' } });
  // the owner has an unread request of this person for this document
  if (earlier.some((each) => each.space === spaceOf('person', asked.ownerId) && each.link === link)) return;
  if (await hasAskedOften(tx, actor, asked.ownerId)) return;
  const name = (await tx.get('people', actor.userId))?.name ?? '';
  await notify(tx, {
    userId: asked.ownerId,
    kind: 'accessRequested',
    params: { name, title: asked.title },
    link,
    subjectId: id,
    actorId: actor.userId,
  });
}
