import { Telescope } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { OpenSource } from '~/features/chat/open-source';
import { SourceLine } from '~/features/chat/source-line';
import { langOf } from '~/i18n/text-language';
import { Written } from '~/i18n/written';
import { StatusLine } from '~/features/chat/status-line';
import { Button } from '~/ui/controls/button';
import type { Report, ReportSection, ReportSentence } from '../../../sync/model/kinds/reports';
import { isLanguage, languageTag } from '../../../sync/model/languages';
import { sentenceText } from '../../../sync/model/report-quotations';
import '~/features/chat/answer.css';
import { Cite, type ShowStored } from './cite';

interface SectionProps {
  id: string;
  section: ReportSection;
  report: Report;
  /** language of the report */
  language: string;
  onStored: ShowStored;
  /** starts a further research on this section */
  onDeeper?: (question: string) => void;
}

/** A section of a report; of a dossier as a list of quotes, so that it does not look like written text. */
export function ReportSectionView({ id, section, report, language, onStored, onDeeper }: SectionProps) {
  const { t } = useTranslation('research');
  const closest = report.limits.find(({ kind, title }) => kind === 'closest' && section.title.startsWith(title));
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="flex scroll-mt-20 flex-col gap-3">
      <h3 id={`${id}-title`} className="text-20 font-semibold text-ink-strong" lang={langOf(section.title)}>
        {section.title}
      </h3>
      {closest && <StatusLine>{t('limit.closest', { title: closest.title })}</StatusLine>}
      {report.mode === 'extractive' ? (
        <Quotes section={section} report={report} onStored={onStored} />
      ) : (
        <div className="answer writing" lang={isLanguage(language) ? languageTag(language) : undefined}>
          {section.paragraphs.map((sentences, at) => (
            <p key={at}>
              {sentences.map((sentence, n) => (
                <Sentence key={n} sentence={sentence} report={report} onStored={onStored} />
              ))}
            </p>
          ))}
        </div>
      )}
      {onDeeper && (
        <div className="print:hidden">
          <Button
            size="small"
            variant="quiet"
            className="-ml-2.5"
            aria-label={t('report.deeperOf', { title: section.title })}
            icon={<Telescope aria-hidden size={14} />}
            onPress={() => onDeeper(section.title)}
          >
            {t('report.deeper')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Sentence({ sentence, report, onStored }: { sentence: ReportSentence; report: Report; onStored: ShowStored }) {
  const { t } = useTranslation('research');
  const { text, learnings, check } = sentence;
  const shown = sentenceText(sentence, report);
  return (
    <span data-check={check}>
      {/* a quote has the language of its source */}
      {shown === text ? text : <Written text={shown} />}
      <Cite report={report} learnings={learnings} onStored={onStored} />
      {check !== '' && (
        <span className="answer-unsupported">
          <span className="sr-only">(</span>
          {t(`report.${check}`)}
          <span className="sr-only">)</span>
        </span>
      )}{' '}
    </span>
  );
}

/** A dossier's quotes, each with all passages that contain it. */
function Quotes({ section, report, onStored }: Omit<SectionProps, 'id' | 'language' | 'onDeeper'>) {
  const found = section.paragraphs.flat().flatMap(({ text, learnings: named }) => {
    const sources = named.flatMap((n) => {
      const learning = report.learnings.find((each) => each.n === n);
      const source = learning && report.sources.find(({ no }) => no === learning.source);
      return source ? [{ learning, source }] : [];
    });
    return sources.length > 0 ? [{ text, sources }] : [];
  });
  return (
    <ol className="flex flex-col divide-y divide-line border-y border-line">
      {found.map(({ text, sources }) => (
        <li key={sources[0]!.learning.n} className="flex flex-col gap-2 py-3.5">
          <blockquote className="writing whitespace-pre-line break-words text-ink-strong">
            <Written text={text} />
          </blockquote>
          {sources.map(({ learning, source }) => (
            <div key={learning.n} className="flex items-center justify-between gap-3">
              <SourceLine source={source} className="flex-1" />
              <OpenSource source={source} quote={learning.quote} onStored={() => onStored(source, learning.quote)} />
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}
