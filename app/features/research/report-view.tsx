import { SearchX } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { Banner } from '~/ui/feedback/banner';
import { EmptyState } from '~/ui/feedback/empty-state';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import type { Report } from '../../../sync/model/kinds/reports';
import { languageTag } from '../../../sync/model/languages';
import { CitationsContext, useCitationStyle } from './citation-style';
import { citationsOf } from '../../../sync/model/citations';
import { passagePlace } from './passage-place';
import { Contradictions } from './contradictions';
import { FiguresTable } from './figures-table';
import { FollowUp, type FollowUpHandle } from './follow-up';
import { HowResearched } from './how-researched';
import { LimitsList } from './limits-list';
import { PlanReader } from './plan-editor';
import { Question } from './question';
import { ReportFeedback } from './report-feedback';
import { ReportOutline } from './report-outline';
import { ReportSectionView } from './report-section';
import { ReportSources } from './report-sources';
import type { ResearchProps } from './research-props';
import { sectionId, SECTIONS } from './sections';
import { useAmounts } from './use-amounts';
import { documentCount } from '../../../sync/model/report-sources';
import './report.css';

const StoredPassage = lazy(() => import('~/features/chat/stored-passage'));

/** A report or dossier: outline, sections with evidence, limits, sources, and actions. */
export function ReportView({ thread, research, report, queued, isOwn }: ResearchProps & { report: Report }) {
  const { t, i18n } = useTranslation(['research', 'errors', 'shell']);
  const style = useCitationStyle();
  const citations = useMemo(
    () => citationsOf(report, { style, language: i18n.language, placeOf: (source) => passagePlace(t, source) }),
    [report, style, i18n.language, t],
  );
  const [stored, setStored] = useState<{ source: AnswerSource; quote: string } | null>(null);
  const show = useCallback((source: AnswerSource, quote: string) => setStored({ source, quote }), []);
  const followUp = useRef<FollowUpHandle>(null);
  const isDossier = report.mode === 'extractive';
  const hasOutline = report.sections.length > 1;
  const mayRetry = isOwn && research.stage === 'PARTIAL' && report.limits.some(({ kind }) => kind === 'stopped');
  return (
    <CitationsContext.Provider value={citations}>
      <div className={hasOutline ? 'report-columns' : ''} data-report={isDossier ? 'dossier' : 'report'}>
        {hasOutline && <ReportOutline report={report} />}
        <article className="flex min-w-0 max-w-(--writing) flex-col gap-8">
          <header className="flex flex-col gap-2">
            <p className="text-13 font-medium text-ink-muted">
              {t(isDossier ? 'research:report.dossier' : 'research:report.report')}
            </p>
            {hasOutline && <Question research={research} />}
            <ReportLine report={report} />
            {isDossier && <p className="text-14 leading-relaxed text-ink-muted">{t('research:report.dossierText')}</p>}
          </header>
          {research.stage === 'PARTIAL' && (
            <Banner
              kind="warning"
              action={
                mayRetry &&
                !queued.some(({ action }) => action === 'retry') && (
                  <Button
                    size="small"
                    onPress={() => {
                      run('research.retry', { id: research.id }).catch((error: unknown) => reportFailure(t, error));
                    }}
                  >
                    {t('research:report.continue')}
                  </Button>
                )
              }
            >
              <a href={`#${SECTIONS.limits}`} className="focus-ring rounded-xs underline underline-offset-3">
                {t('research:report.partial')}
              </a>
            </Banner>
          )}
          {report.sections.length === 0 && (
            <EmptyState
              icon={<SearchX size={22} />}
              title={t('research:report.empty')}
              text={t('research:report.emptyHint')}
            />
          )}
          {report.sections.map((section, at) => (
            <ReportSectionView
              key={at}
              id={sectionId(at)}
              section={section}
              report={report}
              language={research.language}
              onStored={show}
              {...(isOwn ? { onDeeper: (question: string) => followUp.current?.write(question) } : {})}
            />
          ))}
          <Contradictions report={report} onStored={show} />
          <FiguresTable report={report} onStored={show} />
          <LimitsList limits={report.limits} />
          <ReportSources report={report} onStored={show} />
          {isOwn && (
            <div className="flex flex-col gap-6 print:hidden">
              <FollowUp ref={followUp} thread={thread} research={research} />
              <ReportFeedback research={research} />
            </div>
          )}
          <HowResearched research={research}>
            <PlanReader research={research} />
          </HowResearched>
        </article>
        {stored && (
          <Suspense fallback={null}>
            <StoredPassage {...stored} onClose={() => setStored(null)} />
          </Suspense>
        )}
      </div>
    </CitationsContext.Provider>
  );
}

/** The report's date, number of sources, and model. */
function ReportLine({ report }: { report: Report }) {
  const { t, i18n } = useTranslation('research');
  const amounts = useAmounts();
  const date = new Intl.DateTimeFormat(languageTag(i18n.language), { dateStyle: 'long' }).format(report.writtenAt);
  return (
    <p className="text-13 text-ink-muted">
      {t('report.written', { date, sources: amounts.sources(documentCount(report.sources)) })}
      {report.model && <span translate="no"> · {report.model}</span>}
    </p>
  );
}
