import { useParams, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { AgentChatScreen } from '~/features/agent-chat/agent-chat-screen';
import { ScreenError } from '~/features/project/screen-error';
import { loadNamespaces } from '~/i18n/client';
import { preload } from '~/replica/preload';

export const clientLoader = async ({ params: { chatId: id = '' } }: ClientLoaderFunctionArgs) => {
  await Promise.all([
    loadNamespaces(['agent-chat']),
    loadNamespaces(['agents', 'chat']),
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
