import { Fragment, useEffect, type ReactNode } from 'react';
import { Link } from '@remix-run/react';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export interface PageHeaderProps {
  title: ReactNode;
  /** window title in place of a `title` that a person wrote: the browser's history keeps it after a sign-out */
  windowTitle?: string;
  /** breadcrumbs, outermost first */
  place?: { label: string; href: string }[];
  /** beside the title: a badge */
  state?: ReactNode;
  /** the primary action */
  action?: ReactNode;
  /** secondary actions, left of the primary one */
  more?: ReactNode;
}

/**
 * The 56 px header of a screen. Its title is the page's h1; a string is the window's title, too. On a narrow screen the
 * title may take two lines, and actions that would leave it too little of one stand below it (app.css).
 */
export function PageHeader({ title, windowTitle, place = [], state, action, more }: PageHeaderProps) {
  const { t } = useTranslation('common');
  useEffect(() => {
    const name = windowTitle ?? title;
    if (typeof name === 'string' && name) document.title = `${name} · Satchel`;
  }, [title, windowTitle]);
  return (
    <header className="page-header sticky top-0 z-20 flex min-h-14 items-center gap-x-3 border-b border-line bg-paper max-sm:flex-wrap">
      <div className="page-header-title flex items-center gap-2">
        {place.length > 0 && (
          <nav
            aria-label={t('place')}
            className="hidden min-w-0 shrink items-center gap-1 text-14 text-ink-muted sm:flex"
          >
            {place.map((p) => (
              <Fragment key={p.href}>
                <Link to={p.href} className="focus-ring max-w-48 truncate rounded-control hover:text-ink-strong">
                  {p.label}
                </Link>
                <ChevronRight aria-hidden size={14} className="shrink-0 text-ink-faint" />
              </Fragment>
            ))}
          </nav>
        )}
        <h1 className="min-w-0 text-16 max-sm:line-clamp-2 max-sm:leading-tight sm:truncate">{title}</h1>
        {state && (
          <div className="flex shrink-0 items-center gap-2 max-sm:[&_[data-sync-state]>span]:sr-only">{state}</div>
        )}
      </div>
      {(more || action) && (
        <div className="ml-auto flex max-w-full shrink-0 items-center gap-2 max-sm:min-h-12">
          {more}
          {action && (
            // on a narrow screen an action is its words, or only its icon: both would leave no room for the title
            <div className="flex items-center gap-2 empty:hidden max-sm:[&_svg.lucide:has(+span):not(:has(+span>[class*=sr-only]))]:hidden">
              {action}
            </div>
          )}
        </div>
      )}
    </header>
  );
}

/** The body of a screen below its header: `text` 720 px wide, `wide` the whole width. */
export function PageBody({ width = 'text', children }: { width?: 'text' | 'wide'; children: ReactNode }) {
  return (
    <div
      className={`mx-auto w-full px-4 py-6 md:px-6 ${width === 'text' ? 'max-w-[calc(var(--writing)+3rem)]' : 'max-w-7xl'}`}
    >
      {children}
    </div>
  );
}
