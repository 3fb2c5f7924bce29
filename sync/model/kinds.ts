/** The declared kinds, and functions on their declarations. A new kind is a line in `kinds/list.ts`. */
import type { ChildParent, DocOf, KindDefinition, Restorable } from './kind';
import * as DECLARED from './kinds/list';
import { STORE_NAMES, STORES, type StoreName } from './stores';

export type Kinds = typeof DECLARED;
export type KindName = keyof Kinds;
export type Doc<N extends KindName = KindName> = DocOf<Kinds[N]>;
/** Kinds whose documents are results of a search. */
export type SearchableKind = {
  [N in KindName]: Kinds[N] extends KindDefinition<string, infer _S, 'result'> ? N : never;
}[KindName];
/** Kinds whose deleted documents are entries of the trash. */
export type TrashKind = {
  [N in KindName]: Kinds[N] extends { trash: Restorable } ? N : never;
}[KindName];

const parentKinds = (name: KindName): KindName[] => DECLARED[name].parents.map(({ kind }) => kind as KindName);
const depthOf = (name: KindName): number =>
  Math.max(0, ...parentKinds(name).map((parent) => (parent === name ? 0 : depthOf(parent) + 1)));

/** Parents before their children; alphabetical within a level. */
export const KIND_NAMES = (Object.keys(DECLARED) as KindName[])
  .map((name) => ({ name, depth: depthOf(name) }))
  .sort((a, b) => a.depth - b.depth || (a.name < b.name ? -1 : 1))
  .map(({ name }) => name);

export const KINDS = Object.fromEntries(KIND_NAMES.map((name) => [name, DECLARED[name]])) as unknown as Kinds;

export const isKindName = (name: string): name is KindName => Object.hasOwn(KINDS, name);

/** The declaration without the types of its fields. */
export const definitionOf = (kind: KindName): KindDefinition => KINDS[kind] as unknown as KindDefinition;

/** Stores of these kinds. */
export const storesOf = (kinds: readonly KindName[]): StoreName[] =>
  STORE_NAMES.filter((store) => kinds.some((kind) => KINDS[kind].store === store));

/** Whether documents of the kind may be megabytes each. */
export const isLarge = (kind: KindName): boolean => STORES[KINDS[kind].store].isLarge;

/** Whether documents of the kind are deleted only with their parent. */
export const isChild = (kind: KindName): boolean =>
  KINDS[kind].parents.length > 0 && KINDS[kind].parents.every((parent) => 'idPrefix' in parent);

/** The declared parent of a child document, by its id; null for other documents. */
export function childParentOf(kind: KindName, id: string): ChildParent | null {
  for (const parent of KINDS[kind].parents) if ('idPrefix' in parent && id.startsWith(parent.idPrefix)) return parent;
  return null;
}

/** The parent of a document; null for none. For a kind of child documents, `doc` needs only its id. */
export function parentOf(kind: KindName, doc: { id: string } & Record<string, unknown>): [KindName, string] | null {
  for (const parent of KINDS[kind].parents) {
    if ('idPrefix' in parent) {
      if (doc.id.startsWith(parent.idPrefix)) return [parent.kind as KindName, doc.id.slice(parent.idPrefix.length)];
    } else {
      const id = doc[parent.field];
      if (typeof id === 'string' && id !== '') return [parent.kind as KindName, id];
    }
  }
  return null;
}

/** A key of the `outbox:kind` texts. */
export const labelOf = (kind: KindName, id: string): string => childParentOf(kind, id)?.label ?? KINDS[kind].label;

/** The document by which people know a document: the parent of a child document, otherwise itself. */
export const topDocumentOf = (kind: KindName, id: string): [KindName, string] =>
  (isChild(kind) ? parentOf(kind, { id }) : null) ?? [kind, id];

/** Kinds of the child documents of a kind; a child's id is the prefix and the parent's id. */
export const childKindsOf = (kind: KindName): { kind: KindName; idPrefix: string }[] =>
  KIND_NAMES.flatMap((child) =>
    KINDS[child].parents.flatMap((parent) =>
      'idPrefix' in parent && parent.kind === kind ? [{ kind: child, idPrefix: parent.idPrefix }] : [],
    ),
  );

/** The possible child documents of a document. */
export const childrenOf = (kind: KindName, id: string): [KindName, string][] =>
  childKindsOf(kind).map(({ kind: child, idPrefix }) => [child, idPrefix + id]);

/** Kinds with a field for the id of a `parent`, and that field. */
export const fieldsWithin = (parent: KindName): { kind: KindName; field: string }[] =>
  KIND_NAMES.flatMap((kind) =>
    KINDS[kind].parents.flatMap((each) =>
      'field' in each && each.kind === parent ? [{ kind, field: each.field }] : [],
    ),
  );

/** Kinds with a field for the id of a `parent`. */
export const kindsWithin = (parent: KindName): KindName[] => fieldsWithin(parent).map(({ kind }) => kind);

/**
 * These kinds, and the kinds of documents that are deleted with theirs (child documents and documents within them, at
 * any depth). Parents first.
 */
export function withKindsBelow(kinds: readonly KindName[]): KindName[] {
  const all = new Set(kinds);
  for (const kind of KIND_NAMES) if (parentKinds(kind).some((parent) => all.has(parent))) all.add(kind);
  return KIND_NAMES.filter((kind) => all.has(kind));
}

const isTrashKind = (kind: KindName): kind is TrashKind => KINDS[kind].trash !== null;
export const TRASH_KINDS: readonly TrashKind[] = KIND_NAMES.filter(isTrashKind);
/** How documents of a kind appear in the trash. */
export const trashOf = (kind: TrashKind): Restorable => KINDS[kind].trash;

/** Field of a kind that holds a Yjs state; null for none. */
export function yjsField(kind: KindName): string | null {
  for (const [field, rule] of Object.entries(KINDS[kind].merge)) if (rule === 'yjs') return field;
  return null;
}

/** Id of a document's text; the id itself if the document is a text; null for none. */
export const textOf = (kind: KindName, id: string): string | null =>
  (yjsField(kind) === null ? childrenOf(kind, id).find(([child]) => yjsField(child) !== null)?.[1] : id) ?? null;

/**
 * The order in which kinds are pulled. In an initial sync lists come before texts; later a text comes before its row,
 * so that a document that has just appeared in a list can be opened.
 */
export function inPullOrder(
  kinds: readonly KindName[],
  { first }: { /** an initial sync */ first: boolean },
): KindName[] {
  const stores = first
    ? STORE_NAMES
    : [...STORE_NAMES].sort((a, b) => Number(STORES[b].isLarge) - Number(STORES[a].isLarge));
  return stores.flatMap((store) => KIND_NAMES.filter((kind) => KINDS[kind].store === store && kinds.includes(kind)));
}
