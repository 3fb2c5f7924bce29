/** Members and departments of the company, for names, sharing and mentions. Pull only. */
import * as v from 'valibot';
import { defineCollection, type DocOf } from './collection';
import { IdOrNone } from './id-schemas';

export const people = defineCollection({
  name: 'people',
  version: 0,
  direction: 'pull',
  fields: {
    /** a member's id is the user's, a department's the department's */
    kind: v.picklist(['member', 'department']),
    name: v.string(),
    email: v.string(),
    avatar: v.string(),
    role: v.picklist(['owner', 'admin', 'member', '']),
    departmentIds: v.array(v.string()),
    parentId: IdOrNone,
    active: v.boolean(),
  },
  indexes: [['kind', 'recency']],
  merge: {
    kind: 'server',
    name: 'server',
    email: 'server',
    avatar: 'server',
    role: 'server',
    departmentIds: 'server',
    parentId: 'server',
    active: 'server',
  },
  abilities: () => [],
});
export type Person = DocOf<typeof people>;
