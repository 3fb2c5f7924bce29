/**
 * Chats, web searches, research, articles and tasks: list rows with the beginning of the latest answer. People rename,
 * delete and share them. A device creates all kinds except articles; the questions of chats, searches and tasks are
 * `turns`. A task is a chat with an agent.
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone } from '../id-schemas';
import { LIMITS } from '../limits';
import { ItemShareRange } from './notes';
import { timestamp } from '../numbers';
import { line } from '../text';

export const threads = defineKind({
  name: 'threads',
  store: 'items',
  direction: 'both',
  fields: {
    kind: v.picklist(['chat', 'search', 'research', 'article', 'task']),
    title: line(LIMITS.threadTitle, 'PARAM_ERROR'),
    projectId: IdOrNone,
    /** for a task: its agent, and whether its creator tests a draft; lists of chats hide tests */
    agentId: v.optional(IdOrNone),
    isAgentTest: v.optional(v.boolean()),
    creatorId: Id,
    /** state of the latest question's run; '' until the server has it */
    status: v.pipe(v.string(), v.maxLength(40)),
    /** beginning of the latest answer in plain text */
    body: v.pipe(v.string(), v.maxLength(1000)),
    shareRange: ItemShareRange,
    createdAt: timestamp(),
  },
  indexes: ['recent', 'project'],
  label: 'thread',
  listedAs: ['researches', 'turns'],
  parents: [{ kind: 'projects', field: 'projectId' }],
  createdWith: { status: '', body: '' },
  ahead: 30,
  link: ({ id, kind, projectId }) =>
    kind === 'research'
      ? `/research/${id}`
      : kind === 'task'
        ? `/agent-chat/${id}`
        : projectId
          ? `/project/${String(projectId)}/chat/${id}`
          : `/project-chat/${id}`,
  trash: { owner: 'creatorId', restoredBy: 'owner', ownSpace: 'thread' },
  merge: {
    kind: 'server',
    title: 'value',
    projectId: 'value',
    agentId: 'server',
    isAgentTest: 'server',
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
