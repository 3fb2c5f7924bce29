/**
 * Changes and deletes documents in calls. The collection's policy checks the write and applies its consequences, as for
 * a push.
 */
import { isDeepStrictEqual } from 'node:util';
import { KINDS, type KindName, type Doc } from '../../sync/model/kinds';
import type { Ability } from '../../sync/model/kind';
import { CallError, type ErrorCode } from '../../sync/protocol/errors';
import type { Actor } from '../platform/context';
import type { PushPolicy, StoredDoc, SyncStore, SyncTransaction } from '../sync/store';

export type Fields<N extends KindName> = Partial<Omit<Doc<N>, 'id' | 'rev' | 'updatedAt' | 'recency' | 'abilities'>>;

/**
 * Creates or changes a document on behalf of `actor`. Creates the document's own space if it has one. Throws the
 * policy's errors and the codes of the collection's schema.
 */
export async function changeDoc<N extends KindName>(
  tx: SyncTransaction,
  actor: Actor,
  policy: PushPolicy<N>,
  id: string,
  fields: Fields<N>,
): Promise<StoredDoc<N>> {
  const before = await tx.get(policy.collection, id);
  const space = fields.space ?? before?.space ?? '';
  const after = { ...before, ...fields, id, space } as unknown as StoredDoc<N>;
  const role = await tx.roleIn(before?.space ?? space, actor.userId);
  const changed = Object.keys(fields).filter(
    (f) =>
      !before || !isDeepStrictEqual((before as Record<string, unknown>)[f], (fields as Record<string, unknown>)[f]),
  );
  if (before && changed.length === 0) return before;
  await policy.check({ actor, tx, before, after, changed, role });
  if (!(await tx.spaceExists(space)))
    await tx.createSpace(space, { members: [{ userId: actor.userId, role: 'owner' }] });
  await tx.put(policy.collection, id, { ...fields, space });
  await policy.apply?.({ actor, tx, before, after, changed });
  return (await tx.get(policy.collection, id))!;
}

/** Deletes a document and its dependents on behalf of `actor`. */
export async function deleteDoc<N extends KindName>(
  tx: SyncTransaction,
  actor: Actor,
  policy: PushPolicy<N>,
  id: string,
): Promise<void> {
  const before = await tx.get(policy.collection, id);
  if (!before) return;
  await policy.check({
    actor,
    tx,
    before,
    after: null,
    changed: [],
    role: await tx.roleIn(before.space, actor.userId),
  });
  await tx.remove(policy.collection, id);
  await policy.apply?.({ actor, tx, before, after: null, changed: [] });
}

/** Returns a document that the actor may see. A hidden document gets the same error as a missing one. */
export async function visibleOr<N extends KindName>(
  sync: SyncStore,
  actor: Actor,
  collection: N,
  id: string,
  code: ErrorCode,
): Promise<Doc<N>> {
  const doc = await sync.visible(actor, collection, id);
  if (!doc) throw new CallError(code);
  return doc;
}

/** The same inside a transaction; also checks that the actor has this ability. */
export async function ableOr<N extends KindName>(
  tx: Pick<SyncTransaction, 'get' | 'roleIn'>,
  actor: Actor,
  collection: N,
  id: string,
  ability: Ability,
  codes: { missing: ErrorCode; denied?: ErrorCode },
): Promise<StoredDoc<N>> {
  const doc = await tx.get(collection, id);
  const role = doc && (await tx.roleIn(doc.space, actor.userId));
  if (!doc || !role) throw new CallError(codes.missing);
  if (!KINDS[collection].abilities({ ...doc }, role, actor).includes(ability))
    throw new CallError(codes.denied ?? 'NO_PERMISSION');
  return doc;
}
