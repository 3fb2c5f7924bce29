import { useNavigate } from '@remix-run/react';
import { Bell, CheckCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { safeRedirect } from '~/paths';
import { Button } from '~/ui/controls/button';
import { cx } from '~/ui/cx';
import { EmptyState } from '~/ui/feedback/empty-state';
import { IconButton } from '~/ui/controls/icon-button';
import { Popover } from '~/ui/overlays/popover';
import { RelativeTime } from '~/ui/data/relative-time';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { Notification } from '../../../sync/model/kinds/notifications';

/** The notification area at the top right. */
export function NotificationArea() {
  const { t } = useTranslation(['shell', 'common']);
  const [open, setOpen] = useState(false);
  const unread = useQuery({ kind: 'count', collection: 'notifications', selector: { read: false } }) ?? 0;
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
  const items = useQuery({ kind: 'find', collection: 'notifications', sort: [{ recency: 'asc' }], limit: 50 });
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
            <NotificationRow key={n.id} notification={n} close={close} />
          ))}
        </ul>
      )}
    </div>
  );
}

function NotificationRow({ notification: n, close }: { notification: Notification; close: () => void }) {
  const { t } = useTranslation(['shell', 'common']);
  const navigate = useNavigate();
  const open = () => {
    if (!n.read) void run('notification.read', { ids: [n.id] });
    close();
    if (n.link) navigate(safeRedirect(n.link));
  };
  const say = t as (key: string, options: Record<string, unknown>) => string;
  return (
    <li className="group/row relative flex items-start gap-2 rounded-control px-2 py-2 hover:bg-hover">
      <span
        aria-hidden
        className={cx('mt-1.5 size-2 shrink-0 rounded-full', n.read ? 'bg-transparent' : 'bg-accent')}
      />
      <button
        type="button"
        onClick={open}
        className="focus-ring flex min-w-0 flex-1 flex-col gap-0.5 rounded-control text-left after:absolute after:inset-0"
      >
        <span className={cx('phrases text-13 leading-snug', n.read ? 'text-ink' : 'font-medium text-ink-strong')}>
          {!n.read && <span className="sr-only">{t('shell:notifications.new')} </span>}
          {say(`shell:notification.${n.kind}`, { ...n.params, defaultValue: say('shell:notification.other', {}) })}
        </span>
        <RelativeTime at={n.createdAt} className="text-12 text-ink-muted" />
      </button>
      <IconButton
        label={t('common:delete')}
        size="small"
        icon={<Trash2 aria-hidden size={14} />}
        onPress={() => void run('notification.delete', { ids: [n.id] })}
        className="relative z-10 opacity-0 focus-visible:opacity-100 group-hover/row:opacity-100 [@media(hover:none)]:opacity-100"
      />
    </li>
  );
}
