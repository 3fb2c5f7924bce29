/** Agents: members create, publish and ask them; agents search, write answers and propose changes. */
import { agentSettings } from '../../../sync/model/kinds/agent-settings';
import { agentWorks, AgentProposal, AgentStep } from '../../../sync/model/kinds/agent-works';
import { AgentKnowledge, agents } from '../../../sync/model/kinds/agents';
import { writeDemoAgents } from './demo/write';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { agentCalls, AgentPermissionView, AgentUsage, AgentView, WaitingAgent } from './contract';
import { transferAgents } from './ownership';
import { agentPolicy } from './policy';
import { agentRoutes } from './routes';
import { agentRun } from './work-run';

export const agentFeature = defineFeature<CoreServices>({
  name: 'core/agents',
  calls: [
    callGroup('Agents', 'Agents of members: what they are told, who uses them, and what they propose.', agentCalls, {
      AgentView,
      Agent: agents.schema,
      AgentKnowledge,
      AgentWork: agentWorks.schema,
      AgentStep,
      AgentProposal,
      AgentSettings: agentSettings.schema,
      AgentPermission: AgentPermissionView,
      AgentUsage,
      WaitingAgent,
    }),
  ],
  handlers: agentRoutes,
  policies: () => [agentPolicy],
  jobs: (core) => {
    core.runs.define(agentRun(core));
    return [];
  },
  notifications: ['agentAsks', 'agentWaiting', 'agentApproved', 'agentRefused'],
  ownership: (_core, tx, leaver, heirId) => transferAgents(tx, leaver, heirId),
  retention: none('because an agent stays until its creator deletes it, and its chats are kept as chats are'),
  storage: none('because it stores no files'),
  audit: [
    'agent.permission',
    'agent.published',
    'agent.withdrawn',
    'agent.approved',
    'agent.refused',
    'agent.acted',
    'agent.undone',
  ],
  passages: none('because agents and their chats are not searched'),
  demo: writeDemoAgents,
});
