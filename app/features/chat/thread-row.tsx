import { Globe, MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { ListRow } from '~/ui/data/list-row';
import { SyncBadge } from '~/ui/data/sync-badge';
import type { Thread } from '../../../sync/model/kinds/threads';
import { ThreadActions } from './thread-actions';

/** One chat or web search in a list. */
export function ThreadRow({ thread, projectTitle = '' }: { thread: Thread; projectTitle?: string }) {
  const { t } = useTranslation('chat');
  const syncState = useQuery({ kind: 'syncState', collection: 'threads', id: thread.id });
  const Icon = thread.kind === 'search' ? Globe : MessageSquare;
  const state =
    thread.status === 'EXECUTING' || thread.status === 'RETRY'
      ? t('row.answering')
      : thread.status === 'FAILED'
        ? t('row.failed')
        : '';
  return (
    <ListRow
      href={paths.chat(thread.id, thread.projectId)}
      icon={<Icon size={18} />}
      title={<Written text={thread.title} />}
      detail={
        state ||
        (thread.body ? (
          <Written text={thread.body} />
        ) : (
          t(thread.status === 'SUCCEEDED' ? 'row.nothing' : 'row.waiting')
        ))
      }
      actions={<ThreadActions thread={thread} size="small" />}
      meta={
        <>
          {projectTitle && (
            <span className="hidden max-w-40 truncate sm:inline">
              <Written text={projectTitle} />
            </span>
          )}
          {syncState && syncState !== 'onServer' && <SyncBadge state={syncState} compact />}
        </>
      }
      at={thread.updatedAt}
    />
  );
}
