import { useMemo } from 'react';
import { AgentAvatar } from '~/features/agents/agent-avatar';
import { useAgentPermission, useAgents, type UsableAgent } from '~/features/agents/use-agents';
import type { AgentOption } from '~/features/ask/use-offered';

/** An agent that can be asked on the home screen. */
export type AskedAgent = AgentOption & Pick<UsableAgent, 'tools'>;

export interface AskedAgents {
  /** whether this person may ask agents */
  isAllowed: boolean;
  /** built-in agents first; empty if the person may not ask agents */
  agents: readonly (AskedAgent & Pick<UsableAgent, 'introduction'>)[];
}

const NONE: AskedAgents = { isAllowed: false, agents: [] };

/** The agents that this person may ask, from the replica; undefined until known. */
export function useAskedAgents(): AskedAgents | undefined {
  const isAllowed = useAgentPermission()?.isAllowed;
  const agents = useAgents();
  return useMemo(() => {
    if (!agents || isAllowed === undefined) return undefined;
    if (!isAllowed) return NONE;
    const asked = agents.filter(({ isBuiltIn, isPublished }) => isBuiltIn || isPublished);
    return {
      isAllowed,
      agents: asked.map((agent) => ({
        ...{ id: agent.id, title: agent.name, introduction: agent.introduction, tools: agent.tools },
        icon: <AgentAvatar agent={agent} size={20} />,
      })),
    };
  }, [agents, isAllowed]);
}
