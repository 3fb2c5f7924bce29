/** A kind that the product does not contain, declared as a new feature would declare it. */
import * as v from 'valibot';
import { Id, IdOrNone } from '../../sync/model/id-schemas';
import { defineKind, type DocOf } from '../../sync/model/kind';
import { amount, whole } from '../../sync/model/numbers';
import { line } from '../../sync/model/text';

export const ideas = defineKind({
  name: 'ideas',
  store: 'items',
  direction: 'both',
  fields: {
    projectId: Id,
    parentId: IdOrNone,
    position: whole(),
    title: line({ min: 1, max: 100 }, 'PARAM_ERROR'),
    tags: v.array(v.string()),
    votes: amount(),
    creatorId: Id,
  },
  indexes: ['recent', 'project', 'parent'],
  merge: {
    projectId: 'value',
    parentId: 'value',
    position: 'value',
    title: 'value',
    tags: 'set',
    votes: 'max',
    creatorId: 'server',
  },
  abilities: (_doc, role) => (role === 'viewer' ? [] : ['update', 'delete']),
  parents: [{ kind: 'projects', field: 'projectId' }],
  createdWith: {},
  ahead: 10,
  search: { role: 'result', fields: [{ passage: 'title', field: 'title' }] },
  label: 'idea',
  link: ({ id }) => `/idea/${id}`,
});
export type Idea = DocOf<typeof ideas>;
