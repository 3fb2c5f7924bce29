import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { ListRow } from '~/ui/data/list-row';
import { SyncBadge } from '~/ui/data/sync-badge';
import type { Thread } from '../../../sync/model/kinds/threads';
import { ThreadActions } from './thread-actions';
import { ThreadIcon, useThreadDetail } from './thread-line';

/** The row of a chat, web search, research or chat with an agent. */
export function ThreadRow({ thread, projectTitle = '' }: { thread: Thread; projectTitle?: string }) {
  const syncState = useQuery({ kind: 'syncState', collection: 'threads', id: thread.id });
  const detail = useThreadDetail(thread);
  return (
    <ListRow
      href={paths.thread(thread)}
      icon={<ThreadIcon thread={thread} />}
      title={<Written text={thread.title} />}
      detail={detail}
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
