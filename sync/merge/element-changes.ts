/**
 * Differences of a list of elements with ids. A transcript has up to 20,000 segments: a correction of one is sent as
 * that one.
 */
import { sameValue } from './values';

export interface Element {
  id: string;
  [field: string]: unknown;
}

export interface ElementChanges {
  /** elements that differ, whole; new ones follow at the end */
  set: Element[];
  /** ids */
  removed: string[];
}

const isElements = (value: unknown): value is Element[] =>
  Array.isArray(value) &&
  value.every((e) => typeof e === 'object' && e !== null && typeof (e as { id?: unknown }).id === 'string') &&
  new Set((value as Element[]).map(({ id }) => id)).size === value.length;

/** Applies changes to a list: changed elements stay in place, new ones are appended. */
export function withElementChanges(base: readonly Element[], { set, removed }: ElementChanges): Element[] {
  const changed = new Map(set.map((element) => [element.id, element]));
  const gone = new Set(removed);
  const list: Element[] = [];
  for (const element of base) {
    const now = changed.get(element.id);
    changed.delete(element.id);
    if (!gone.has(element.id)) list.push(now ?? element);
  }
  return [...list, ...changed.values()];
}

/** The changes from `base` to `mine`; null if they cannot express it (another order, elements without ids). */
export function elementChanges(base: unknown, mine: unknown): ElementChanges | null {
  if (!isElements(base) || !isElements(mine)) return null;
  const before = new Map(base.map((element) => [element.id, element]));
  const kept = new Set(mine.map(({ id }) => id));
  const changes: ElementChanges = {
    set: mine.filter((element) => !sameValue(before.get(element.id), element)),
    removed: base.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
  };
  const result = withElementChanges(base, changes);
  // the elements are those of `mine` by construction; only their order may differ
  return result.length === mine.length && result.every(({ id }, at) => id === mine[at]!.id) ? changes : null;
}
