import { MessagesSquare, SearchX } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from '~/features/lists/use-search';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { SearchField } from '~/ui/controls/field';
import { VirtualList } from '~/ui/data/virtual-list';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { matches } from '~/ui/controls/match-words';
import type { Thread } from '../../../sync/model/kinds/threads';
import { ThreadRow } from './thread-row';

/** number of chats from which the search field is shown */
const SEARCH_FROM = 6;

/** A list of chats with a search over their titles. */
export function ThreadList({
  threads,
  withProjects = false,
  filters,
  empty,
}: {
  threads: readonly Thread[] | undefined;
  /** shows the project of each chat */
  withProjects?: boolean;
  filters?: ReactNode;
  /** shown if the list is empty */
  empty: { title: string; text: string; action?: ReactNode };
}) {
  const { t } = useTranslation(['chat', 'project']);
  const search = useSearch();
  const projects = useQuery(withProjects ? { kind: 'find', collection: 'projects' } : null);
  const titles = useMemo(() => new Map(projects?.map(({ id, title }) => [id, title])), [projects]);
  const shown = useMemo(
    () => (threads ?? []).filter(({ title }) => matches(search.query, title)),
    [threads, search.query],
  );
  if (!threads) return <SkeletonRows rows={5} />;
  return (
    <div className="flex flex-col gap-3">
      {(filters || threads.length >= SEARCH_FROM) && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          {filters}
          {threads.length >= SEARCH_FROM && (
            <SearchField {...search.field} label={t('chat:list.search')} className="w-full sm:w-64" />
          )}
        </div>
      )}
      {threads.length === 0 ? (
        <InitialSyncGate>
          <EmptyState icon={<MessagesSquare size={22} />} {...empty} />
        </InitialSyncGate>
      ) : shown.length === 0 ? (
        <EmptyState
          icon={<SearchX size={22} />}
          title={t('project:search.none', { query: search.query })}
          action={<Button onPress={search.clear}>{t('project:search.clear')}</Button>}
        />
      ) : (
        <VirtualList label={t('chat:list.label')} items={shown} rowHeight={52} keyOf={({ id }) => id}>
          {(thread) => <ThreadRow thread={thread} projectTitle={titles.get(thread.projectId) ?? ''} />}
        </VirtualList>
      )}
    </div>
  );
}
