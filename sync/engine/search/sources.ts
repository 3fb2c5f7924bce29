/** Searchable rows of the replica, by the declarations of their kinds, and the document that each belongs to. */
import {
  childrenOf,
  definitionOf,
  inPullOrder,
  isLarge,
  KIND_NAMES,
  KINDS,
  topDocumentOf,
  type KindName,
  type SearchableKind,
} from '../../model/kinds';
import type { SearchedField } from '../../model/kind';
import { refOf } from '../../model/mentions';
import { blocksOfState } from '../../merge/note-blocks';
import { mentionsOfBlocks } from '../../merge/note-mentions';
import { textOfBlocks } from '../../merge/note-text';
import { fromBase64 } from '../../merge/yjs';
import type { SearchPassage } from './answer';
import type { StoredFields } from '../storage/stored';

/** In indexing order: titles are searchable before texts. */
export const SOURCES: readonly KindName[] = inPullOrder(KIND_NAMES, { first: true }).filter(
  (kind) => KINDS[kind].search !== null,
);

/** rows read at once: a transcript has thousands of words, a title a few */
export const pageSizeOf = (kind: KindName): number =>
  isLarge(kind) ? (definitionOf(kind).search?.fields.some(({ isApart }) => isApart) ? 5 : 25) : 100;

export const keyOf = (kind: KindName, id: string): string => `${kind}/${id}`;

export interface Target {
  collection: SearchableKind;
  id: string;
}

/** The document that a person opens for a source. */
export function targetOf(key: string): Target {
  const slash = key.indexOf('/');
  const [collection, id] = topDocumentOf(key.slice(0, slash) as KindName, key.slice(slash + 1));
  return { collection: collection as SearchableKind, id };
}

/** The sources of a target. */
export const sourcesOf = ({ collection, id }: Target): { collection: KindName; id: string }[] => [
  { collection, id },
  ...childrenOf(collection, id).flatMap(([child, childId]) =>
    KINDS[child].search === null ? [] : [{ collection: child, id: childId }],
  ),
];

export interface Field {
  field: SearchPassage['field'];
  text: string;
  segmentId?: string;
  /** targets that the text mentions: `note/<id>` */
  mentions?: string[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value as Record<string, unknown>[]) : [];

function fieldsAt(kind: KindName, { passage, field, each, isApart }: SearchedField, value: unknown): Field[] {
  if (each === undefined) {
    const isYjs = definitionOf(kind).merge[field] === 'yjs';
    if (!isYjs || text(value) === '') return [{ field: passage, text: text(value) }];
    const blocks = blocksOfState(fromBase64(text(value)));
    return [{ field: passage, text: textOfBlocks(blocks), mentions: mentionsOfBlocks(blocks).map(refOf) }];
  }
  const elements = list(value);
  if (!isApart) return [{ field: passage, text: elements.map((element) => text(element[each])).join(' · ') }];
  return elements.map((element) => ({ field: passage, text: text(element[each]), segmentId: text(element['id']) }));
}

/** Searchable texts of a row. Throws what Yjs throws for a damaged text. */
export const fieldsOf = (kind: KindName, row: StoredFields): Field[] =>
  (definitionOf(kind).search?.fields ?? []).flatMap((searched) => fieldsAt(kind, searched, row[searched.field]));
