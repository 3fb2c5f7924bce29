/**
 * Push: the writes of one client into one collection, in their order, in one transaction.
 *
 *   tick ─► read all current rows and the person's spaces ─► per write: judge ─► check ─► stage (+ apply in a savepoint) ─► one upsert
 *                                                            what returns from a deletion brings along what went with it
 *
 * A write that is refused is refused alone: the others of the batch stand. A push of another epoch is refused as a whole.
 */
import type { Role } from '../../sync/model/kind';
import { KINDS, type KindName } from '../../sync/model/kinds';
import { parseSpace } from '../../sync/model/ids';
import { heightOf } from '../../sync/model/rev';
import { CallError } from '../../sync/protocol/errors';
import type { PushAnswer, PushRow, Rejection, WireDoc } from '../../sync/protocol/messages';
import type { Actor, Platform } from '../platform/context';
import { storedDoc, wireDoc, type DocRow } from './documents';
import { evaluateWrite, type WriteEvaluation } from './evaluate-write';
import { deleteApart, restoreCascade, wentWithProject } from './cascade-restore';
import type { PushPolicy } from './store';
import type { InnerStore } from './sync-store';
import type { Transaction } from './transaction';

type Write = Extract<WriteEvaluation, { kind: 'write' }>;
export type Policies = ReadonlyMap<KindName, PushPolicy>;

interface Pushing {
  actor: Actor;
  tx: Transaction;
  collection: KindName;
  policy: PushPolicy | undefined;
  transaction: Platform['transaction'];
}

export async function push(
  store: InnerStore,
  platform: Pick<Platform, 'transaction'>,
  policies: Policies,
  actor: Actor,
  collection: KindName,
  rows: readonly PushRow[],
): Promise<PushAnswer> {
  if (rows.length === 0) return { conflicts: [], rejected: [] };
  return store.transact(actor.companyId, async (tx) => {
    const pushing: Pushing = {
      actor,
      tx,
      collection,
      policy: policies.get(collection),
      transaction: platform.transaction,
    };
    if (rows.some(({ epoch }) => epoch !== undefined && epoch !== tx.epoch)) throw new CallError('CHECKPOINT_TOO_OLD');
    const conflicts = new Map<string, WireDoc>();
    const rejected: Rejection[] = [];
    await tx.load(
      collection,
      rows.map((row) => row.newDocumentState.id),
    );
    for (const row of rows) {
      const id = row.newDocumentState.id;
      try {
        if ((await take(pushing, row)) === 'conflict') conflicts.set(id, (await masterOf(pushing, id))!);
      } catch (error) {
        if (!(error instanceof CallError) || error.code === 'DATA_LOCK_FAILED') throw error;
        rejected.push({ ...rejectionOf(row, error), master: await masterOf(pushing, id) });
      }
    }
    return { conflicts: [...conflicts.values()], rejected };
  });
}

async function take(pushing: Pushing, row: PushRow): Promise<'taken' | 'conflict'> {
  const { tx, collection, actor, policy } = pushing;
  if (!policy || KINDS[collection].direction === 'pull') throw new CallError('COLLECTION_READ_ONLY');
  const current = await tx.row(collection, row.newDocumentState.id);
  const role = current && (await tx.roleIn(current.space, actor.userId));
  const judgement = evaluateWrite(collection, row, current, role, actor.userId);
  if (judgement.kind === 'nothing') {
    if (row.newDocumentState._deleted && current?.deleted && role !== null)
      await keepOwnDeletion(pushing, row, current, role);
    return 'taken';
  }
  if (judgement.kind === 'conflict') return 'conflict';
  const roleThere = await checkSpaces(pushing, row.newDocumentState.id, judgement);
  checkAbilities(pushing, judgement, role);
  const write = {
    actor,
    tx,
    before: judgement.before && storedDoc(judgement.before),
    after: judgement.next.deleted ? null : afterOf(row, judgement),
    changed: judgement.changed,
  };
  await policy.check({ ...write, role: judgement.before ? role : roleThere });
  if (!policy.apply) {
    if (roleThere === null) throw new CallError('SPACE_NOT_FOUND');
    tx.stage(collection, row.newDocumentState.id, judgement.next);
  } else {
    await applied(pushing, row.newDocumentState.id, judgement, roleThere === null, async () => {
      // what belongs to it before the policy places it
      if (current?.deleted) await restoreCascade(tx, current);
      await policy.apply!(write);
    });
  }
  return 'taken';
}

