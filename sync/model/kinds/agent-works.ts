/**
 * The work of an agent on a question (`aw_<turn>`): its steps, and its proposals with their results. The answer is that
 * of the turn (`answers`). Only the server writes it: the run, and the calls that decide on proposals.
 */
import * as v from 'valibot';
import { AGENT_TOOLS } from '../agents';
import { Id, IdOrNone } from '../id-schemas';
import { defineKind, type DocOf } from '../kind';
import { LIMITS } from '../limits';
import { timestamp, whole } from '../numbers';

/**
 *   working ─► waiting: a proposal is open ─► working ─► done
 *      │          └────────── all are decided, and the answer is written ─────┘
 *      └► stopped: cancelled, or failed
 */
export const AGENT_STAGES = ['working', 'waiting', 'done', 'stopped'] as const;
export type AgentStage = (typeof AGENT_STAGES)[number];

/** `answer` writes the answer; the others use a tool. */
export const AGENT_STEPS = [...AGENT_TOOLS, 'answer'] as const;

export const AgentStep = v.looseObject({
  id: v.pipe(v.string(), v.maxLength(64)),
  kind: v.picklist(AGENT_STEPS),
  /** query, address, or title, by kind */
  text: v.pipe(v.string(), v.maxLength(LIMITS.agentStep.max)),
  /** `waiting`: for the person's decision */
  state: v.picklist(['running', 'waiting', 'done', 'failed', 'declined']),
  /** passages found */
  found: whole(),
  /** error code; '' for none */
  error: v.pipe(v.string(), v.maxLength(100)),
});
export type AgentStep = v.InferOutput<typeof AgentStep>;

/**
 *   open ─┬► confirmed ─► undone (changes only)
 *         ├► declined
 *         └► failed
 */
export const PROPOSAL_STATES = ['open', 'confirmed', 'declined', 'failed', 'undone'] as const;

export const AgentProposal = v.looseObject({
  /** the id of its step */
  id: v.pipe(v.string(), v.maxLength(64)),
  kind: v.picklist(AGENT_TOOLS),
  /** `web`: query; `page`: address; `note`: title; `research`: question; `checklist`: '' */
  text: v.pipe(v.string(), v.maxLength(LIMITS.agentStep.max)),
  /** for `checklist`: its items, one line each */
  items: v.pipe(v.array(v.pipe(v.string(), v.maxLength(LIMITS.agentStep.max))), v.maxLength(50)),
  state: v.picklist(PROPOSAL_STATES),
  /** the note or research that was created, or the note that got the items; '' for none */
  subjectId: IdOrNone,
  error: v.pipe(v.string(), v.maxLength(100)),
  /** 0 while open */
  decidedAt: timestamp(),
});
export type AgentProposal = v.InferOutput<typeof AgentProposal>;

export const agentWorks = defineKind({
  name: 'agentWorks',
  store: 'contents',
  direction: 'pull',
  fields: {
    /** the thread */
    threadId: Id,
    agentId: Id,
    /** version of the agent; 0: a draft or a built-in agent */
    version: whole(),
    /** the person who asked; only they decide on proposals */
    creatorId: Id,
    stage: v.picklist(AGENT_STAGES),
    steps: v.pipe(v.array(AgentStep), v.maxLength(LIMITS.agentSteps + 1)),
    proposals: v.array(AgentProposal),
    /** tokens of the language model used so far */
    tokens: whole(),
    /** a model that the agent's version names but the organization no longer offers: the default model answered */
    missingModel: v.optional(v.pipe(v.string(), v.maxLength(200))),
    /** tools of the agent that could not be used: without a language model, or a web search that has no provider */
    unable: v.optional(v.array(v.picklist(AGENT_TOOLS))),
    /** the limit that ended the planning: steps or tokens; '' for none */
    limit: v.picklist(['', 'steps', 'tokens']),
  },
  indexes: [],
  label: 'question',
  parents: [{ kind: 'turns', idPrefix: 'aw_' }],
  merge: {
    threadId: 'server',
    agentId: 'server',
    version: 'server',
    creatorId: 'server',
    stage: 'server',
    steps: 'server',
    proposals: 'server',
    tokens: 'server',
    missingModel: 'server',
    unable: 'server',
    limit: 'server',
  },
  abilities: () => [],
});
export type AgentWork = DocOf<typeof agentWorks>;
