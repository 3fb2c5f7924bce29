/** Gadgets of a company, readable by all members; their creator changes and deletes them. */
import { defineCollection, type DocOf } from './collection';
import { Id } from './id-schemas';
import { moment } from './numbers';
import { line } from './text';

export const gadgets = defineCollection({
  name: 'gadgets',
  version: 0,
  direction: 'both',
  fields: { title: line({ min: 1, max: 120 }, 'PARAM_ERROR'), creatorId: Id, createdAt: moment() },
  indexes: [['recency']],
  merge: { title: 'value', creatorId: 'server', createdAt: 'server' },
  abilities: (doc, _role, viewer) => (doc['creatorId'] === viewer.userId ? ['update', 'delete'] : []),
});
export type Gadget = DocOf<typeof gadgets>;
