import { Link, useLocation } from '@remix-run/react';
import { ArrowLeft, Menu as MenuIcon } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { owns } from '~/features/shell/navigation-entries';
import { useKeepConsole } from '~/features/shell/use-keep-console';
import { UserMenu } from '~/features/shell/user-menu';
import { UpdateBanner } from '~/features/update/update-banner';
import { paths } from '~/paths';
import { Avatar } from '~/ui/data/avatar';
import { cx } from '~/ui/cx';
import { IconButton } from '~/ui/controls/icon-button';
import { Sheet } from '~/ui/overlays/sheet';
import { CONSOLE_NAVIGATION } from './navigation';
import { AdminNotices } from './admin-notices';
import { StaleBanner } from './stale-banner';
import { useConsole, useStoredScreen } from './state';

/** The signed-in administrator and the company of the console. */
export interface ConsoleFacts {
  user: { name: string; email: string };
  /** `logo`: its address; '' for none */
  company: { id: string; name: string; logo: string };
  isOwner: boolean;
}

/**
 *   ┌ company ┬ banners ───────────────┐      under 768 px: the navigation is a sheet
 *   │ entries ├ header (the screen's)
 *   │ back    │ screen
 *   │ person  │
 *   └─────────┴────────────────────────┘
 */
export function ConsoleFrame({
  facts,
  isMoving,
  children,
}: {
  facts: ConsoleFacts;
  isMoving: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation(['shell', 'admin']);
  const [sheet, setSheet] = useState(false);
  const { pathname } = useLocation();
  const kept = useStoredScreen();
  useKeepConsole(true);
  useEffect(() => setSheet(false), [pathname]);
  return (
    <div className="frame is-console" data-kept={kept || undefined}>
      <a
        href="#main"
        className="focus-ring fixed left-3 top-3 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
      >
        {t('shell:skip')}
      </a>
      <aside className="frame-sidebar">
        <Navigation facts={facts} />
      </aside>
      <div className="frame-main">
        <UpdateBanner />
        <StaleBanner />
        <div className="frame-tools">
          <div className="frame-tools-start">
            <IconButton
              label={t('shell:menu')}
              icon={<MenuIcon aria-hidden size={20} />}
              onPress={() => setSheet(true)}
            />
          </div>
        </div>
        <main
          id="main"
          tabIndex={-1}
          aria-busy={isMoving}
          className={cx('flex min-h-0 flex-1 flex-col outline-none transition-opacity', isMoving && 'opacity-60')}
        >
          {children}
        </main>
      </div>
      <Sheet isOpen={sheet} onOpenChange={setSheet} side="left" title={t('admin:frame.title')} hideTitle>
        <Navigation facts={facts} onDone={() => setSheet(false)} />
      </Sheet>
    </div>
  );
}

/** Company, navigation entries, the link back to the workspace, person. */
function Navigation({ facts: { company, user }, onDone }: { facts: ConsoleFacts; onDone?: () => void }) {
  const { t } = useTranslation('admin');
  const { pathname } = useLocation();
  const { stale } = useConsole();
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col gap-3 p-2">
      <div className="flex h-11 min-w-0 items-center gap-2.5 px-2">
        <Avatar
          name={company.name || '?'}
          size={24}
          shape="square"
          {...(company.logo && !stale ? { src: company.logo } : {})}
        />
        <div className="flex min-w-0 flex-col">
          <span className="truncate text-14 font-medium text-ink-strong">{company.name}</span>
          <span className="truncate text-12 text-ink-muted">{t('frame.title')}</span>
        </div>
      </div>
      <AdminNotices />
      <nav aria-label={t('frame.navigationLabel')} className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto">
        {CONSOLE_NAVIGATION.map((item) => {
          const active = owns(item, pathname);
          return (
            <Link
              key={item.id}
              to={item.href}
              onClick={onDone}
              aria-current={active ? 'page' : undefined}
              className={cx(
                'focus-ring flex min-h-9 items-center gap-2.5 rounded-control px-2.5 text-14 transition-colors hover:bg-hover',
                active ? 'bg-hover font-medium text-ink-strong' : 'text-ink',
              )}
            >
              <item.icon
                aria-hidden
                size={18}
                className={cx('shrink-0', active ? 'text-accent-ink' : 'text-ink-muted')}
              />
              {t(`frame.navigation.${item.id}`)}
            </Link>
          );
        })}
      </nav>
      <div className="flex flex-col gap-1">
        <Link
          to={paths.home()}
          className="focus-ring flex min-h-9 items-center gap-2.5 rounded-control px-2.5 text-14 text-ink transition-colors hover:bg-hover"
        >
          <ArrowLeft aria-hidden size={18} className="shrink-0 text-ink-muted" />
          {t('frame.back')}
        </Link>
        <UserMenu person={user} />
      </div>
    </div>
  );
}
