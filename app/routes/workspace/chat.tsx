import { useParams, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { ChatScreen } from '~/features/chat/chat-screen';
import { ScreenError } from '~/features/project/screen-error';
import { loadNamespaces } from '~/i18n/client';
import { preload } from '~/replica/preload';

export const clientLoader = async ({ params: { chatId: id = '' } }: ClientLoaderFunctionArgs) => {
  await Promise.all([
    loadNamespaces(['chat']),
    preload(
      { kind: 'one', collection: 'threads', id },
      { kind: 'find', collection: 'turns', selector: { parentId: id } },
    ),
  ]);
  return null;
};

/** A chat by its id, with or without a project. */
export default function ChatRoute() {
  const { chatId = '' } = useParams();
  return <ChatScreen id={chatId} />;
}

export const ErrorBoundary = ScreenError;
