/**
 * Evaluates one pushed write: the next state of the document, a conflict, or nothing to do. Rights are checked afterwards
 * (push.ts).
 *
 *   missing or hidden document ── edit, or deletion of a known revision: refused, with the same answer for both
 *                              ── create: goes on
 *                              ── deletion of a create that was never answered: nothing to do; refused if its creator
 *                                 would leave a live document behind
 *   same revision and deletion ── a repeated push whose answer was lost: nothing to do, for people who see the document,
 *                                 its creator, and of a deletion for everybody: its space may be gone with it
 *   assumed revision not current, or height not grown ── conflict with the stored document
 *   otherwise ── the next state, valid by the schema
 */
import { isDeepStrictEqual } from 'node:util';
import type { Role } from '../../sync/model/kind';
import { KINDS, yjsField, type KindName } from '../../sync/model/kinds';
import { withElementChanges, type Element } from '../../sync/merge/element-changes';
import { heightOf } from '../../sync/model/rev';
import { CallError } from '../../sync/protocol/errors';
import type { PushRow } from '../../sync/protocol/messages';
import { checkedData, invalid, type DocRow } from './documents';
import { mergeState } from './yjs-state';

export interface NextState {
  space: string;
  rev: string;
  deleted: boolean;
  data: Readonly<Record<string, unknown>>;
}

export type WriteEvaluation =
  /** already taken, or nothing to do */
  | { kind: 'nothing' }
  | { kind: 'conflict' }
  /** `before` null: a create or an undelete. `changed`: fields that differ, without revision and times. */
  | { kind: 'write'; before: DocRow | null; next: NextState; changed: string[] };

/** Wire fields that are not content. Names that begin with an underscore belong to the replica. */
const NOT_CONTENT = new Set(['id', 'rev', 'space', 'abilities', 'update', 'recency']);
/** Largest rise of the height by one write: more than offline edits reach, and far below the largest height. */
const RISE_MAX = 10_000_000;
const TIMES = new Set(['updatedAt', 'recency']);
/**
 * Times that order and expire documents. A device's clock may be wrong, or lie: none lies after the server's. The
 * revision stays, and the device takes the server's times over with the next pull.
 */
const BOUNDED_TIMES = ['createdAt', 'updatedAt'];

/**
 * Evaluates one write against the stored document.
 * @param current the stored document, also a deleted one
 * @param role of the person in its space, null for none
 * @param userId the person
 * @param now the server's time, milliseconds since the epoch
 * Throws CallError to refuse this write only.
 */
export function evaluateWrite(
  collection: KindName,
  row: PushRow,
  current: DocRow | null,
  role: Role | null,
  userId: string,
  now: number,
): WriteEvaluation {
  const { id, rev, _deleted: deleted = false } = row.newDocumentState;
  const assumed = row.assumedMasterState?.rev ?? null;
  const isRepeated = current?.rev === rev && current.deleted === deleted;
  if (isRepeated && (role !== null || deleted || isBy(userId, current))) return { kind: 'nothing' };
  if (heightOf(rev) - heightOf(assumed) > RISE_MAX) throw invalid('DOCUMENT_INVALID', 'rev', 'rises too far');
  if (!current || role === null) {
    // The creator of a document that is hidden by now learns that it still exists for others, perhaps with edits that
    // were pushed before the deletion.
    if (assumed !== null || (deleted && current && !current.deleted && isBy(userId, current)))
      throw new CallError('DOCUMENT_NOT_FOUND');
    if (deleted) return { kind: 'nothing' };
    if (current) throw new CallError('NO_PERMISSION');
    return creation(collection, row, null, now);
  }
  if (deleted && current.deleted) return { kind: 'nothing' };
  if (assumed !== current.rev || heightOf(rev) <= heightOf(current.rev)) return { kind: 'conflict' };
  if (deleted)
    return {
      kind: 'write',
      before: current,
      next: { space: current.space, rev, deleted: true, data: current.data },
      changed: [],
    };
  if (current.deleted) return creation(collection, row, current, now);
  const next = nextState(collection, id, row, current, now);
  const changed = changedFields(current, next);
  refuseServerFields(collection, changed);
  return { kind: 'write', before: current, next, changed };
}

