/** Glossary terms of the company, readable and editable by all members (workspace 1, 3). */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id } from '../id-schemas';
import { LIMITS } from '../limits';
import { amount, timestamp } from '../numbers';
import { line, lines } from '../text';

export const terms = defineKind({
  name: 'terms',
  store: 'directory',
  direction: 'both',
  fields: {
    term: line(LIMITS.term, 'PARAM_ERROR'),
    definition: lines(LIMITS.termDefinition, 'PARAM_ERROR'),
    /** pronunciation in kana or letters, if the spelling does not show it; '' for none */
    reading: v.optional(line({ max: LIMITS.term.max }, 'PARAM_ERROR')),
    /** hash of the term's key, by which the server finds duplicates (../../terms/key.ts) */
    foldId: v.optional(Id),
    /** number of occurrences in transcripts */
    matchCount: amount(),
    source: v.picklist(['MANUAL', 'TERMINOLOGY_FILE_EXTRACT']),
    creatorId: Id,
    createdAt: timestamp(),
  },
  indexes: ['recent'],
  label: 'term',
  createdWith: { source: 'MANUAL', matchCount: 0 },
  merge: {
    term: 'value',
    definition: 'value',
    reading: 'value',
    foldId: 'server',
    matchCount: 'server',
    source: 'server',
    creatorId: 'server',
    createdAt: 'server',
  },
  abilities: () => ['update', 'delete'],
});
export type Term = DocOf<typeof terms>;
