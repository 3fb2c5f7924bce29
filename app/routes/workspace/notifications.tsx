import { useSearchParams } from '@remix-run/react';
import { Bell, CheckCheck, Settings } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotificationRow } from '~/features/notifications/notification-row';
import { ScreenError } from '~/features/project/screen-error';
import { loadNamespaces } from '~/i18n/client';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button, LinkButton } from '~/ui/controls/button';
import { LinkTabs } from '~/ui/controls/tabs';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody, PageHeader } from '~/ui/layout/page-header';

/** number of notifications on a page */
const PAGE = 20;

export const clientLoader = async () => {
  await loadNamespaces(['notifications']);
  return null;
};

/** All notifications, from the replica. */
export default function Notifications() {
  const [search] = useSearchParams();
  const read = search.get('tab') === 'read';
  // the key makes each tab start with its first page
  return <Centre key={String(read)} read={read} />;
}

function Centre({ read }: { read: boolean }) {
  const { t } = useTranslation(['notifications', 'common']);
  const [shown, setShown] = useState(PAGE);
  const unread = useQuery({ kind: 'count', collection: 'notifications', selector: { read: false } });
  // one more than shown, which tells whether there are more
  const items = useQuery({
    kind: 'find',
    collection: 'notifications',
    selector: { read },
    sort: [{ recency: 'asc' }],
    limit: shown + 1,
  });
  return (
    <>
      <PageHeader
        title={t('title')}
        more={
          <LinkButton
            size="small"
            className="max-sm:gap-0"
            href={paths.settings('notifications')}
            icon={<Settings aria-hidden size={14} />}
          >
            <span className="max-sm:sr-only">{t('settings')}</span>
          </LinkButton>
        }
        action={
          (unread ?? 0) > 0 && (
            <Button
              size="small"
              icon={<CheckCheck aria-hidden size={14} />}
              onPress={() => void run('notification.read', { ids: 'all' })}
            >
              {t('markAll')}
            </Button>
          )
        }
      />
      <PageBody>
        <LinkTabs
          label={t('tabs')}
          value={read ? 'read' : 'unread'}
          className="mb-4"
          items={[
            { id: 'unread', label: t('unread'), href: paths.notifications(), ...(unread ? { count: unread } : {}) },
            { id: 'read', label: t('read'), href: paths.notifications('read') },
          ]}
        />
        {!items ? (
          <SkeletonRows rows={5} />
        ) : items.length === 0 ? (
          <EmptyState icon={<Bell size={22} />} title={t(read ? 'emptyRead' : 'emptyUnread')} text={t('emptyText')} />
        ) : (
          <ul className="flex flex-col">
            {items.slice(0, shown).map((notification) => (
              <NotificationRow key={notification.id} notification={notification} />
            ))}
          </ul>
        )}
        {items && items.length > shown && (
          <div className="mt-4 flex justify-center">
            <Button onPress={() => setShown(shown + PAGE)}>{t('more')}</Button>
          </div>
        )}
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
