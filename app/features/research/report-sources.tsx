import { useTranslation } from 'react-i18next';
import { OpenSource } from '~/features/chat/open-source';
import { SourceLine } from '~/features/chat/source-line';
import { Written } from '~/i18n/written';
import type { Report } from '../../../sync/model/kinds/reports';
import type { ShowStored } from './cite';
import { ReportPart } from './report-part';
import { sourcesOf } from '../../../sync/model/report-sources';
import type { CitationEntry } from '../../../sync/model/citations';
import { safeHref } from '../../../sync/model/note-document';
import { useCitations } from './citation-style';
import { SECTIONS } from './sections';

/** The quoted documents and pages, each with its quotes. */
export function ReportSources({ report, onStored }: { report: Report; onStored: ShowStored }) {
  const { t } = useTranslation('research');
  const citations = useCitations();
  const sources =
    citations && citations.style !== 'numbered'
      ? citations.references.map(({ source, entry }) => ({ ...source, entry }))
      : sourcesOf(report).map((source) => ({ ...source, entry: null }));
  if (sources.length === 0) return null;
  return (
    <ReportPart id={SECTIONS.sources} title={t('report.sources')}>
      <ol className="flex flex-col divide-y divide-line border-y border-line">
        {sources.map(({ source, quotes, entry }) => {
          const [first] = quotes;
          return (
            <li key={source.no} className="flex flex-col gap-2 py-3" data-source={source.no}>
              <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
                {entry ? (
                  <Reference entry={entry} />
                ) : (
                  <SourceLine source={source} className="min-w-full flex-1 sm:min-w-40" />
                )}
                <span className="shrink-0 text-12 text-ink-muted">{t('report.quotes', { count: quotes.length })}</span>
                <OpenSource
                  source={source}
                  quote={first?.learning.quote ?? ''}
                  onStored={() => onStored(source, first?.learning.quote ?? '')}
                />
              </div>
              <ul className="flex flex-col gap-1 text-13 leading-relaxed text-ink-muted">
                {quotes.map(({ learning }) => (
                  <li key={learning.n} className="flex gap-2">
                    {citations?.style !== 'authorDate' && <span className="tabular shrink-0">[{learning.n}]</span>}
                    <q className="line-clamp-2 min-w-0 break-words print:line-clamp-none">
                      <Written text={learning.quote} />
                    </q>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ol>
    </ReportPart>
  );
}

/** A source in the chosen citation style. */
function Reference({ entry: { before, title, after, source } }: { entry: CitationEntry }) {
  const href = source && safeHref(source.url);
  const name = <Written text={title} />;
  return (
    <p className="min-w-40 flex-1 text-13 leading-relaxed text-ink [overflow-wrap:anywhere]" data-reference>
      {before}
      {href ? (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className="focus-ring rounded-xs text-ink-strong underline"
        >
          {name}
        </a>
      ) : (
        <span className="text-ink-strong">{name}</span>
      )}
      {after}
    </p>
  );
}