/** Whether the person created the document; its existence is then no secret to them, wherever it is by now. */
const isBy = (userId: string, { data }: DocRow): boolean =>
  [data['creatorId'], data['ownerId'], data['addedBy']].includes(userId);

/** A create, or an undelete, which leaves fields of the server unchanged. */
function creation(collection: KindName, row: PushRow, deleted: DocRow | null, now: number): WriteEvaluation {
  const next = nextState(collection, row.newDocumentState.id, row, deleted, now);
  if (deleted) refuseServerFields(collection, changedFields(deleted, next));
  return { kind: 'write', before: null, next, changed: Object.keys(next.data).filter((field) => !TIMES.has(field)) };
}

function nextState(collection: KindName, id: string, row: PushRow, current: DocRow | null, now: number): NextState {
  const { rev, update, ...given } = row.newDocumentState as PushRow['newDocumentState'] & Record<string, unknown>;
  const data: Record<string, unknown> = { ...current?.data };
  for (const [field, value] of Object.entries(given))
    if (!NOT_CONTENT.has(field) && !field.startsWith('_')) data[field] = value;
  applyElements(collection, data, current, row.newDocumentState._elements);
  boundTimes(data, current, now);
  mergeYjs(collection, data, current, update, heightOf(rev));
  const space = given['space'] ?? current?.space;
  if (typeof space !== 'string') throw invalid('DOCUMENT_INVALID', 'space', 'missing');
  return { space, rev, deleted: false, data: checkedData(collection, { id, space, rev, data }) };
}

/** Replaces lists by their stored value with the changes. The assumed revision is the stored one, so that they fit. */
function applyElements(
  collection: KindName,
  data: Record<string, unknown>,
  current: DocRow | null,
  elements: PushRow['newDocumentState']['_elements'] = {},
): void {
  const rules = KINDS[collection].merge as Record<string, string>;
  for (const [field, changes] of Object.entries(elements)) {
    const stored = current?.data[field];
    if (!Object.hasOwn(rules, field) || rules[field] !== 'byId' || !Array.isArray(stored))
      throw invalid('DOCUMENT_INVALID', field, 'no list of elements');
    data[field] = withElementChanges(stored as Element[], changes);
  }
}

/** A creation's time that was bounded before stays so in edits of the device, which may not have pulled it yet. */
function boundTimes(data: Record<string, unknown>, current: DocRow | null, now: number): void {
  for (const field of BOUNDED_TIMES) {
    const time = data[field];
    if (typeof time !== 'number') continue;
    const created = field === 'createdAt' ? current?.data[field] : undefined;
    data[field] = Math.min(time, typeof created === 'number' ? created : now);
  }
}

/** Merges a whole state or an update into the stored state; neither replaces it. */
function mergeYjs(
  collection: KindName,
  data: Record<string, unknown>,
  current: DocRow | null,
  update: string | undefined,
  height: number,
): void {
  const field = yjsField(collection);
  if (!field) {
    if (update !== undefined) throw invalid('DOCUMENT_INVALID', 'update', 'no such field in this collection');
    return;
  }
  const stored = typeof current?.data[field] === 'string' ? current.data[field] : '';
  const whole = data[field];
  if (typeof whole !== 'string' && whole !== undefined) throw invalid('DOCUMENT_INVALID', field, 'no text');
  let state = stored;
  if (whole && whole !== stored) state = mergeState(state, whole, height);
  if (update) state = mergeState(state, update, height);
  data[field] = state;
}

function changedFields(current: DocRow, next: NextState): string[] {
  const names = new Set([...Object.keys(current.data), ...Object.keys(next.data)]);
  const changed = [...names].filter(
    (field) => !TIMES.has(field) && !isDeepStrictEqual(current.data[field], next.data[field]),
  );
  return current.space === next.space ? changed : [...changed, 'space'];
}

function refuseServerFields(collection: KindName, changed: readonly string[]): void {
  const rules = KINDS[collection].merge as Record<string, string>;
  const field = changed.find((name) => rules[name] === 'server');
  if (field) throw invalid('NO_PERMISSION', field, 'only the server changes it');
}
