import { useNavigate } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusedSharing } from '~/features/sharing/refused-sharing';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { Badge } from '~/ui/data/badge';
import { PageHeader } from '~/ui/layout/page-header';
import type { Thread } from '../../../sync/model/kinds/threads';
import { ThreadActions } from './thread-actions';

export interface ThreadHeaderProps {
  thread: Thread;
  windowTitle: string;
  /** the list that contains a thread without a project, and that is opened after it is deleted */
  list: { label: string; href: string };
  /** badges before the badge of the share range */
  state?: ReactNode;
  /** actions before those that every thread has */
  more?: ReactNode;
}

/** The header of a chat, a research or a chat with an agent. */
export function ThreadHeader({ thread, windowTitle, list, state, more }: ThreadHeaderProps) {
  const { t } = useTranslation(['chat', 'project']);
  const navigate = useNavigate();
  const project = useQuery(thread.projectId ? { kind: 'one', collection: 'projects', id: thread.projectId } : null);
  return (
    <>
      <PageHeader
        place={
          project
            ? [
                { label: t('project:list.title'), href: paths.projects() },
                { label: project.title, href: paths.project(project.id, 'chats') },
              ]
            : [list]
        }
        title={<Written text={thread.title} />}
        windowTitle={windowTitle}
        state={
          <>
            {state}
            {thread.shareRange !== 'private' && (
              <Badge>{t(`chat:share.${thread.shareRange === 'project' ? 'project' : 'team'}`)}</Badge>
            )}
          </>
        }
        more={
          <>
            {more}
            <ThreadActions thread={thread} onDeleted={() => navigate(list.href)} />
          </>
        }
      />
      <RefusedSharing kind="threads" id={thread.id} className="mx-auto mt-4 w-full max-w-[var(--writing)]" />
    </>
  );
}
