/**
 * Conflict resolution: `(base, mine, theirs) → merged + kept`. Pure; nothing a person wrote gets lost: of each field either both
 * sides' changes stand, or the one that does not is in `kept`.
 *
 *   base ──► mine      edited on this device
 *     └────► theirs    what the server has now
 *
 *   both deleted → deleted      one deleted, the other untouched → deleted
 *   one deleted, the other edited → edited (an edit beats a delete), and that it was deleted is in `kept`; what the deleting side had
 *                                   edited before is merged as any edit
 *   both edited → field by field, as the collection's declaration says
 */
import type { MergeRule } from '../model/collection';
import { COLLECTIONS, CHILD_COLLECTIONS, type CollectionName } from '../model/registry';
import { nextRev } from '../model/rev';
import { DELETED, mergeById, mergeSet, mergeValue, sameValue, type Fields, type KeptValue, type Side } from './values';
import { droppedSides } from './dropped-words';
import { bytesOf, mergeStates } from './yjs';

/** A document or its deletion; a deletion may be bare. */
export type Version = Fields & { id: string; _deleted?: boolean };

export interface Merged {
  merged: Version;
  kept: KeptValue[];
}

/** Fields about the document itself, which no rule of a collection names. */
const BASE_RULES: Record<string, MergeRule | 'own'> = {
  id: 'own',
  rev: 'own',
  updatedAt: 'own',
  recency: 'own',
  _deleted: 'own',
  abilities: 'server',
  // moves together with the field that says where the document lives
  space: 'derived',
};

const ruleOf = (collection: CollectionName, field: string): MergeRule | 'own' =>
  BASE_RULES[field] ?? (COLLECTIONS[collection].merge as Record<string, MergeRule>)[field] ?? 'value';

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The side whose edit came later; a tie is decided by the revision, so that both devices decide alike. */
function laterSide(mine: Version, theirs: Version): Side {
  const [a, b] = [number(mine['updatedAt']), number(theirs['updatedAt'])];
  if (a !== b) return a > b ? 'mine' : 'theirs';
  return String(mine['rev'] ?? '') >= String(theirs['rev'] ?? '') ? 'mine' : 'theirs';
}

/**
 * Whether a side says anything that the base did not, apart from what the server alone decides. What is derived tells of an edit
 * elsewhere (a note's counts, of its text); a mark (read) is no edit, and `space` only says where the document lives.
 */
export function edited(collection: CollectionName, base: Version | null, side: Version): boolean {
  if (!base) return true;
  return Object.keys({ ...base, ...side }).some((field) => {
    const rule = ruleOf(collection, field);
    return (
      rule !== 'own' && rule !== 'server' && rule !== 'or' && field !== 'space' && !sameValue(base[field], side[field])
    );
  });
}

/** A deletion that an edit beats. A bare one without revision says no more than that the document is out of sight; of parts, the head tells. */
function beaten(collection: CollectionName, mine: Version, theirs: Version): KeptValue[] {
  if (CHILD_COLLECTIONS.has(collection) || (theirs._deleted && !theirs['rev'])) return [];
  return [
    {
      field: DELETED,
      mine: mine._deleted === true,
      theirs: theirs._deleted === true,
      stands: mine._deleted ? 'theirs' : 'mine',
    },
  ];
}

/** Whether the server changed it since: for its own writes too, a new revision is enough. */
const changedThere = (base: Version | null, theirs: Version): boolean => !base || base['rev'] !== theirs['rev'];

function mergeDeletion(collection: CollectionName, base: Version | null, mine: Version, theirs: Version): Merged {
  const stays = mine._deleted
    ? !theirs._deleted && changedThere(base, theirs) && (!base || edited(collection, base, theirs))
      ? theirs
      : null
    : edited(collection, base, mine)
      ? mine
      : null;
  const rev = nextRev(mine['rev'] as string, theirs['rev'] as string | undefined);
  if (!stays)
    return {
      merged: theirs._deleted ? theirs : { ...restorable(collection, base, mine, theirs), rev, _deleted: true },
      kept: [],
    };
  const kept = beaten(collection, mine, theirs);
  if (stays !== theirs) return { merged: { ...mine, rev, _deleted: false }, kept };
  if (!base || !wroteBeforeDeleting(collection, base, mine)) return { merged: theirs, kept };
  const whole = mergeDocument(collection, base, { ...mine, _deleted: false }, theirs);
  return { merged: whole.merged, kept: [...kept, ...whole.kept] };
}

/** The content of a deletion that stands for now, should it be taken back: with what the server has decided since. */
function restorable(collection: CollectionName, base: Version | null, mine: Version, theirs: Version): Version {
  return base && isWhole(base, mine)
    ? mergeDocument(collection, base, { ...mine, _deleted: false }, theirs).merged
    : mine;
}

/** A deletion that still has its content. */
const isWhole = (base: Version, mine: Version): boolean => Object.keys(base).every((field) => field in mine);

/** Whether a deletion carries edits that were made before it and never sent: when it gives way, they are edits as any other. */
function wroteBeforeDeleting(collection: CollectionName, base: Version, mine: Version): boolean {
  return isWhole(base, mine) && edited(collection, base, mine);
}

/**
 * Merges one document. `base` is null when the device made the document itself and the server never answered.
 * A merged document that equals `theirs` has their revision: there is nothing to push. Otherwise its revision is above both.
 */
export function mergeDocument(
  collection: CollectionName,
  base: Version | null,
  mine: Version,
  theirs: Version,
): Merged {
  if (mine._deleted || theirs._deleted) return mergeDeletion(collection, base, mine, theirs);
  if (mine['rev'] === theirs['rev']) return { merged: { ...mine, abilities: theirs['abilities'] }, kept: [] };
  const later = laterSide(mine, theirs);
  const merged: Version = { id: mine.id };
  const kept: KeptValue[] = [];
  for (const field of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const value = mergeField(ruleOf(collection, field), field, base, mine, theirs, later, kept);
    if (value !== undefined) merged[field] = value;
  }
  const same = Object.keys({ ...merged, ...theirs }).every(
    (field) => ruleOf(collection, field) === 'own' || sameValue(merged[field], theirs[field]),
  );
  if (same) return { merged: theirs, kept };
  const updatedAt = Math.max(number(mine['updatedAt']), number(theirs['updatedAt']));
  return {
    merged: { ...merged, rev: nextRev(mine['rev'] as string, theirs['rev'] as string), updatedAt, recency: -updatedAt },
    kept,
  };
}

function mergeField(
  rule: MergeRule | 'own',
  field: string,
  base: Version | null,
  mine: Version,
  theirs: Version,
  later: Side,
  kept: KeptValue[],
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
    case 'yjs': {
      if (sameValue(m, t)) return t;
      kept.push(...droppedSides(bytesOf(m), bytesOf(t)));
      return mergeStates(m, t);
    }
    case 'byId': {
      const elements = mergeById(field, b, m, t, later);
      kept.push(...elements.kept);
      return elements.value;
    }
    case 'value': {
      const value = mergeValue(b, m, t, later);
      if (value.lost) kept.push({ field, mine: m, theirs: t, stands: later });
      return value.value;
    }
  }
}
