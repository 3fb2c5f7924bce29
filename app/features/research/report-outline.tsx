import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import type { Report } from '../../../sync/model/kinds/reports';
import { figuresOf } from './figures';
import { sectionId, SECTIONS } from './sections';

/** The table of contents of a report: at its left on wide screens, collapsed above it on narrow ones. */
export function ReportOutline({ report }: { report: Report }) {
  const { t } = useTranslation('research');
  const entries = [
    ...report.sections.map(({ title }, at) => ({ id: sectionId(at), title })),
    ...(report.contradictions.length > 0 ? [{ id: SECTIONS.contradictions, title: t('report.contradictions') }] : []),
    ...(figuresOf(report.learnings).length > 1 ? [{ id: SECTIONS.figures, title: t('report.figures') }] : []),
    { id: SECTIONS.limits, title: t('report.limits') },
    ...(report.sources.length > 0 ? [{ id: SECTIONS.sources, title: t('report.sources') }] : []),
  ];
  const list = (
    <ul className="flex flex-col gap-0.5 text-13">
      {entries.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="focus-ring block rounded-control px-2 py-1 leading-snug text-ink-muted hover:bg-hover hover:text-ink-strong"
          >
            <Written text={title} />
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav aria-label={t('report.contents')} className="print:hidden">
      <details className="mb-6 rounded-card border border-line p-2 lg:hidden">
        <summary className="focus-ring rounded-control px-2 py-1 text-14 text-ink-strong">
          {t('report.contents')}
        </summary>
        {list}
      </details>
      <div className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] flex-col gap-1 overflow-y-auto lg:flex">
        <p className="px-2 text-12 text-ink-muted">{t('report.contents')}</p>
        {list}
      </div>
    </nav>
  );
}
