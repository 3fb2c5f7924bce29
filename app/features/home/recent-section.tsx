import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A section of the home screen with a link to the complete list. */
export function RecentSection({ title, href, children }: { title: string; href?: string; children: ReactNode }) {
  const { t } = useTranslation('shell');
  return (
    <section className="min-w-0">
      <div className="mb-1 flex items-center justify-between gap-2 px-2">
        <h2 className="text-14">{title}</h2>
        {href && (
          <Link
            to={href}
            className="focus-ring rounded-control text-13 text-ink-muted hover:text-ink-strong"
            aria-label={t('home.allOf', { what: title })}
          >
            {t('home.all')}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
