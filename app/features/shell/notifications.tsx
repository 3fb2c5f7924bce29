import { Link } from '@remix-run/react';
import { Bell, CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { NotificationRow } from '~/features/notifications/notification-row';
import { paths } from '~/paths';
import { buttonClass } from '~/ui/controls/button-styles';
import { Button } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { IconButton } from '~/ui/controls/icon-button';
import { Popover } from '~/ui/overlays/popover';
import { useAppBadge } from './use-app-badge';
import { usePushMessages } from './use-push-messages';
import { SkeletonRows } from '~/ui/feedback/skeleton';

/** rows of the popover; the centre has all */
const NEWEST = 10;

/** The notification area at the top right. */
export function NotificationArea() {
  const { t } = useTranslation(['shell', 'common']);
  const [open, setOpen] = useState(false);
  const unread = useQuery({ kind: 'count', collection: 'notifications', selector: { read: false } }) ?? 0;
  useAppBadge(unread);
  usePushMessages();
  return (
    <Popover
      isOpen={open}
      onOpenChange={setOpen}
      label={t('shell:notifications.title')}
      placement="bottom end"
      trigger={
        <IconButton
          label={unread > 0 ? t('shell:notifications.unread', { count: unread }) : t('shell:notifications.title')}
          icon={
            <span className="relative">
              <Bell aria-hidden size={18} />
              {unread > 0 && (
                <span
                  aria-hidden
                  className="tabular absolute -right-2 -top-2 flex min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[0.625rem] font-semibold leading-4 text-on-accent"
                >
                  {unread > 99 ? '99+' : unread}
                </span>
              )}
            </span>
          }
        />
      }
    >
      {(close) => <NotificationList close={close} unread={unread} />}
    </Popover>
  );
}

function NotificationList({ close, unread }: { close: () => void; unread: number }) {
  const { t } = useTranslation(['shell', 'common']);
  const items = useQuery({ kind: 'find', collection: 'notifications', sort: [{ recency: 'asc' }], limit: NEWEST });
  return (
    <div className="flex w-[min(22rem,calc(100vw-2rem))] flex-col">
      <div className="flex min-h-12 items-center gap-2 border-b border-line px-3">
        <h2 className="flex-1 text-14">{t('shell:notifications.title')}</h2>
        {unread > 0 && (
          <Button
            variant="quiet"
            size="small"
            icon={<CheckCheck aria-hidden size={14} />}
            onPress={() => void run('notification.read', { ids: 'all' })}
          >
            {t('shell:notifications.markAll')}
          </Button>
        )}
      </div>
      {!items ? (
        <div className="p-2">
          <SkeletonRows rows={3} />
        </div>
      ) : items.length === 0 ? (
        <EmptyState
          level={3}
          icon={<Bell size={20} />}
          title={t('shell:notifications.empty')}
          text={t('shell:notifications.emptyText')}
          className="py-8"
        />
      ) : (
        <ul className="flex flex-col p-1">
          {items.map((n) => (
            <NotificationRow key={n.id} notification={n} onOpen={close} />
          ))}
        </ul>
      )}
      <div className="border-t border-line p-2">
        <Link to={paths.notifications()} onClick={close} className={buttonClass('quiet', 'small', 'w-full')}>
          {t('shell:notifications.all')}
        </Link>
      </div>
    </div>
  );
}
