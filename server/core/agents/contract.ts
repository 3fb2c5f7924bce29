/**
 * The calls of agents (workspace 7). Drafts and published agents are replicated documents; the calls create, change,
 * publish and list agents, start a chat with one, decide on proposals, and set the permission to use agents.
 */
import * as v from 'valibot';
import { AGENT_AUDIENCES, AGENT_MODES } from '../../../sync/model/agents';
import { Id, IdOrNone, Ids } from '../../../sync/model/id-schemas';
import { agentSettings } from '../../../sync/model/kinds/agent-settings';
import { agentWorks } from '../../../sync/model/kinds/agent-works';
import { agentDefinition, AgentKnowledge, agents } from '../../../sync/model/kinds/agents';
import { turns } from '../../../sync/model/kinds/turns';
import { LIMITS } from '../../../sync/model/limits';
import { whole } from '../../../sync/model/numbers';
import { defineCall } from '../../../sync/protocol/call';
import { pageFields, pageOf, Search } from '../../../sync/protocol/paging';

const OfAgent = v.object({ id: Id });
const OfProposal = v.object({ turnId: Id, proposalId: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) });
const Nothing = v.object({});
const { name, introduction, avatar, instructions, tools, model, openings } = agentDefinition;
/** unknown fields are removed */
const knowledge = v.pipe(
  v.array(v.object(AgentKnowledge.entries)),
  v.maxLength(LIMITS.questionContext.max, 'PARAM_ERROR'),
);

/** An agent that the caller may use. `own`: the draft, for its creator; null for others. */
export const AgentView = v.object({
  id: Id,
  ...{ name, introduction, avatar, tools, openings },
  creatorId: IdOrNone,
  isBuiltIn: v.boolean(),
  isPublished: v.boolean(),
  own: v.nullable(agents.schema),
});
export type AgentView = v.InferOutput<typeof AgentView>;

/** Permission to use agents. `userIds` and `departmentIds` are stored in every mode, for a return to `chosen`. */
export const AgentPermissionView = v.object({ mode: v.picklist(AGENT_MODES), userIds: Ids, departmentIds: Ids });

/** A version that waits for approval by an administrator, with the data for the decision. */
export const WaitingAgent = v.object({
  id: Id,
  ...{ name, introduction, avatar, instructions, tools, model, openings },
  /** number of documents that the agent knows; the administrator may not have access to them, so no titles are given */
  knowledgeCount: whole(),
  version: whole({ min: 1 }),
  creatorId: Id,
});

/**
 * Counts of questions to an agent in the last 30 days, without their texts and without names. Days (YYYY-MM-DD) are those
 * of the caller's time zone, or UTC if it is unknown.
 */
export const AgentUsage = v.object({
  today: v.string(),
  questions: whole(),
  people: whole(),
  days: v.array(v.object({ day: v.string(), questions: whole() })),
});

const rest = {
  instructions: v.optional(instructions, ''),
  knowledge: v.optional(knowledge, []),
  tools: v.optional(tools, ['own']),
  model: v.optional(model, ''),
  openings: v.optional(openings, []),
};

