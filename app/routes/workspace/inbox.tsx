import { useSearchParams } from '@remix-run/react';
import { Inbox as InboxIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { inboxPath } from '~/features/inbox/paths';
import { TaskRow } from '~/features/inbox/task-parts';
import { isEnded, useTasks } from '~/features/inbox/tasks';
import { ScreenError } from '~/features/project/screen-error';
import { LastKnown } from '~/features/server-list/last-known';
import { loadNamespaces } from '~/i18n/client';
import { Button } from '~/ui/controls/button';
import { LinkTabs } from '~/ui/controls/tabs';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody, PageHeader } from '~/ui/layout/page-header';

export const clientLoader = async () => {
  await loadNamespaces(['inbox']);
  return null;
};

/** The background tasks of this person; offline the last known ones. */
export default function Inbox() {
  const { t } = useTranslation('inbox');
  const [search] = useSearchParams();
  const asked = search.get('tab');
  const tab = asked === 'active' || asked === 'ended' ? asked : 'all';
  const { rows, at, failure, hasMore, more, refresh } = useTasks();
  const shown = rows?.filter((task) => tab === 'all' || isEnded(task) === (tab === 'ended'));
  return (
    <>
      <PageHeader title={t('title')} />
      <PageBody>
        <p className="mb-4 leading-relaxed text-ink-muted">{t('text')}</p>
        <LastKnown failure={failure} at={at} onRetry={() => void refresh()} />
        <LinkTabs
          label={t('tabs')}
          value={tab}
          className="mb-4"
          items={[
            { id: 'all', label: t('all'), href: inboxPath() },
            { id: 'active', label: t('active'), href: inboxPath('active') },
            { id: 'ended', label: t('ended'), href: inboxPath('ended') },
          ]}
        />
        {!shown ? (
          <SkeletonRows rows={4} />
        ) : shown.length === 0 ? (
          !(failure && at === 0) && (
            <EmptyState icon={<InboxIcon size={22} />} title={t('empty')} text={t('emptyText')} />
          )
        ) : (
          <ul className="flex flex-col">
            {shown.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ul>
        )}
        {hasMore && (
          <div className="mt-4 flex justify-center">
            <Button onPress={more}>{t('more')}</Button>
          </div>
        )}
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
