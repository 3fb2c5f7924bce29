import { Link } from '@remix-run/react';
import { Bell } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAdminUnread } from '~/features/notifications/use-admin-unread';
import { paths } from '~/paths';

/** Unread notifications to administrators, from the replica: nothing without any. */
export function AdminNotices() {
  const { t } = useTranslation('shell');
  const count = useAdminUnread();
  if (count === 0) return null;
  return (
    <Link
      to={paths.notifications()}
      className="focus-ring flex min-h-9 items-center gap-2.5 rounded-control bg-accent-tint px-2.5 text-14 text-accent-ink"
    >
      <Bell aria-hidden size={18} className="shrink-0" />
      <span className="tabular">{t('notifications.unread', { count })}</span>
    </Link>
  );
}
