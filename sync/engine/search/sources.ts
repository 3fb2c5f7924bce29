/** Searchable rows of the replica, and the document that each belongs to. */
import { meetingNoteId } from '../../model/ids';
import type { CollectionName } from '../../model/registry';
import { textOfState } from '../../merge/note-text';
import { fromBase64 } from '../../merge/yjs';
import type { SearchPassage, SearchableCollection } from './answer';
import type { StoredFields } from '../storage/stored';

/** In indexing order: titles are searchable before texts. */
export const SOURCES = [
  'projects',
  'notes',
  'meetings',
  'noteContents',
  'transcripts',
] as const satisfies readonly CollectionName[];
export type Source = (typeof SOURCES)[number];

export const keyOf = (collection: Source, id: string): string => `${collection}/${id}`;

export interface Target {
  collection: SearchableCollection;
  id: string;
}
const MEETING_NOTE = meetingNoteId('');

/** The document that a person opens for a source. */
export function targetOf(key: string): Target {
  const slash = key.indexOf('/');
  const source = key.slice(0, slash) as Source;
  const id = key.slice(slash + 1);
  switch (source) {
    case 'transcripts':
      return { collection: 'meetings', id };
    case 'noteContents':
      return id.startsWith(MEETING_NOTE)
        ? { collection: 'meetings', id: id.slice(MEETING_NOTE.length) }
        : { collection: 'notes', id };
    default:
      return { collection: source, id };
  }
}

/** The sources of a target. */
export function sourcesOf({ collection, id }: Target): { collection: Source; id: string }[] {
  switch (collection) {
    case 'notes':
      return [
        { collection: 'notes', id },
        { collection: 'noteContents', id },
      ];
    case 'meetings':
      return [
        { collection: 'meetings', id },
        { collection: 'noteContents', id: meetingNoteId(id) },
        { collection: 'transcripts', id },
      ];
    case 'projects':
      return [{ collection: 'projects', id }];
  }
}

export interface Field {
  field: SearchPassage['field'];
  text: string;
  segmentId?: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value as Record<string, unknown>[]) : [];

/** Searchable texts of a row. Throws what Yjs throws for a damaged text. */
export function fieldsOf(collection: Source, row: StoredFields): Field[] {
  switch (collection) {
    case 'notes':
      return [{ field: 'title', text: text(row['title']) }];
    case 'projects':
      return [
        { field: 'title', text: text(row['title']) },
        { field: 'description', text: text(row['description']) },
      ];
    case 'meetings':
      return [
        { field: 'title', text: text(row['title']) },
        {
          field: 'participants',
          text: list(row['participants'])
            .map((p) => text(p['name']))
            .join(' · '),
        },
      ];
    case 'noteContents':
      return [{ field: 'text', text: text(row['state']) === '' ? '' : textOfState(fromBase64(text(row['state']))) }];
    case 'transcripts':
      return list(row['segments']).map((segment) => ({
        field: 'transcript',
        text: text(segment['text']),
        segmentId: text(segment['id']),
      }));
  }
}