export const agentCalls = {
  permission: defineCall({
    service: 'core',
    method: 'GET',
    path: '/agent/permission',
    who: 'member',
    summary:
      'Whether the caller may use agents, and whether by the organization’s setting or by an agent of their own.',
    input: v.object({}),
    output: v.object({ isEnabled: v.boolean(), isAllowed: v.boolean() }),
    errors: [],
  }),
  search: defineCall({
    service: 'core',
    method: 'POST',
    path: '/agent/search/page',
    who: 'member',
    summary: 'Agents that the caller may use or has created: built-in agents first, then the newest.',
    input: v.object({ ...pageFields(20), keyword: Search }),
    output: pageOf(AgentView),
    errors: ['AGENT_NOT_ENABLED', 'PARAM_ERROR'],
  }),
  create: defineCall({
    service: 'core',
    method: 'POST',
    path: '/agent/create',
    who: 'member',
    idempotent: true,
    summary: 'Creates an agent as a draft.',
    input: v.object({ avatar: v.optional(avatar, ''), name, introduction: v.optional(introduction, ''), ...rest }),
    output: agents.schema,
    errors: ['AGENT_NOT_ENABLED', 'AGENT_NAME_EXISTED', 'AGENT_NAME_REQUIRED', 'PARAM_ERROR'],
  }),
  update: defineCall({
    service: 'core',
    method: 'POST',
    path: '/agent/update',
    who: 'member',
    summary: 'Changes the draft of an agent. The published version is unchanged.',
    input: v.object({
      id: Id,
      avatar: v.optional(avatar),
      name: v.optional(name),
      introduction: v.optional(introduction),
      instructions: v.optional(instructions),
      knowledge: v.optional(knowledge),
      tools: v.optional(tools),
      model,
      openings: v.optional(openings),
    }),
    output: agents.schema,
    errors: [
      'AGENT_NOT_FOUND',
      'AGENT_NOT_ENABLED',
      'AGENT_NAME_EXISTED',
      'AGENT_NAME_REQUIRED',
      'NO_PERMISSION',
      'PARAM_ERROR',
    ],
  }),
  publish: defineCall({
    service: 'core',
    method: 'POST',
    path: '/agent/publish',
    who: 'member',
    idempotent: true,
    summary:
      'Publishes the draft of an agent as a new version, or takes the published one back. For the organization, a ' +
      'version of somebody who is no administrator waits for one; until then the published one stays.',
    input: v.object({
      id: Id,
      published: v.boolean(),
      audience: v.optional(v.picklist(AGENT_AUDIENCES), 'self'),
      departmentIds: v.optional(Ids, []),
    }),
    output: agents.schema,
    errors: ['AGENT_NOT_FOUND', 'AGENT_NOT_ENABLED', 'AGENT_NAME_EXISTED', 'NO_PERMISSION', 'PARAM_ERROR'],
  }),
  get: defineCall({
    service: 'core',
    method: 'GET',
    path: '/agent/{id}',
    who: 'member',
    summary: 'An agent that the caller may use, or their own.',
    input: OfAgent,
    output: AgentView,
    errors: ['AGENT_NOT_FOUND', 'AGENT_NOT_ENABLED'],
  }),
  remove: defineCall({
    service: 'core',
    method: 'DELETE',
    path: '/agent/{id}',
    who: 'member',
    summary: 'Deletes an agent. Its chats are kept, but accept no further questions.',
    input: OfAgent,
    output: Nothing,
    errors: ['AGENT_NOT_FOUND', 'NO_PERMISSION'],
  }),
  createChat: defineCall({
    service: 'core',
    method: 'POST',
    path: '/agent/chat/create',
    who: 'member',
    idempotent: true,
    summary: 'Starts a chat with an agent. `isTest`: the creator tests the draft.',
    input: v.object({ agentId: Id, query: turns.fields.question, isTest: v.optional(v.boolean(), false) }),
    output: v.object({ chatId: Id, questionId: Id }),
    errors: [
      'AGENT_NOT_FOUND',
      'AGENT_NOT_ENABLED',
      'CHAT_QUESTION_REQUIRED',
      'API_RATE_LIMIT_EXCEEDED',
      'PARAM_ERROR',
    ],
  }),
  decide: defineCall({
    service: 'core',
    method: 'POST',
    path: '/agent/proposal/decide',
    who: 'member',
    idempotent: true,
    perMinute: 60,
    summary:
      'Confirms or declines a proposal of an agent. A confirmed change is made at once, under the rights of the caller; ' +
      'after the last decision about what leaves the organization the agent goes on.',
    input: v.object({
      ...OfProposal.entries,
      isConfirmed: v.boolean(),
      /** for a note: the project to create it in */
      projectId: v.optional(IdOrNone, ''),
      /** for a checklist: the note to add the items to */
      noteId: v.optional(IdOrNone, ''),
    }),
    output: agentWorks.schema,
    errors: [
      'CHAT_NOT_FOUND',
      'AGENT_PROPOSAL_CLOSED',
      'AGENT_NOT_ENABLED',
      'NOTE_NOT_FOUND',
      'NOTE_EDIT_DENIED',
      'PROJECT_NOT_FOUND',
      'USER_SERVICE_QUOTA_EXCEEDED',
      'NO_PERMISSION',
      'PARAM_ERROR',
    ],
  }),
  undo: defineCall({
    service: 'core',
    method: 'POST',
    path: '/agent/proposal/undo',
    who: 'member',
    idempotent: true,
    summary:
      'Undoes a change that an agent made: its note goes to the trash, its checklist items are removed where they are ' +
      'unchanged, its research is stopped.',
    input: OfProposal,
    output: agentWorks.schema,
    errors: ['CHAT_NOT_FOUND', 'AGENT_PROPOSAL_CLOSED', 'NOTE_NOT_FOUND', 'NOTE_EDIT_DENIED', 'NO_PERMISSION'],
  }),
  usage: defineCall({
    service: 'core',
    method: 'GET',
    path: '/agent/{id}/usage',
    who: 'member',
    summary: 'Number of questions to an agent of the caller in the last 30 days.',
    input: OfAgent,
    output: AgentUsage,
    errors: ['AGENT_NOT_FOUND', 'NO_PERMISSION'],
  }),
  permissionSetting: defineCall({
    service: 'core',
    method: 'GET',
    path: '/agent/permission/setting',
    who: 'admin',
    summary: 'The members of the organization who may use agents.',
    input: v.object({}),
    output: AgentPermissionView,
    errors: [],
  }),
  setPermission: defineCall({
    service: 'core',
    method: 'POST',
    path: '/agent/permission/set',
    who: 'admin',
    summary: 'Sets which members of the organization may use agents.',
    input: v.object({
      mode: v.picklist(AGENT_MODES),
      userIds: v.optional(Ids, []),
      departmentIds: v.optional(Ids, []),
    }),
    output: agentSettings.schema,
    errors: ['PARAM_ERROR'],
  }),
  waiting: defineCall({
    service: 'core',
    method: 'POST',
    path: '/agent/waiting/page',
    who: 'admin',
    summary: 'Agents that await an administrator’s approval to be published for the organization.',
    input: v.object(pageFields(20)),
    output: pageOf(WaitingAgent),
    errors: ['PARAM_ERROR'],
  }),
  approve: defineCall({
    service: 'core',
    method: 'POST',
    path: '/agent/approve',
    who: 'admin',
    summary: 'Approves or rejects the submitted version of an agent for the organization.',
    input: v.object({ id: Id, version: whole({ min: 1 }), isApproved: v.boolean() }),
    output: Nothing,
    errors: ['AGENT_NOT_FOUND', 'AGENT_PROPOSAL_CLOSED', 'AGENT_NAME_EXISTED', 'PARAM_ERROR'],
  }),
};
