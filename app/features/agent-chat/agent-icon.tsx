import { Bot } from 'lucide-react';
import { AgentAvatar } from '~/features/agents/agent-avatar';
import { useQuery } from '~/replica/hooks';
import { isBuiltInAgent } from '../../../sync/model/agents';

/** The picture of a chat's agent in a list; a generic icon for an agent that is not on this device. Decorative. */
export function AgentIcon({ agentId }: { agentId: string }) {
  const isStored = agentId !== '' && !isBuiltInAgent(agentId);
  const published = useQuery(isStored ? { kind: 'one', collection: 'publishedAgents', id: agentId } : null);
  const draft = useQuery(isStored && published === null ? { kind: 'one', collection: 'agents', id: agentId } : null);
  const agent = isStored ? (published ?? draft) : { id: agentId, name: '', avatar: '' };
  return agent && agentId ? <AgentAvatar agent={agent} size={20} /> : <Bot size={18} />;
}
