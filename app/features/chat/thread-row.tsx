import { FlaskConical, Globe, MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AgentIcon } from '~/features/agent-chat/agent-icon';
import { useWaitsForDecision } from '~/features/agent-chat/use-waits-for-decision';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { ListRow } from '~/ui/data/list-row';
import { SyncBadge } from '~/ui/data/sync-badge';
import type { Thread } from '../../../sync/model/kinds/threads';
import { ThreadActions } from './thread-actions';

const ICONS = { search: Globe, research: FlaskConical };

/** One chat, also with an agent, web search or research in a list. */
export function ThreadRow({ thread, projectTitle = '' }: { thread: Thread; projectTitle?: string }) {
  const { t } = useTranslation('chat');
  const syncState = useQuery({ kind: 'syncState', collection: 'threads', id: thread.id });
  const waitsForDecision = useWaitsForDecision(thread);
  const isResearch = thread.kind === 'research';
  const Icon = ICONS[thread.kind as keyof typeof ICONS] ?? MessageSquare;
  const state = waitsForDecision
    ? t('row.decision')
    : thread.status === 'EXECUTING' || thread.status === 'RETRY'
      ? t(isResearch ? 'row.researching' : 'row.answering')
      : thread.status === 'FAILED'
        ? t(isResearch ? 'row.researchFailed' : 'row.failed')
        : thread.status === 'CANCELED' && isResearch
          ? t('row.stopped')
          : '';
  return (
    <ListRow
      href={paths.thread(thread)}
      icon={thread.kind === 'task' ? <AgentIcon agentId={thread.agentId ?? ''} /> : <Icon size={18} />}
      title={<Written text={thread.title} />}
      detail={
        state ||
        (thread.body ? (
          <Written text={thread.body} />
        ) : (
          t(
            thread.status === 'SUCCEEDED'
              ? 'row.nothing'
              : isResearch && syncState === 'onServer'
                ? 'row.waitsForYou'
                : 'row.waiting',
          )
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
