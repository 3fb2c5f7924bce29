/** Chats, research, articles and tasks: list rows with the latest body. People rename, delete and share them. */
import * as v from 'valibot';
import { defineCollection, type DocOf } from './collection';
import { Id, IdOrNone } from './id-schemas';
import { ItemShareRange } from './notes';
import { moment } from './numbers';
import { line } from './text';

export const threads = defineCollection({
  name: 'threads',
  version: 0,
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
  indexes: [['recency'], ['kind', 'recency'], ['projectId', 'recency']],
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
