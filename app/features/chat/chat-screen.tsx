import { Navigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { ChatDocuments } from '~/features/canvas/chat-documents';
import { MissingDocument } from '~/features/missing-document/missing-document';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { LinkButton } from '~/ui/controls/button';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody } from '~/ui/layout/page-header';
import { ChatView } from './chat-view';
import { ThreadHeader } from './thread-header';
import { isChat } from './use-threads';

/** The screen of a chat: its header, and the conversation. */
export function ChatScreen({ id }: { id: string }) {
  const { t } = useTranslation('chat');
  const thread = useQuery({ kind: 'one', collection: 'threads', id });
  const turns = useQuery({ kind: 'find', collection: 'turns', selector: { parentId: id } });
  if (thread === undefined || (thread && turns === undefined))
    return (
      <PageBody>
        <SkeletonRows rows={6} />
      </PageBody>
    );
  // some links are made from the id alone and lead here for any kind of thread
  if (thread?.kind === 'research' || thread?.kind === 'task') return <Navigate replace to={paths.thread(thread)} />;
  if (thread === null || !isChat(thread))
    return (
      <MissingDocument
        place={t('chat:title')}
        title={t('chat:missing.title')}
        text={t('chat:missing.text')}
        action={
          <LinkButton variant="primary" href={paths.chatHistory()}>
            {t('chat:missing.all')}
          </LinkButton>
        }
      />
    );
  return (
    <>
      <ThreadHeader
        thread={thread}
        windowTitle={t('chat:windowTitle')}
        list={{ label: t('chat:title'), href: paths.chatHistory() }}
        more={<ChatDocuments thread={thread} />}
      />
      <ChatView key={id} thread={thread} turns={turns ?? []} />
    </>
  );
}
