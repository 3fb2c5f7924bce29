/** Glossary terms of the company, readable and editable by all members (workspace 1, 3). */
import * as v from 'valibot';
import { defineCollection, type DocOf } from './collection';
import { Id } from './id-schemas';
import { amount, moment } from './numbers';
import { line, lines } from './text';

export const terms = defineCollection({
  name: 'terms',
  version: 0,
  direction: 'both',
  fields: {
    term: line({ min: 1, max: 200 }, 'PARAM_ERROR'),
    definition: lines({ max: 2000 }, 'PARAM_ERROR'),
    matchCount: amount(),
    source: v.picklist(['MANUAL', 'TERMINOLOGY_FILE_EXTRACT']),
    creatorId: Id,
    createdAt: moment(),
  },
  indexes: [['recency']],
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
