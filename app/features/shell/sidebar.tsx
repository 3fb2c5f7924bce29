import { Link, useLocation } from '@remix-run/react';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Fragment, lazy, Suspense } from 'react';
import { Pressable } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { cx } from '~/ui/cx';
import { IconButton } from '~/ui/controls/icon-button';
import { Tooltip } from '~/ui/overlays/tooltip';
import { NewKnowledgeMenu } from './new-knowledge-menu';
import { OrganizationSwitcher } from './organization-switcher';
import { useAdminUnread } from '~/features/notifications/use-admin-unread';
import { useAccount } from '~/replica/hooks';
import { runsConsole, SIDEBAR } from './navigation';
import { grouped, owns, type NavigationItem } from './navigation-entries';
import { SyncStatusLine } from './sync-status';
import { useKeepConsole } from './use-keep-console';
import { useKeepLater } from './use-keep-later';
import { UserMenu } from './user-menu';

/** After the first paint: the entries come first. */
const Favourites = lazy(() => import('~/features/favourites/sidebar-favourites'));

export interface SidebarProps {
  collapsed?: boolean;
  /** not in the sheet of small screens */
  onCollapse?: (collapsed: boolean) => void;
  /** called when an entry was chosen */
  onDone?: () => void;
  onShortcuts: () => void;
}

/** How many notifications to administrators are unread. */
function AdminUnread() {
  const { t } = useTranslation('shell');
  const count = useAdminUnread();
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-accent px-1.5 text-12 font-semibold text-on-accent">
      <span aria-hidden className="tabular">
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">{t('notifications.unread', { count })}</span>
    </span>
  );
}

/** Organization, menu of new things, navigation, sync status, person. */
export function Sidebar({ collapsed = false, onCollapse, onDone, onShortcuts }: SidebarProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const account = useAccount();
  const isAdmin = runsConsole(account);
  const groups = grouped(SIDEBAR.filter(({ access }) => isAdmin || access !== 'admin'));
  useKeepConsole(isAdmin);
  useKeepLater();
  const toggle = onCollapse && (
    <IconButton
      label={t(collapsed ? 'expandSidebar' : 'collapseSidebar')}
      shortcut="mod+\"
      icon={collapsed ? <PanelLeftOpen aria-hidden size={18} /> : <PanelLeftClose aria-hidden size={18} />}
      tooltipPlacement="right"
      onPress={() => onCollapse(!collapsed)}
    />
  );
  const entry = (item: NavigationItem) => {
    const { id, href, icon: Icon } = item;
    const active = owns(item, pathname);
    const link = (
      <Link
        to={href}
        onClick={onDone}
        aria-current={active ? 'page' : undefined}
        aria-label={collapsed ? t(`navigation.${id}`) : undefined}
        className={cx(
          'focus-ring flex h-9 items-center gap-2.5 rounded-control px-2.5 text-14 transition-colors hover:bg-hover',
          active ? 'bg-hover font-medium text-ink-strong' : 'text-ink',
          collapsed && 'justify-center px-0',
        )}
      >
        <Icon aria-hidden size={18} className={active ? 'text-accent-ink' : 'text-ink-muted'} />
        {!collapsed && t(`navigation.${id}`)}
        {!collapsed && id === 'admin' && <AdminUnread />}
      </Link>
    );
    return collapsed ? (
      <Tooltip key={id} text={t(`navigation.${id}`)} placement="right">
        <Pressable>{link}</Pressable>
      </Tooltip>
    ) : (
      <div key={id}>{link}</div>
    );
  };
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col gap-3 p-2">
      <div className={cx('flex items-center gap-1', collapsed && 'flex-col')}>
        <OrganizationSwitcher collapsed={collapsed} />
        {toggle}
      </div>
      <div className={cx(collapsed ? 'flex justify-center' : 'px-0.5')}>
        <NewKnowledgeMenu collapsed={collapsed} {...(onDone ? { onDone } : {})} />
      </div>
      <nav aria-label={t('navigationLabel')} className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto">
        {groups.map((items, at) => (
          <Fragment key={items[0]!.group}>
            <div className="flex flex-col gap-0.5">{items.map(entry)}</div>
            {at === 0 && !collapsed && account && (
              <Suspense fallback={null}>
                <Favourites {...(onDone ? { onDone } : {})} />
              </Suspense>
            )}
          </Fragment>
        ))}
      </nav>
      <div className="flex flex-col gap-1">
        <SyncStatusLine collapsed={collapsed} />
        <UserMenu collapsed={collapsed} onShortcuts={onShortcuts} />
      </div>
    </div>
  );
}
