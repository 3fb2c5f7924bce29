/**
 * An agent as its creator edits it: name, instructions, knowledge and tools. Only the creator reads it; the people it is
 * published to read its published version (`publishedAgents`), without instructions and knowledge.
 */
import * as v from 'valibot';
import { AGENT_AUDIENCES, AGENT_TOOLS } from '../agents';
import { Id, Ids } from '../id-schemas';
import { defineKind, type DocOf } from '../kind';
import { LIMITS } from '../limits';
import { timestamp, whole } from '../numbers';
import { line } from '../text';
import { CONTEXT_KINDS } from './turns';

/** A picture as `data:image/…;base64,…`, 1:1, at most LIMITS.agentAvatar UTF-16 units; '' for none. */
export const AgentAvatar = v.pipe(
  v.string(),
  v.maxLength(LIMITS.agentAvatar, 'PARAM_ERROR'),
  v.regex(/^(?:data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2})?$/, 'PARAM_ERROR'),
);

/** A project, file, page, note or meeting that an agent knows; searched with the access of the person who asks. */
export const AgentKnowledge = v.looseObject({
  kind: v.picklist(CONTEXT_KINDS),
  id: Id,
  title: v.pipe(v.string(), v.maxLength(LIMITS.contextTitle.max)),
});
export type AgentKnowledge = v.InferOutput<typeof AgentKnowledge>;

/** The part of an agent that a version keeps. */
export const agentDefinition = {
  name: line(LIMITS.agentName, 'AGENT_NAME_REQUIRED'),
  introduction: line(LIMITS.agentIntroduction, 'PARAM_ERROR'),
  avatar: AgentAvatar,
  /** how it answers; rules of the product stand above them */
  instructions: v.pipe(v.string(), v.maxLength(LIMITS.agentInstructions.max, 'PARAM_ERROR')),
  /** nothing else of one's own is searched; empty: everything that the person who asks may read */
  knowledge: v.pipe(v.array(AgentKnowledge), v.maxLength(LIMITS.questionContext.max, 'PARAM_ERROR')),
  tools: v.pipe(v.array(v.picklist(AGENT_TOOLS)), v.maxLength(AGENT_TOOLS.length, 'PARAM_ERROR')),
  /** a language model that the organization offers; '' or none: the usual one, as where it is not offered any more */
  model: v.optional(v.pipe(v.string(), v.maxLength(200, 'PARAM_ERROR'))),
  /** questions that a new chat offers */
  openings: v.pipe(v.array(line(LIMITS.agentOpening, 'PARAM_ERROR')), v.maxLength(LIMITS.agentOpenings, 'PARAM_ERROR')),
};

export const agents = defineKind({
  name: 'agents',
  store: 'directory',
  direction: 'both',
  fields: {
    ...agentDefinition,
    creatorId: Id,
    /** the published version, 0 for none, and who sees it */
    liveVersion: whole(),
    audience: v.picklist(AGENT_AUDIENCES),
    departmentIds: Ids,
    /** the version that waits for an administrator, 0 for none; it does not change what is published */
    waitingVersion: whole(),
    /** the version that an administrator refused last, 0 for none */
    refusedVersion: whole(),
    createdAt: timestamp(),
  },
  indexes: ['recent'],
  label: 'agent',
  link: ({ id }) => `/workshop/bots/${id}`,
  createdWith: { liveVersion: 0, audience: 'self', departmentIds: [], waitingVersion: 0, refusedVersion: 0 },
  merge: {
    name: 'value',
    introduction: 'value',
    avatar: 'value',
    instructions: 'value',
    knowledge: 'byId',
    tools: 'set',
    model: 'value',
    openings: 'value',
    creatorId: 'server',
    liveVersion: 'server',
    audience: 'server',
    departmentIds: 'server',
    waitingVersion: 'server',
    refusedVersion: 'server',
    createdAt: 'server',
  },
  abilities: (doc, _role, viewer) => (doc['creatorId'] === viewer.userId ? ['update', 'delete', 'share'] : []),
});
export type Agent = DocOf<typeof agents>;
export type AgentDefinition = Pick<Agent, keyof typeof agentDefinition>;
