/**
 * Push: the writes of one client, in their order, in one transaction and at one tick of the clock.
 *
 *   tick ─► read all current rows and the person's spaces ─► per write: evaluate ─► check ─► stage (+ apply in a savepoint) ─► one upsert
 *                                                            an undelete restores what was deleted with the document
 *
 * Writes are refused one by one; the others of the batch are taken. A push of another epoch is refused as a whole.
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
import { deleteApart, restoreCascade, isDeletedWithProject } from './cascade-restore';
import type { PushPolicy } from './store';
import type { InnerStore } from './sync-store';
import type { Transaction } from './transaction';

type Write = Extract<WriteEvaluation, { kind: 'write' }>;
export type Policies = ReadonlyMap<KindName, PushPolicy>;

/** Rows of one collection. */
export interface CollectionPush {
  collection: KindName;
  rows: readonly PushRow[];
}

interface Pushing {
  actor: Actor;
  tx: Transaction;
  collection: KindName;
  policy: PushPolicy | undefined;
  transaction: Platform['transaction'];
}

/**
 * Takes the writes of one client. Returns for each collection the conflicting stored documents and the refused writes.
 * Throws CHECKPOINT_TOO_OLD for another epoch, DATA_LOCK_FAILED.
 */
export async function push(
  store: InnerStore,
  platform: Pick<Platform, 'transaction'>,
  policies: Policies,
  actor: Actor,
  pushes: readonly CollectionPush[],
): Promise<PushAnswer[]> {
  const all = pushes.flatMap(({ rows }) => rows);
  if (all.length === 0) return pushes.map(() => ({ conflicts: [], rejected: [] }));
  return store.transact(actor.companyId, async (tx) => {
    if (all.some(({ epoch }) => epoch !== undefined && epoch !== tx.epoch)) throw new CallError('CHECKPOINT_TOO_OLD');
    const answers: PushAnswer[] = [];
    for (const { collection, rows } of pushes) {
      const policy = policies.get(collection);
      answers.push(await takeAll({ actor, tx, collection, policy, transaction: platform.transaction }, rows));
    }
    return answers;
  });
}

