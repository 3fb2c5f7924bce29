/** Builds the row of a push: a new document whole, a change as the changed fields and the update of its text, a deletion as a tombstone. */
import { sameValue } from '../../merge/values';
import { updateSince } from '../../merge/yjs';
import { KINDS, type KindName } from '../../model/kinds';
import type { PushRow } from '../../protocol/messages';
import { versionOf, type Stored } from '../storage/stored';

/** Fields the server computes for each reader. */
const NEVER_SENT = new Set(['abilities', '_deleted']);

export function pushRow(collection: KindName, stored: Stored): PushRow {
  const base = stored.pending?.base ?? null;
  const mine = versionOf(stored);
  const assumedMasterState = typeof base?.['rev'] === 'string' ? { rev: base['rev'] } : null;
  const identity = { id: mine.id, rev: mine['rev'] as string };
  if (mine._deleted) {
    const cascade = stored.pending?.cascadeParent ? { _cascade: true } : {};
    return { assumedMasterState, newDocumentState: { ...identity, _deleted: true, ...cascade } };
  }
  const rules = KINDS[collection].merge as Record<string, string>;
  const known = base && !base._deleted ? base : null;
  const changed: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(mine)) {
    if (NEVER_SENT.has(field)) continue;
    if (!known) changed[field] = value;
    else if (rules[field] === 'yjs') {
      const update = updateSince(value, String(known[field] ?? ''));
      if (update) changed['update'] = update;
    } else if (rules[field] !== 'server' && !sameValue(value, known[field])) changed[field] = value;
  }
  return { assumedMasterState, newDocumentState: { ...changed, ...identity } };
}
