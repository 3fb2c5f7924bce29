import { useNavigate } from '@remix-run/react';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { safeRedirect } from '~/safe-redirect';
import { run } from '~/replica/client';
import { IconButton } from '~/ui/controls/icon-button';
import { cx } from '~/ui/cx';
import { RelativeTime } from '~/ui/data/relative-time';
import type { Notification } from '../../../sync/model/kinds/notifications';
import { dynamicKeys } from '~/i18n/dynamic-keys';

/** A notification in the centre and in the bell's popover. Opening it marks it as read. */
export function NotificationRow({ notification: n, onOpen }: { notification: Notification; onOpen?: () => void }) {
  const { t } = useTranslation(['shell', 'common', 'errors']);
  const navigate = useNavigate();
  const open = () => {
    if (!n.read) void run('notification.read', { ids: [n.id] });
    onOpen?.();
    if (n.link) navigate(safeRedirect(n.link));
  };
  const translate = dynamicKeys(t);
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
          {translate(`shell:notification.${n.kind}`, {
            // notifications of retention from before files and chats were counted
            files: 0,
            chats: 0,
            ...n.params,
            // the code of what failed
            ...(typeof n.params['reason'] === 'string' ? { reason: errorText(t, { code: n.params['reason'] }) } : {}),
            defaultValue: translate('shell:notification.other', {}),
          })}
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
