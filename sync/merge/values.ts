/** Three-way merges of single values. `base` is the common ancestor; undefined if unknown. */

/** Deep equality of plain JSON values; the order of keys does not matter. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, i) => sameValue(value, b[i]));
  const left = definedKeys(a);
  const right = definedKeys(b);
  return (
    left.length === right.length &&
    left.every((key) => Object.hasOwn(b, key) && sameValue((a as Fields)[key], (b as Fields)[key]))
  );
}

const definedKeys = (value: object): string[] =>
  Object.keys(value).filter((key) => (value as Fields)[key] !== undefined);

export type Fields = Record<string, unknown>;
export type Side = 'mine' | 'theirs';

/** Result of a merge: the winning value, and which side lost a change of its own. */
export interface MergedValue {
  value: unknown;
  /** set when both sides changed it differently */
  lost: Side | null;
}

/** If both sides changed the value, the later side wins; if one did, its change wins. */
export function mergeValue(base: unknown, mine: unknown, theirs: unknown, later: Side): MergedValue {
  if (sameValue(mine, theirs)) return { value: mine, lost: null };
  if (sameValue(base, mine)) return { value: theirs, lost: null };
  if (sameValue(base, theirs)) return { value: mine, lost: null };
  return later === 'mine' ? { value: mine, lost: 'theirs' } : { value: theirs, lost: 'mine' };
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Additions and removals of both sides apply; the order is that of the later side, with the other's additions at the
 * end.
 */
export function mergeSet(base: unknown, mine: unknown, theirs: unknown, later: Side): unknown[] {
  const before = new Set(list(base));
  const [first, second] = later === 'mine' ? [list(mine), list(theirs)] : [list(theirs), list(mine)];
  const inFirst = new Set(first);
  const inSecond = new Set(second);
  return [
    ...[...inFirst].filter((member) => inSecond.has(member) || !before.has(member)),
    ...[...inSecond].filter((member) => !inFirst.has(member) && !before.has(member)),
  ];
}

/** Field name of the conflict version of a deletion that lost to an edit: true on the side that deleted. */
export const DELETED = '_deleted';

export interface FieldConflict {
  /**
   * `title`, `participants.<id>` for an element that one side removed (null there), `participants.<id>.name`, or
   * DELETED
   */
  field: string;
  mine: unknown;
  theirs: unknown;
  stands: Side;
}

const byId = (value: unknown): Map<string, Fields> =>
  new Map(
    list(value)
      .filter(
        (e): e is Fields & { id: string } =>
          typeof e === 'object' && e !== null && typeof (e as Fields)['id'] === 'string',
      )
      .map((e) => [e.id, e]),
  );

/**
 * Merges elements by id, and each of their fields three-way. An element that one side removed and the other edited is
 * preserved: an edit beats a deletion, and the deletion becomes a conflict version. The order is that of the later
 * side, with the other's additions at the end.
 */
export function mergeById(
  field: string,
  base: unknown,
  mine: unknown,
  theirs: unknown,
  later: Side,
): { value: Fields[]; conflicts: FieldConflict[] } {
  const sides = { base: byId(base), mine: byId(mine), theirs: byId(theirs) };
  const conflicts: FieldConflict[] = [];
  const order =
    later === 'mine' ? [...sides.mine.keys(), ...sides.theirs.keys()] : [...sides.theirs.keys(), ...sides.mine.keys()];
  const value: Fields[] = [];
  for (const id of new Set(order)) {
    const before = sides.base.get(id);
    const left = sides.mine.get(id);
    const right = sides.theirs.get(id);
    if (left && right) {
      const element: Fields = {};
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
        const merged = mergeValue(before?.[key], left[key], right[key], later);
        if (merged.value !== undefined) element[key] = merged.value;
        if (merged.lost)
          conflicts.push({ field: `${field}.${id}.${key}`, mine: left[key], theirs: right[key], stands: later });
      }
      value.push(element);
    } else {
      const only = (left ?? right)!;
      if (before && sameValue(before, only)) continue;
      value.push(only);
      if (before)
        conflicts.push({
          field: `${field}.${id}`,
          mine: left ?? null,
          theirs: right ?? null,
          stands: left ? 'mine' : 'theirs',
        });
    }
  }
  return { value, conflicts };
}
