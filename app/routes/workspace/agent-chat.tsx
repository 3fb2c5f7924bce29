import { useParams, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { AgentChatScreen } from '~/features/agent-chat/agent-chat-screen';
import { loadAgentTexts } from '~/features/agent-chat/agent-conversation';
import { ScreenError } from '~/features/project/screen-error';
import { preload } from '~/replica/preload';

export const clientLoader = async ({ params: { chatId: id = '' } }: ClientLoaderFunctionArgs) => {
  await Promise.all([
    loadAgentTexts(),
    preload(
      { kind: 'one', collection: 'threads', id },
      { kind: 'find', collection: 'turns', selector: { parentId: id } },
    ),
  ]);
  return null;
};

export default function AgentChat() {
  const { chatId = '' } = useParams();
  return <AgentChatScreen key={chatId} id={chatId} />;
}

export const ErrorBoundary = ScreenError;
