import { useMemo } from 'react';
import { useAgent, useAgentPermission, type UsableAgent } from '~/features/agents/use-agents';
import { useQuery } from '~/replica/hooks';

/** Why an agent takes no question: agents are switched off for this person, or this one is gone. */
export type Unusable = 'disabled' | 'gone';

export interface ChatAgent {
  /** as the person on this device sees it; null if the device has no agent with this id */
  agent: UsableAgent | null;
  /** null: it can be asked */
  unusable: Unusable | null;
}

/**
 * The agent of a chat: what is published, or in a test of its creator the draft. Undefined until this device has
 * answered.
 */
export function useChatAgent(agentId: string, isTest: boolean): ChatAgent | undefined {
  const agent = useAgent(agentId);
  const permission = useAgentPermission();
  const isOwn = !isTest && agent?.own !== null && agent?.own !== undefined;
  // of one's own the list has the draft
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
