/**
 * Builds the row of a push: a new document whole, a change as the changed fields, the update of its
 * text and the changed elements of long lists, a deletion as a tombstone.
 */
import { elementChanges, type ElementChanges } from '../../merge/element-changes';
import { sameValue } from '../../merge/values';
import { updateSince } from '../../merge/yjs';
import { KINDS, type KindName } from '../../model/kinds';
import type { PushRow } from '../../protocol/messages';
import { assumedRev, versionOf, type Stored } from '../storage/stored';

/** Fields never sent as changes: `abilities` is the server's, `_deleted` goes in tombstones only. */
const NEVER_SENT = new Set(['abilities', '_deleted']);

/** least number of elements of a list that may be sent as changed elements */
const LIST_MIN = 50;

/** The row that pushes the pending changes of a document. Throws what Yjs throws for a damaged text. */
export function pushRow(collection: KindName, stored: Stored): PushRow {
  const base = stored.pending?.base ?? null;
  const mine = versionOf(stored);
  const rev = assumedRev(stored);
  const assumedMasterState = rev === null ? null : { rev };
  const identity = { id: mine.id, rev: mine['rev'] as string };
  if (mine._deleted) {
    const cascade = stored.pending?.cascadeParent ? { _cascade: true } : {};
    return { assumedMasterState, newDocumentState: { ...identity, _deleted: true, ...cascade } };
  }
  const rules = KINDS[collection].merge as Record<string, string>;
  const known = base && !base._deleted ? base : null;
  const changed: Record<string, unknown> = {};
  const elements: Record<string, ElementChanges> = {};
  for (const [field, value] of Object.entries(mine)) {
    if (NEVER_SENT.has(field)) continue;
    if (!known) changed[field] = value;
    else if (rules[field] === 'yjs') {
      const update = updateSince(value, String(known[field] ?? ''));
      if (update) changed['update'] = update;
    } else if (rules[field] !== 'server' && !sameValue(value, known[field])) {
      const difference = rules[field] === 'byId' ? worthwhile(elementChanges(known[field], value), value) : null;
      if (difference) elements[field] = difference;
      else changed[field] = value;
    }
  }
  const differences = Object.keys(elements).length > 0 ? { _elements: elements } : {};
  return { assumedMasterState, newDocumentState: { ...changed, ...differences, ...identity } };
}

/** A difference that is much smaller than its list; otherwise null. */
const worthwhile = (changes: ElementChanges | null, list: unknown): ElementChanges | null =>
  changes && Array.isArray(list) && list.length >= LIST_MIN && changes.set.length < list.length / 2 ? changes : null;
