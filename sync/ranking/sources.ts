/** Documents that search reads (sources), and the document that a person finds and opens through each (target). */
import {
  childrenOf,
  inPullOrder,
  KIND_NAMES,
  KINDS,
  topDocumentOf,
  type KindName,
  type SearchableKind,
} from '../model/kinds';

/** In indexing order: titles are searchable before texts. */
export const SOURCES: readonly KindName[] = inPullOrder(KIND_NAMES, { first: true }).filter(
  (kind) => KINDS[kind].search !== null,
);

export interface Source {
  collection: KindName;
  id: string;
}

export interface Target {
  collection: SearchableKind;
  id: string;
}

export const targetOf = ({ collection, id }: Source): Target => {
  const [kind, of] = topDocumentOf(collection, id);
  return { collection: kind as SearchableKind, id: of };
};

/** The sources of a target, itself first. */
export const sourcesOf = ({ collection, id }: Target): Source[] => [
  { collection, id },
  ...childrenOf(collection, id).flatMap(([child, childId]) =>
    KINDS[child].search === null ? [] : [{ collection: child, id: childId }],
  ),
];

/** characters of an id that encode its time (sync/model/ids.ts), and the base in which they are read */
const TIME = { characters: 9, base: 36 };
/** number of values of the rest of an id, so that the result is a safe integer */
const RESTS = 64;

/** Sort key of documents with equal scores, from the id: a newer document has a larger key and comes first. */
export function orderOf(id: string): number {
  let time = 0;
  for (let at = 0; at < TIME.characters; at += 1)
    time = time * TIME.base + (Number.parseInt(id[at] ?? '0', TIME.base) || 0);
  let rest = 0;
  for (let at = TIME.characters; at < id.length; at += 1) rest = (rest * 31 + id.charCodeAt(at)) % RESTS;
  return time * RESTS + rest;
}
