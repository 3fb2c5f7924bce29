/**
 * The extracted text of a file or link (same id as its project item). Only the server writes it, after parsing; devices
 * read and search it offline.
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id } from '../id-schemas';
import { timestamp, whole } from '../numbers';
import { OutlineEntry, TextPart } from '../parsed-text';

export const itemTexts = defineKind({
  name: 'itemTexts',
  store: 'contents',
  direction: 'pull',
  fields: {
    projectId: Id,
    /** version of the file; 0 for links */
    version: whole(),
    /** title in the original's metadata, '' for none */
    title: v.pipe(v.string(), v.maxLength(300)),
    /** '' if unknown */
    language: v.pipe(v.string(), v.maxLength(20)),
    parts: v.array(TextPart),
    outline: v.array(OutlineEntry),
    /** time when a web page was read; 0 for files */
    fetchedAt: timestamp(),
    /** time of the extraction */
    parsedAt: timestamp(),
  },
  indexes: [],
  label: 'projectItem',
  parents: [{ kind: 'projectItems', idPrefix: '' }],
  search: { role: 'part', fields: [{ passage: 'content', field: 'parts', each: 'text', isApart: true }] },
  merge: {
    projectId: 'server',
    version: 'server',
    title: 'server',
    language: 'server',
    parts: 'server',
    outline: 'server',
    fetchedAt: 'server',
    parsedAt: 'server',
  },
  abilities: () => [],
});
export type ItemText = DocOf<typeof itemTexts>;
