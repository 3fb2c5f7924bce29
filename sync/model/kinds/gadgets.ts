/** Gadgets of a company, readable by all members; their creator changes and deletes them. */
import { defineKind, type DocOf } from '../kind';
import { Id } from '../id-schemas';
import { timestamp } from '../numbers';
import { line } from '../text';

export const gadgets = defineKind({
  name: 'gadgets',
  store: 'items',
  direction: 'both',
  fields: { title: line({ min: 1, max: 120 }, 'PARAM_ERROR'), creatorId: Id, createdAt: timestamp() },
  indexes: ['recent'],
  label: 'document',
  createdWith: {},
  merge: { title: 'value', creatorId: 'server', createdAt: 'server' },
  abilities: (doc, _role, viewer) => (doc['creatorId'] === viewer.userId ? ['update', 'delete'] : []),
});
export type Gadget = DocOf<typeof gadgets>;
