import { Link, useLocation, useNavigate } from '@remix-run/react';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { watchLaunches } from '~/features/install/launched-files';
import { MiniRecorder } from '~/features/recorder/mini-recorder';
import { RecorderBar } from '~/features/recorder/recorder-bar';
import { useStartRecording } from '~/features/recorder/use-start-recording';
import { paths } from '~/paths';
import { safeRedirect } from '~/safe-redirect';
import { cx } from '~/ui/cx';
import { IconButton } from '~/ui/controls/icon-button';
import { lazyOverlay } from '~/ui/overlays/lazy-overlay';
import { Sheet } from '~/ui/overlays/sheet';
import { Banners } from './banners';
import { useDeviceFlag } from './device-flag';
import { useNewNote } from './new-note';
import { NotificationArea } from './notifications';
import { BOTTOM_BAR } from './navigation';
import { owns } from './navigation-entries';
import { Sidebar } from './sidebar';
import { isTyping } from '~/ui/controls/is-typing';
import { shortcutOf, type Shortcut } from './shortcuts';
import { useBookmark } from '~/features/meeting-moments/use-bookmark';
import { useSingleKeys } from '~/features/preferences/single-keys';

const CommandPalette = lazyOverlay(() => import('./command-palette'));
const ShortcutsDialog = lazyOverlay(() => import('./shortcuts-dialog'));

/**
 *   ┌ sidebar ┬ banners ───────────────┐      under 768 px: the sidebar is a sheet, four entries form a bottom bar
 *   │         ├ header (the screen's)  🔔
 *   │         │ screen                 │
 *   │         ├ recorder bar ──────────┤
 *   └─────────┴────────────────────────┘
 */
export function Frame({ isMoving, children }: { isMoving: boolean; children: ReactNode }) {
  const { t } = useTranslation('shell');
  const [collapsed, setCollapsed] = useDeviceFlag('sidebar', 'collapsed');
  const [sheet, setSheet] = useState(false);
  const [palette, setPalette] = useState(false);
  const [help, setHelp] = useState(false);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => setSheet(false), [pathname]);
  useEffect(
    () => watchLaunches((url) => navigate(safeRedirect(new URL(url).pathname + new URL(url).search))),
    [navigate],
  );
  const recorder = useRecorderHeight();
  useShortcuts({ palette: () => setPalette(true), help: () => setHelp(true), sidebar: () => setCollapsed(!collapsed) });
  return (
    <div className="frame">
      <a
        href="#main"
        className="focus-ring fixed left-3 top-3 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <aside className={cx('frame-sidebar', collapsed && 'is-collapsed')}>
        <Sidebar collapsed={collapsed} onCollapse={setCollapsed} onShortcuts={() => setHelp(true)} />
      </aside>
      <div className="frame-main">
        <Banners />
        <div className="frame-tools">
          <div className="frame-tools-start">
            <IconButton label={t('menu')} icon={<MenuIcon aria-hidden size={20} />} onPress={() => setSheet(true)} />
          </div>
          <div className="frame-tools-end">
            <NotificationArea />
          </div>
        </div>
        <main
          id="main"
          tabIndex={-1}
          aria-busy={isMoving}
          data-location={pathname + search}
          className="flex min-h-0 flex-1 flex-col outline-none"
        >
          {children}
        </main>
        <div ref={recorder} className="frame-recorder">
          <RecorderBar />
          <MiniRecorder />
        </div>
      </div>
      <BottomBar pathname={pathname} />
      <Sheet isOpen={sheet} onOpenChange={setSheet} side="left" title={t('menu')} hideTitle>
        <Sidebar
          onDone={() => setSheet(false)}
          onShortcuts={() => {
            setSheet(false);
            setHelp(true);
          }}
        />
      </Sheet>
      <CommandPalette isOpen={palette} onOpenChange={setPalette} />
      <ShortcutsDialog isOpen={help} onOpenChange={setHelp} />
    </div>
  );
}

/** Sets `--recorder` to the height of the recorder bar: what sticks to the end of a screen stands above it. */
function useRecorderHeight(): RefObject<HTMLDivElement> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const sizes = new ResizeObserver(() =>
      element.parentElement?.style.setProperty('--recorder', `${element.offsetHeight}px`),
    );
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return bar;
}

function BottomBar({ pathname }: { pathname: string }) {
  const { t } = useTranslation('shell');
  return (
    <nav aria-label={t('navigationLabel')} className="frame-bottom">
      {BOTTOM_BAR.map((item) => (
        <Link
          key={item.id}
          to={item.href}
          aria-current={owns(item, pathname) ? 'page' : undefined}
          className={cx(
            'focus-ring flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-control text-12',
            owns(item, pathname) ? 'font-medium text-accent-ink' : 'text-ink-muted',
          )}
        >
          <item.icon aria-hidden size={20} />
          <span className="max-w-full truncate px-1">{t(`navigationShort.${item.id}`)}</span>
        </Link>
      ))}
    </nav>
  );
}

function useShortcuts(local: Record<'palette' | 'help' | 'sidebar', () => void>): void {
  const navigate = useNavigate();
  const newNote = useNewNote();
  const record = useStartRecording();
  const bookmark = useBookmark();
  const singleKeys = useSingleKeys();
  useEffect(() => {
    const actions: Record<Shortcut['id'], () => void> = {
      ...local,
      toasts: () => undefined,
      search: () =>
        document.querySelector<HTMLElement>('main :is(input[type="search"], [data-composer] textarea)')?.focus(),
      note: newNote,
      record: () => void record(),
      project: () => navigate(`${paths.projects()}?new=1`),
      home: () => navigate(paths.home()),
      projects: () => navigate(paths.projects()),
      // while something is recorded, the key marks the moment
      meetings: () => {
        if (!bookmark()) navigate(paths.meetings());
      },
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const id = shortcutOf(event, { typing: isTyping(event.target), singleKeys });
      if (!id) return;
      event.preventDefault();
      actions[id]();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
