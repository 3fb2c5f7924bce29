/** Chats, research, articles and tasks: list rows with the latest body. People rename, delete and share them. */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone } from '../id-schemas';
import { ItemShareRange } from './notes';
import { moment } from '../numbers';
import { line } from '../text';

export const threads = defineKind({
  name: 'threads',
  store: 'items',
  direction: 'both',
  fields: {
    kind: v.picklist(['chat', 'research', 'article', 'task']),
    title: line({ min: 1, max: 300 }, 'PARAM_ERROR'),
    projectId: IdOrNone,
    creatorId: Id,
    status: v.pipe(v.string(), v.maxLength(40)),
    body: v.string(),
    shareRange: ItemShareRange,
    createdAt: moment(),
  },
  indexes: ['recent', 'project'],
  label: 'thread',
  parents: [{ kind: 'projects', field: 'projectId' }],
  ahead: 30,
  merge: {
    kind: 'server',
    title: 'value',
    projectId: 'value',
    creatorId: 'server',
    status: 'server',
    body: 'server',
    shareRange: 'value',
    createdAt: 'server',
  },
  abilities: (doc, role, viewer) =>
    doc['creatorId'] === viewer.userId ? ['update', 'delete', 'share'] : role === 'owner' ? ['delete'] : [],
});
export type Thread = DocOf<typeof threads>;
