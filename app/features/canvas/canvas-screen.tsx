import { Link, useNavigate } from '@remix-run/react';
import { MessagesSquare } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentConversation } from '~/features/agent-chat/agent-conversation';
import { ChatView } from '~/features/chat/chat-view';
import { MissingDocument } from '~/features/missing-document/missing-document';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { LinkButton } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import { cx } from '~/ui/cx';
import { Badge } from '~/ui/data/badge';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { CanvasActions } from './canvas-actions';
import { CanvasDocument } from './canvas-document';
import { useCanvasEditor } from './use-canvas-editor';
import { usePublication } from './use-publication';

/** width of the window from which chat and document are side by side; the same as in the classes below */
const SIDE_BY_SIDE = '(min-width: 1024px)';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/**
 * A document made from an answer, beside its chat; on a narrow screen one of the two. A document made from a report is
 * shown without a chat.
 */
export function CanvasScreen({ id }: { id: string }) {
  const { t } = useTranslation(['canvas', 'chat', 'project']);
  const navigate = useNavigate();
  const canvas = useQuery({ kind: 'one', collection: 'canvases', id });
  const thread = useQuery(canvas ? { kind: 'one', collection: 'threads', id: canvas.parentId } : null);
  const turns = useQuery(
    canvas ? { kind: 'find', collection: 'turns', selector: { parentId: canvas.parentId } } : null,
  );
  const project = useQuery(thread?.projectId ? { kind: 'one', collection: 'projects', id: thread.projectId } : null);
  const isWide = useMedia(SIDE_BY_SIDE);
  /** whether the person wants the chat shown; null: by the width of the window */
  const [chosen, setChosen] = useState<boolean | null>(null);
  // a report has its own screen, linked in the header
  const hasChat = thread != null && thread.kind !== 'research';
  const isChatShown = hasChat && (chosen ?? isWide);
  const editor = useCanvasEditor(id);
  const publication = usePublication(canvas ?? null);
  if (canvas === undefined || (canvas && thread === undefined))
    return (
      <PageBody>
        <SkeletonRows rows={6} />
      </PageBody>
    );
  if (canvas === null)
    return (
      <MissingDocument
        place={t('chat:title')}
        title={t('canvas:missing.title')}
        text={t('canvas:missing.text')}
        action={
          <LinkButton variant="primary" href={paths.chatHistory()}>
            {t('chat:missing.all')}
          </LinkButton>
        }
      />
    );
  const chat = thread ? paths.thread(thread) : paths.chatHistory();
  return (
    <>
      <PageHeader
        place={[
          ...(project ? [{ label: project.title, href: paths.project(project.id, 'chats') }] : []),
          { label: thread?.title ?? t('chat:title'), href: chat },
        ]}
        title={<Written text={canvas.title} />}
        windowTitle={t('canvas:windowTitle')}
        state={
          publication !== 'closed' && (
            <Badge tone="warning">
              {t(publication === 'open' ? 'canvas:published' : `canvas:publish.badge.${publication}`)}
            </Badge>
          )
        }
        more={
          <>
            {hasChat && (
              <IconButton
                label={t(isChatShown ? 'canvas:chat.hide' : 'canvas:chat.show')}
                icon={<MessagesSquare aria-hidden size={18} />}
                aria-expanded={isChatShown}
                onPress={() => setChosen(isChatShown === isWide ? !isChatShown : null)}
              />
            )}
            <CanvasActions canvas={canvas} thread={thread ?? null} editor={editor} />
          </>
        }
      />
      <div className="flex w-full flex-1">
        {thread && isChatShown && (
          <section
            aria-label={t('canvas:chat.label')}
            className="flex min-w-0 flex-1 flex-col border-line lg:max-w-[40%] lg:border-r print:hidden"
          >
            <p className="px-4 pt-4 text-13 md:px-6">
              <Link to={chat} className="focus-ring rounded-xs text-ink-muted underline">
                {t('canvas:chat.open')}
              </Link>
            </p>
            {thread.kind === 'task' ? (
              <AgentConversation
                key={thread.id}
                agentId={thread.agentId ?? ''}
                threadId={thread.id}
                isTest={false}
                onStarted={(threadId) => navigate(paths.agentChat(threadId))}
              />
            ) : (
              <ChatView key={thread.id} thread={thread} turns={turns ?? []} />
            )}
          </section>
        )}
        <section
          aria-label={t('canvas:label')}
          className={cx(
            'canvas-panel min-w-0 flex-1 lg:sticky lg:top-14 lg:h-[calc(100dvh-3.5rem)] lg:overflow-y-auto print:block print:h-auto',
            thread && isChatShown && 'max-lg:hidden',
          )}
        >
          <CanvasDocument canvas={canvas} editor={editor} />
        </section>
      </div>
    </>
  );
}
