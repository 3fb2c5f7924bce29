import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import type { Report } from '../../../sync/model/kinds/reports';
import { Cite, type ShowStored } from './cite';
import { ReportPart } from './report-part';
import { SECTIONS } from './sections';

/** Quotes of contradicting findings, side by side; renders nothing if there are none. */
export function Contradictions({ report, onStored }: { report: Report; onStored: ShowStored }) {
  const { t } = useTranslation('research');
  const quotes = new Map(report.learnings.map(({ n, quote }) => [n, `“${quote}”`]));
  if (report.contradictions.length === 0) return null;
  return (
    <ReportPart id={SECTIONS.contradictions} title={t('report.contradictions')}>
      <p className="text-13 text-ink-muted">{t('report.contradictionsText')}</p>
      <ul className="flex flex-col gap-4">
        {report.contradictions.map(({ a, b, about }) => (
          <li key={`${a}/${b}`} className="flex flex-col gap-2 border-l-2 border-warning pl-4">
            <p className="text-14 font-medium text-ink-strong">
              <Written text={about} />
            </p>
            <div className="grid gap-x-6 gap-y-2 text-14 text-ink sm:grid-cols-2">
              {[a, b].map((n) => (
                <p key={n} className="break-words">
                  <Written text={quotes.get(n) ?? ''} />
                  <Cite report={report} learnings={[n]} onStored={onStored} />
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}
