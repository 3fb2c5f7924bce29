import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import type { Report } from '../../../sync/model/kinds/reports';
import { Cite, type ShowStored } from './cite';
import { chartHeight } from './chart-height';
import { chartsOf } from './figure-charts';
import { figuresOf } from './figures';
import { ReportPart } from './report-part';
import { SECTIONS } from './sections';
import '~/features/chat/answer.css';
import '~/ui/written-tables.css';

const FigureChart = lazy(() => import('./figure-chart'));

/**
 * A table of the numbers in the quotes with their claims, and charts by unit; nothing if fewer than two claims have
 * numbers.
 */
export function FiguresTable({ report, onStored }: { report: Report; onStored: ShowStored }) {
  const { t } = useTranslation('research');
  const figures = figuresOf(report.learnings);
  const charts = useMemo(() => chartsOf(figuresOf(report.learnings)), [report.learnings]);
  if (figures.length < 2) return null;
  return (
    <ReportPart id={SECTIONS.figures} title={t('report.figures')}>
      {charts.length > 0 && (
        <div className="flex flex-col gap-6">
          {charts.map(({ unit, values }) => (
            <figure key={unit} className="flex flex-col gap-2" data-figure-chart={unit}>
              <figcaption className="text-13 text-ink-muted">{t('report.chart', { unit })}</figcaption>
              <Suspense fallback={<div style={{ height: chartHeight(values) }} />}>
                <FigureChart label={t('report.chartLabel', { unit })} values={values} />
              </Suspense>
            </figure>
          ))}
        </div>
      )}
      {/* focusable, so that a wide table can be scrolled by keyboard */}
      <div
        role="region"
        aria-label={t('report.figures')}
        tabIndex={0}
        className="answer-table written-tables focus-ring text-14"
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t('report.figure')}</th>
              <th scope="col">{t('report.says')}</th>
              <th scope="col">{t('report.source')}</th>
            </tr>
          </thead>
          <tbody>
            {figures.map(({ learning, numbers }) => (
              <tr key={learning.n}>
                <td className="tabular whitespace-nowrap" data-figure>
                  {numbers.map((number) => (
                    <span key={number} className="block">
                      {number}
                    </span>
                  ))}
                </td>
                <td>
                  <Written text={learning.claim} />
                </td>
                <td>
                  <Cite report={report} learnings={[learning.n]} onStored={onStored} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ReportPart>
  );
}
