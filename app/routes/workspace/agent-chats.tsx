import { useSearchParams } from '@remix-run/react';
import { AgentChatsScreen } from '~/features/agent-chat/agent-chats-screen';
import { ScreenError } from '~/features/project/screen-error';
import { loadNamespaces } from '~/i18n/client';

export const clientLoader = async () => {
  await Promise.all([loadNamespaces(['agent-chat']), loadNamespaces(['agents', 'chat'])]);
  return null;
};

/** Starts a chat with an agent. */
export default function AgentChats() {
  const [parameters] = useSearchParams();
  return <AgentChatsScreen agentId={parameters.get('agent') ?? ''} />;
}

export const ErrorBoundary = ScreenError;
