/** Members and departments of the company, for names, sharing and mentions. Pull only. */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { IdOrNone } from '../id-schemas';

export const people = defineKind({
  name: 'people',
  store: 'directory',
  direction: 'pull',
  fields: {
    /** the id is that of the user or department */
    kind: v.picklist(['member', 'department']),
    name: v.string(),
    email: v.string(),
    avatar: v.string(),
    role: v.picklist(['owner', 'admin', 'member', '']),
    departmentIds: v.array(v.string()),
    parentId: IdOrNone,
    active: v.boolean(),
  },
  indexes: ['recent'],
  label: 'person',
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
