/**
 * The draft of an agent: name, instructions, knowledge and tools. Only the creator reads it; the people it is published
 * to read its published version (`publishedAgents`), without instructions and knowledge.
 */
import * as v from 'valibot';
import { AGENT_AUDIENCES, AGENT_TOOLS } from '../agents';
import { Id, Ids } from '../id-schemas';
import { defineKind, type DocOf } from '../kind';
import { LIMITS } from '../limits';
import { timestamp, whole } from '../numbers';
import { line } from '../text';
import { CONTEXT_KINDS } from './turns';

/** A square picture as `data:image/…;base64,…`, at most LIMITS.agentAvatar UTF-16 units; '' for none. */
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

/** The fields of an agent that a version stores. */
export const agentDefinition = {
  name: line(LIMITS.agentName, 'AGENT_NAME_REQUIRED'),
  introduction: line(LIMITS.agentIntroduction, 'PARAM_ERROR'),
  avatar: AgentAvatar,
  /** instructions for its answers; the rules of the product take precedence */
  instructions: v.pipe(v.string(), v.maxLength(LIMITS.agentInstructions.max, 'PARAM_ERROR')),
  /** the only own sources that it searches; empty: all that the person who asks may read */
  knowledge: v.pipe(v.array(AgentKnowledge), v.maxLength(LIMITS.questionContext.max, 'PARAM_ERROR')),
  tools: v.pipe(v.array(v.picklist(AGENT_TOOLS)), v.maxLength(AGENT_TOOLS.length, 'PARAM_ERROR')),
  /** a language model of the organization; '' or absent, or no longer offered: the default model */
  model: v.optional(v.pipe(v.string(), v.maxLength(200, 'PARAM_ERROR'))),
  /** questions that a new chat suggests */
  openings: v.pipe(v.array(line(LIMITS.agentOpening, 'PARAM_ERROR')), v.maxLength(LIMITS.agentOpenings, 'PARAM_ERROR')),
};

export const agents = defineKind({
  name: 'agents',
  store: 'directory',
  direction: 'both',
  fields: {
    ...agentDefinition,
    creatorId: Id,
    /** the published version (0 for none) and its audience */
    liveVersion: whole(),
    audience: v.picklist(AGENT_AUDIENCES),
    departmentIds: Ids,
    /** the version that waits for approval, 0 for none; the published version stays until then */
    waitingVersion: whole(),
    /** the version that an administrator last refused, 0 for none */
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
