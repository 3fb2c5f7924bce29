/**
 * The organization’s permission to use agents (same id as the organization). Administrators set it by a call; open tabs
 * receive it by replication.
 */
import * as v from 'valibot';
import { AGENT_MODES } from '../agents';
import { Ids } from '../id-schemas';
import { defineKind, type DocOf } from '../kind';

export const agentSettings = defineKind({
  name: 'agentSettings',
  store: 'directory',
  direction: 'pull',
  fields: {
    mode: v.picklist(AGENT_MODES),
    /** for the mode `chosen` */
    userIds: Ids,
    departmentIds: Ids,
  },
  indexes: [],
  label: 'document',
  merge: { mode: 'server', userIds: 'server', departmentIds: 'server' },
  abilities: () => [],
});
export type AgentSettings = DocOf<typeof agentSettings>;
