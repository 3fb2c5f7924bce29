/**
 * The published version of an agent (same id as the agent), without instructions and knowledge. It is in its creator's
 * space, in a space of its own for departments, or in the organization's space.
 */
import * as v from 'valibot';
import { AGENT_AUDIENCES } from '../agents';
import { Id } from '../id-schemas';
import { defineKind, type DocOf } from '../kind';
import { timestamp, whole } from '../numbers';
import { agentDefinition } from './agents';

const { name, introduction, avatar, tools, openings } = agentDefinition;

export const publishedAgents = defineKind({
  name: 'publishedAgents',
  store: 'directory',
  direction: 'pull',
  fields: {
    ...{ name, introduction, avatar, tools, openings },
    version: whole({ min: 1 }),
    audience: v.picklist(AGENT_AUDIENCES),
    creatorId: Id,
    publishedAt: timestamp(),
  },
  indexes: ['recent'],
  label: 'agent',
  merge: {
    name: 'server',
    introduction: 'server',
    avatar: 'server',
    tools: 'server',
    openings: 'server',
    version: 'server',
    audience: 'server',
    creatorId: 'server',
    publishedAt: 'server',
  },
  abilities: () => [],
});
export type PublishedAgent = DocOf<typeof publishedAgents>;
