import { useMemo } from 'react';
import { useAgent, useAgentPermission, type UsableAgent } from '~/features/agents/use-agents';
import { useQuery } from '~/replica/hooks';

/** Why an agent cannot be asked: agents are disabled for this person, or the agent was deleted or withdrawn. */
export type Unusable = 'disabled' | 'gone';

export interface ChatAgent {
  /** the agent as this person sees it; null if this device has no agent with this id */
  agent: UsableAgent | null;
  /** null if it can be asked */
  unusable: Unusable | null;
}

/**
 * The agent of a chat: the published version, or in a test the draft. Undefined while this device reads it.
 */
export function useChatAgent(agentId: string, isTest: boolean): ChatAgent | undefined {
  const agent = useAgent(agentId);
  const permission = useAgentPermission();
  const isOwn = !isTest && agent?.own !== null && agent?.own !== undefined;
  // the list contains the draft of an own agent, not the published version
  const published = useQuery(isOwn ? { kind: 'one', collection: 'publishedAgents', id: agentId } : null);
  return useMemo(() => {
    if (agent === undefined || !permission || (isOwn && published === undefined)) return undefined;
    const asked =
      agent && isOwn && published
        ? {
            ...agent,
            ...{ name: published.name, introduction: published.introduction, avatar: published.avatar },
            ...{ tools: published.tools, openings: published.openings },
          }
        : agent;
    const isThere = agent !== null && (isTest ? agent.own !== null : agent.isBuiltIn || !isOwn || published !== null);
    return { agent: asked, unusable: !permission.isAllowed ? 'disabled' : isThere ? null : 'gone' };
  }, [agent, permission, isOwn, isTest, published]);
}
