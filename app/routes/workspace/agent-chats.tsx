import { useSearchParams } from '@remix-run/react';
import { loadAgentTexts } from '~/features/agent-chat/agent-conversation';
import { AgentChatsScreen } from '~/features/agent-chat/agent-chats-screen';
import { ScreenError } from '~/features/project/screen-error';

export const clientLoader = () => loadAgentTexts();

/** Begins a chat with an agent. */
export default function AgentChats() {
  const [parameters] = useSearchParams();
  return <AgentChatsScreen agentId={parameters.get('agent') ?? ''} />;
}

export const ErrorBoundary = ScreenError;
