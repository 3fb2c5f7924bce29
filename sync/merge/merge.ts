/**
 * Conflict resolution: `(base, mine, theirs) → merged + conflicts`. Pure. No edit is lost: of each field either both
 * sides' changes are merged, or the losing value is returned as a conflict version.
 *
 *   base ──► mine      edited on this device
 *     └────► theirs    current on the server
 *
 *   both deleted → deleted
 *   one deleted, the other unchanged → deleted
 *   one deleted, the other edited → edited (an edit beats a deletion), and the deletion becomes a conflict version; edits
 *                                   that the deleting side made before its deletion merge as any edit
 *   both edited → field by field, by the merge rules of the kind
 */
import type { MergeRule } from '../model/kind';
import { isChild, KINDS, type KindName } from '../model/kinds';
import { nextRev } from '../model/rev';
import {
  DELETED,
  mergeById,
  mergeSet,
  mergeValue,
  sameValue,
  type Fields,
  type FieldConflict,
  type Side,
} from './values';
import { droppedWordConflicts } from './dropped-words';
import { bytesOf, mergeStates } from './yjs';

/** A document or its deletion. A deletion may have no content and no revision. */
export type Version = Fields & { id: string; _deleted?: boolean };

export interface Merged {
  merged: Version;
  conflicts: FieldConflict[];
}

/** Rules of the base fields, which no kind declares. */
const BASE_RULES: Record<string, MergeRule | 'own'> = {
  id: 'own',
  rev: 'own',
  updatedAt: 'own',
  recency: 'own',
  _deleted: 'own',
  abilities: 'server',
  // changes together with the field that decides where the document belongs
  space: 'derived',
};

const ruleOf = (collection: KindName, field: string): MergeRule | 'own' =>
  BASE_RULES[field] ?? (KINDS[collection].merge as Record<string, MergeRule>)[field] ?? 'value';

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The side with the later edit. A tie is decided by the revision, so that both devices agree. */
function laterSide(mine: Version, theirs: Version): Side {
  const [a, b] = [number(mine['updatedAt']), number(theirs['updatedAt'])];
  if (a !== b) return a > b ? 'mine' : 'theirs';
  return String(mine['rev'] ?? '') >= String(theirs['rev'] ?? '') ? 'mine' : 'theirs';
}

/**
 * Whether a side changed anything since the base, apart from fields that only the server writes. Derived fields count,
 * as they prove an edit of another document (a note's counts change with its text). A read flag is no edit, and `space`
 * only tells where the document belongs.
 */
export function edited(collection: KindName, base: Version | null, side: Version): boolean {
  if (!base) return true;
  return Object.keys({ ...base, ...side }).some((field) => {
    const rule = ruleOf(collection, field);
    return (
      rule !== 'own' && rule !== 'server' && rule !== 'or' && field !== 'space' && !sameValue(base[field], side[field])
    );
  });
}

/**
 * The conflict version of a deletion that loses to an edit. A deletion without revision only means that the document is
 * no longer visible to the account; of child documents, the parent's deletion is reported instead.
 */
function deletionConflict(collection: KindName, mine: Version, theirs: Version): FieldConflict[] {
  if (isChild(collection) || (theirs._deleted && !theirs['rev'])) return [];
  return [
    {
      field: DELETED,
      mine: mine._deleted === true,
      theirs: theirs._deleted === true,
      stands: mine._deleted ? 'theirs' : 'mine',
    },
  ];
}

/**
 * Whether the server has a newer version than the base. The revision is compared, because it also changes with the
 * server's own writes.
 */
const changedOnServer = (base: Version | null, theirs: Version): boolean => !base || base['rev'] !== theirs['rev'];

function mergeDeletion(collection: KindName, base: Version | null, mine: Version, theirs: Version): Merged {
  const winner = mine._deleted
    ? !theirs._deleted && changedOnServer(base, theirs) && (!base || edited(collection, base, theirs))
      ? theirs
      : null
    : edited(collection, base, mine)
      ? mine
      : null;
  const rev = nextRev(mine['rev'] as string, theirs['rev'] as string | undefined);
  if (!winner)
    return {
      merged: theirs._deleted ? theirs : { ...restorableContent(collection, base, mine, theirs), rev, _deleted: true },
      conflicts: [],
    };
  const conflicts = deletionConflict(collection, mine, theirs);
  if (winner !== theirs) return { merged: { ...mine, rev, _deleted: false }, conflicts };
  if (!base || !editedBeforeDeletion(collection, base, mine)) return { merged: theirs, conflicts };
  const whole = mergeDocument(collection, base, { ...mine, _deleted: false }, theirs);
  return { merged: whole.merged, conflicts: [...conflicts, ...whole.conflicts] };
}

