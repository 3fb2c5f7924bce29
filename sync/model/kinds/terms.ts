/** Glossary terms of the company, readable and editable by all members (workspace 1, 3). */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id } from '../id-schemas';
import { amount, moment } from '../numbers';
import { line, lines } from '../text';

export const terms = defineKind({
  name: 'terms',
  store: 'directory',
  direction: 'both',
  fields: {
    term: line({ min: 1, max: 200 }, 'PARAM_ERROR'),
    definition: lines({ max: 2000 }, 'PARAM_ERROR'),
    matchCount: amount(),
    source: v.picklist(['MANUAL', 'TERMINOLOGY_FILE_EXTRACT']),
    creatorId: Id,
    createdAt: moment(),
  },
  indexes: ['recent'],
  label: 'term',
  createdWith: { source: 'MANUAL', matchCount: 0 },
  merge: {
    term: 'value',
    definition: 'value',
    matchCount: 'server',
    source: 'server',
    creatorId: 'server',
    createdAt: 'server',
  },
  abilities: () => ['update', 'delete'],
});
export type Term = DocOf<typeof terms>;
