/** Extracts the searched texts of a document, as declared by its kind (`search`); the same on device and server. */
import { definitionOf, type KindName } from '../model/kinds';
import type { SearchedField } from '../model/kind';
import { refOf } from '../model/mentions';
import type { TextPlace } from '../model/parsed-text';
import type { SearchedText } from '../model/searched-text';
import { blocksOfState } from './note-blocks';
import { mentionsOfBlocks } from './note-mentions';
import { textOfBlocks } from './note-text';
import { fromBase64 } from './yjs';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value as Record<string, unknown>[]) : [];

function textsAt(kind: KindName, { passage, field, each, isApart }: SearchedField, value: unknown): SearchedText[] {
  if (each === undefined) {
    const isYjs = definitionOf(kind).merge[field] === 'yjs';
    if (!isYjs || text(value) === '') return [{ field: passage, text: text(value) }];
    const blocks = blocksOfState(fromBase64(text(value)));
    return [{ field: passage, text: textOfBlocks(blocks), mentions: mentionsOfBlocks(blocks).map(refOf) }];
  }
  const elements = list(value);
  if (!isApart) return [{ field: passage, text: elements.map((element) => text(element[each])).join(' · ') }];
  return elements.map((element) => ({
    field: passage,
    text: text(element[each]),
    segmentId: text(element['id']),
    ...(element['place'] ? { place: element['place'] as TextPlace } : {}),
  }));
}

/** Whether a document is searched: false, for example, for references, whose target is found instead. */
export function isSearched(kind: KindName, row: Readonly<Record<string, unknown>>): boolean {
  const { search } = definitionOf(kind);
  return search !== null && search.when?.(row) !== false;
}

/** The searched texts of a document; empty if it is not searched. Throws what Yjs throws for a damaged text. */
export function searchedTextsOf(kind: KindName, row: Readonly<Record<string, unknown>>): SearchedText[] {
  const { search } = definitionOf(kind);
  if (!search || !isSearched(kind, row)) return [];
  return search.fields.flatMap((searched) => textsAt(kind, searched, row[searched.field]));
}