/**
 * A person deletes a document that was deleted with its project in the meantime: it stays deleted if the project returns. If it holds an edit
 * that the person had not seen, the edit wins over the deletion and the push is refused with DOCUMENT_NOT_FOUND, which the device shows.
 */
async function keepOwnDeletion(pushing: Pushing, row: PushRow, current: DocRow, role: Role): Promise<void> {
  const { tx } = pushing;
  if (!(await wentWithProject(tx, current)) || !abilitiesOf(pushing, current, role).includes('delete')) return;
  // The deletion of the project took the height after that of the last edit.
  const seen = row.assumedMasterState ? heightOf(row.assumedMasterState.rev) : 1;
  if (seen < heightOf(current.rev) - 1) throw new CallError('DOCUMENT_NOT_FOUND');
  await deleteApart(tx, current);
}

const afterOf = (row: PushRow, { next }: Write) =>
  storedDoc({ id: row.newDocumentState.id, space: next.space, rev: next.rev, data: next.data } as DocRow);

/**
 * The document's new space must exist and the person have a part in it. One space may not exist yet: the document's own
 * (`project:<id>` of a new project), which the policy's `apply` makes. Gives the role there, null for an own space to be made.
 */
async function checkSpaces({ tx, actor }: Pushing, id: string, { before, next }: Write): Promise<Role | null> {
  const role = await tx.roleIn(next.space, actor.userId);
  if (role !== null || next.deleted) return role;
  const seenBefore = (await tx.accessOf(actor.userId)).has(next.space);
  if (seenBefore) throw new CallError('NO_PERMISSION');
  if (parseSpace(next.space).id === id && !(await tx.spaceExists(next.space))) return null;
  // A space that is hidden from this person answers as one that is not there.
  throw before ? new CallError('NO_PERMISSION') : new CallError('SPACE_NOT_FOUND');
}

const abilitiesOf = ({ actor, collection }: Pushing, { data, id, space }: DocRow, role: Role): readonly string[] =>
  KINDS[collection].abilities({ ...data, id, space }, role, actor);

/** What the replica was told about this document holds here too. */
function checkAbilities(pushing: Pushing, { before, next }: Write, role: Role | null): void {
  if (!before || role === null) return;
  if (!abilitiesOf(pushing, before, role).includes(next.deleted ? 'delete' : 'update'))
    throw new CallError('NO_PERMISSION');
}

/** Stages the write and runs what else belongs to it, the document's own space with it; all of it or nothing. */
async function applied(
  pushing: Pushing,
  id: string,
  { next }: Write,
  makesSpace: boolean,
  apply: () => Promise<void>,
): Promise<void> {
  const { tx, collection, actor, transaction } = pushing;
  const mark = tx.mark();
  try {
    await transaction(async () => {
      tx.stage(collection, id, next);
      await apply();
      if (makesSpace && (await tx.roleIn(next.space, actor.userId)) === null)
        throw new CallError('SPACE_NOT_FOUND', { message: 'nobody made the space' });
    });
  } catch (error) {
    tx.restore(mark);
    throw error;
  }
}

/** What stands on the server for this person; null for nothing they may see. */
async function masterOf({ tx, actor, collection }: Pushing, id: string): Promise<WireDoc | null> {
  const row = await tx.row(collection, id);
  const role = row && (await tx.roleIn(row.space, actor.userId));
  return row && role ? wireDoc(row, role, actor) : null;
}

function rejectionOf(row: PushRow, error: CallError): Omit<Rejection, 'master'> {
  const field = Object.keys(error.details.fieldErrors ?? {})[0];
  const retry = error.code === 'SPACE_NOT_FOUND' && row.assumedMasterState === null;
  return { id: row.newDocumentState.id, code: error.code, retry, ...(field ? { field } : {}) };
}
