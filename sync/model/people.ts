/** Members and departments of the company, for names, sharing and mentions. Pull only. */
import * as v from 'valibot';
import { defineCollection, type DocOf } from './collection';
import { IdOrNone } from './id-schemas';

export const people = defineCollection({
  name: 'people',
  version: 0,
  direction: 'pull',
  fields: {
    /** a member has the user's id, a department the department's id */
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
