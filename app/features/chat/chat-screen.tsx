import { Navigate, useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { ChatDocuments } from '~/features/canvas/chat-documents';
import { MissingDocument } from '~/features/missing-document/missing-document';
import { RefusedSharing } from '~/features/sharing/refused-sharing';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { Written } from '~/i18n/written';
import { LinkButton } from '~/ui/controls/button';
import { Badge } from '~/ui/data/badge';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { ChatView } from './chat-view';
import { ThreadActions } from './thread-actions';
import { isChat } from './use-threads';

/** A chat in its frame. */
export function ChatScreen({ id }: { id: string }) {
  const { t } = useTranslation(['chat', 'project']);
  const navigate = useNavigate();
  const thread = useQuery({ kind: 'one', collection: 'threads', id });
  const turns = useQuery({ kind: 'find', collection: 'turns', selector: { parentId: id } });
  const project = useQuery(thread?.projectId ? { kind: 'one', collection: 'projects', id: thread.projectId } : null);
  if (thread === undefined || (thread && turns === undefined))
    return (
      <PageBody>
        <SkeletonRows rows={6} />
      </PageBody>
    );
  // the address of a chat is made of its id alone where its kind is not known
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
      <PageHeader
        place={
          project
            ? [
                { label: t('project:list.title'), href: paths.projects() },
                { label: project.title, href: paths.project(project.id, 'chats') },
              ]
            : [{ label: t('chat:title'), href: paths.chatHistory() }]
        }
        title={<Written text={thread.title} />}
        windowTitle={t('chat:windowTitle')}
        state={
          thread.shareRange === 'private' ? undefined : (
            <Badge>{t(`chat:share.${thread.shareRange === 'project' ? 'project' : 'team'}`)}</Badge>
          )
        }
        more={
          <>
            <ChatDocuments thread={thread} />
            <ThreadActions thread={thread} onDeleted={() => navigate(paths.chatHistory())} />
          </>
        }
      />
      <RefusedSharing kind="threads" id={id} className="mx-auto mt-4 w-full max-w-[var(--writing)]" />
      <ChatView key={id} thread={thread} turns={turns ?? []} />
    </>
  );
}