async function takeAll(pushing: Pushing, rows: readonly PushRow[]): Promise<PushAnswer> {
  const conflicts = new Map<string, WireDoc>();
  const rejected: Rejection[] = [];
  await pushing.tx.load(
    pushing.collection,
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
}

async function take(pushing: Pushing, row: PushRow): Promise<'taken' | 'conflict'> {
  const { tx, collection, actor, policy } = pushing;
  if (!policy || KINDS[collection].direction === 'pull') throw new CallError('COLLECTION_READ_ONLY');
  const current = await tx.row(collection, row.newDocumentState.id);
  const role = current && (await tx.roleIn(current.space, actor.userId));
  const evaluation = evaluateWrite(collection, row, current, role, actor.userId, tx.now());
  if (evaluation.kind === 'nothing') {
    const { _deleted: deletes, _cascade: follows } = row.newDocumentState;
    // `_cascade`: the device deleted the document with its project, as the server did, so a restore returns it
    if (deletes && !follows && current?.deleted && role !== null) await keepOwnDeletion(pushing, row, current, role);
    return 'taken';
  }
  if (evaluation.kind === 'conflict') return 'conflict';
  const roleThere = await checkSpaces(pushing, row.newDocumentState.id, evaluation);
  checkAbilities(pushing, evaluation, role);
  const write = {
    actor,
    tx,
    before: evaluation.before && storedDoc(evaluation.before),
    after: evaluation.next.deleted ? null : afterOf(row, evaluation),
    changed: evaluation.changed,
  };
  const restored = current?.deleted ? storedDoc(current) : null;
  await policy.check({ ...write, role: evaluation.before ? role : roleThere, restored });
  if (!policy.apply) {
    if (roleThere === null) throw new CallError('SPACE_NOT_FOUND');
    tx.stage(collection, row.newDocumentState.id, evaluation.next);
  } else {
    await applied(pushing, row.newDocumentState.id, evaluation, roleThere === null, async () => {
      // restores the child documents before the policy places the document
      if (current?.deleted) await restoreCascade(tx, current);
      await policy.apply!(write);
    });
  }
  return 'taken';
}

/**
 * A person deletes a document that was deleted with its project meanwhile: it stays deleted if the project is restored.
 * If it holds an edit that the person had not seen, the edit wins over the deletion and the push is refused with
 * DOCUMENT_NOT_FOUND, which the device shows.
 */
async function keepOwnDeletion(pushing: Pushing, row: PushRow, current: DocRow, role: Role): Promise<void> {
  const { tx } = pushing;
  if (!(await isDeletedWithProject(tx, current)) || !abilitiesOf(pushing, current, role).includes('delete')) return;
  // The deletion of the project took the height after that of the last edit.
  const seen = row.assumedMasterState ? heightOf(row.assumedMasterState.rev) : 1;
  if (seen < heightOf(current.rev) - 1) throw new CallError('DOCUMENT_NOT_FOUND');
  await deleteApart(tx, current);
  await tx.intoTrash(pushing.collection, current.id, pushing.actor.userId);
}

const afterOf = (row: PushRow, { next }: Write) =>
  storedDoc({ id: row.newDocumentState.id, space: next.space, rev: next.rev, data: next.data } as DocRow);

/**
 * The role of the person in the document's new space, which must exist; null: the document's own space (`project:<id>`
 * of a new project), which the policy's `apply` creates. Throws SPACE_NOT_FOUND or NO_PERMISSION.
 */
async function checkSpaces({ tx, actor }: Pushing, id: string, { before, next }: Write): Promise<Role | null> {
  const role = await tx.roleIn(next.space, actor.userId);
  if (role !== null || next.deleted) return role;
  const seenBefore = (await tx.accessOf(actor.userId)).has(next.space);
  if (seenBefore) throw new CallError('NO_PERMISSION');
  if (parseSpace(next.space).id === id && !(await tx.spaceExists(next.space))) return null;
  // The same answer for a space that is hidden from the person and for a missing one.
  throw before ? new CallError('NO_PERMISSION') : new CallError('SPACE_NOT_FOUND');
}

const abilitiesOf = ({ actor, collection }: Pushing, { data, id, space }: DocRow, role: Role): readonly string[] =>
  KINDS[collection].abilities({ ...data, id, space }, role, actor);

/** Refuses an update or deletion that the abilities, which the replica received with the document, do not include. */
function checkAbilities(pushing: Pushing, { before, next }: Write, role: Role | null): void {
  if (!before || role === null) return;
  if (!abilitiesOf(pushing, before, role).includes(next.deleted ? 'delete' : 'update'))
    throw new CallError('NO_PERMISSION');
}

/** Stages the write and runs the policy's `apply`, which may create the document's own space, in one savepoint. */
async function applied(
  pushing: Pushing,
  id: string,
  { next }: Write,
  createsSpace: boolean,
  apply: () => Promise<void>,
): Promise<void> {
  const { tx, collection, actor, transaction } = pushing;
  const savepoint = tx.savepoint();
  try {
    await transaction(async () => {
      tx.stage(collection, id, next);
      await apply();
      if (createsSpace && (await tx.roleIn(next.space, actor.userId)) === null)
        throw new CallError('SPACE_NOT_FOUND', { message: 'the space does not exist' });
    });
  } catch (error) {
    tx.rollBackTo(savepoint);
    throw error;
  }
}

/** The document on the server as the person sees it; null if it is missing or hidden. */
async function masterOf({ tx, actor, collection }: Pushing, id: string): Promise<WireDoc | null> {
  const row = await tx.row(collection, id);
  const role = row && (await tx.roleIn(row.space, actor.userId));
  return row && role ? wireDoc(row, role, actor) : null;
}

function rejectionOf(row: PushRow, error: CallError): Omit<Rejection, 'master'> {
  const field = Object.keys(error.details.fieldErrors ?? {})[0];
  const isEarly = error.code === 'SPACE_NOT_FOUND' && row.assumedMasterState === null;
  const retry = isEarly || error.code === 'API_RATE_LIMIT_EXCEEDED';
  return { id: row.newDocumentState.id, code: error.code, retry, ...(field ? { field } : {}) };
}