/** Content of a winning deletion, in case it is undone later: merged with the server's changes since. */
function restorableContent(collection: KindName, base: Version | null, mine: Version, theirs: Version): Version {
  return base && hasContent(base, mine)
    ? mergeDocument(collection, base, { ...mine, _deleted: false }, theirs).merged
    : mine;
}

/** Whether a deletion still has its content. */
const hasContent = (base: Version, mine: Version): boolean => Object.keys(base).every((field) => field in mine);

/** Whether a deletion carries unpushed edits from before it. If the deletion loses, they merge as any edit. */
function editedBeforeDeletion(collection: KindName, base: Version, mine: Version): boolean {
  return hasContent(base, mine) && edited(collection, base, mine);
}

/**
 * Merges one document. `base` is null if this device created the document and the server never answered. A result equal
 * to `theirs` has their revision, so there is nothing to push; otherwise its revision is higher than both.
 */
export function mergeDocument(collection: KindName, base: Version | null, mine: Version, theirs: Version): Merged {
  if (mine._deleted || theirs._deleted) return mergeDeletion(collection, base, mine, theirs);
  if (mine['rev'] === theirs['rev']) return { merged: { ...mine, abilities: theirs['abilities'] }, conflicts: [] };
  const later = laterSide(mine, theirs);
  const merged: Version = { id: mine.id };
  const conflicts: FieldConflict[] = [];
  for (const field of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const value = mergeField(ruleOf(collection, field), field, base, mine, theirs, later, conflicts);
    if (value !== undefined) merged[field] = value;
  }
  const same = Object.keys({ ...merged, ...theirs }).every(
    (field) => ruleOf(collection, field) === 'own' || sameValue(merged[field], theirs[field]),
  );
  if (same) return { merged: theirs, conflicts };
  const updatedAt = Math.max(number(mine['updatedAt']), number(theirs['updatedAt']));
  return {
    merged: { ...merged, rev: nextRev(mine['rev'] as string, theirs['rev'] as string), updatedAt, recency: -updatedAt },
    conflicts,
  };
}

/**
 * The side that made a document private which the other one still shares: people whom the other one adds without
 * knowing it must not see it, whichever device sends its change first. Null if neither or both did.
 */
function closedBy(base: Version | null, mine: Version, theirs: Version, later: Side): Side | null {
  const range = ({ shareRange }: Version): unknown => shareRange;
  const isClosed = base !== null && range(base) !== 'private' && range(mine) !== range(theirs);
  const merged = isClosed ? mergeValue(range(base), range(mine), range(theirs), later).value : null;
  return merged !== 'private' ? null : range(mine) === 'private' ? 'mine' : 'theirs';
}

function mergeField(
  rule: MergeRule | 'own',
  field: string,
  base: Version | null,
  mine: Version,
  theirs: Version,
  later: Side,
  conflicts: FieldConflict[],
): unknown {
  const [b, m, t] = [base?.[field], mine[field], theirs[field]];
  switch (rule) {
    case 'own':
      return field === 'id' ? mine.id : undefined;
    case 'server':
      return t;
    case 'derived':
      return mergeValue(b, m, t, later).value;
    case 'max':
      return Math.max(number(m), number(t));
    case 'first':
      return Math.min(number(m) || number(t), number(t) || number(m));
    case 'or':
      return m === true || t === true;
    case 'set':
      return mergeSet(b, m, t, later);
    case 'audience': {
      const closed = closedBy(base, mine, theirs, later);
      return closed === 'mine' ? m : closed === 'theirs' ? t : mergeSet(b, m, t, later);
    }
    case 'yjs': {
      if (sameValue(m, t)) return t;
      conflicts.push(...droppedWordConflicts(bytesOf(m), bytesOf(t)));
      return mergeStates(m, t);
    }
    case 'byId': {
      const elements = mergeById(field, b, m, t, later);
      conflicts.push(...elements.conflicts);
      return elements.value;
    }
    case 'value': {
      const value = mergeValue(b, m, t, later);
      if (value.lost) conflicts.push({ field, mine: m, theirs: t, stands: later });
      return value.value;
    }
  }
}
