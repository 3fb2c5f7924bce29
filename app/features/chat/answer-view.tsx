import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveAnswer } from '../../../sync/engine/host/api';
import type { Answer, AnswerSource, Citation } from '../../../sync/model/kinds/answers';
import type { Turn } from '../../../sync/model/kinds/turns';
import { Written } from '~/i18n/written';
import { useWebSearch } from '~/features/ask/use-web-search';
import { useQuery } from '~/replica/hooks';
import { AnswerBody } from './answer-body';
import { AnswerTools } from './answer-tools';
import { CitationMark } from './citation-mark';
import { OpenSource } from './open-source';
import { SourceLine } from './source-line';

const StoredPassage = lazy(() => import('./stored-passage'));
const NONE: readonly never[] = [];

export interface AnswerViewProps {
  turn: Turn;
  value: LiveAnswer;
  /** the run of the question has ended */
  hasEnded: boolean;
  /** the person may ask in this chat */
  canAsk: boolean;
  onAgain: () => void;
}

/** An answer as text with citations, or as a list of quotes without a language model; with its actions. */
export function AnswerView({ turn, value: { answer, live }, hasEnded, canAsk, onAgain }: AnswerViewProps) {
  const { t } = useTranslation('chat');
  const [stored, setStored] = useState<{ source: AnswerSource; quote: string } | null>(null);
  const show = useCallback((source: AnswerSource, quote: string) => setStored({ source, quote }), []);
  const text = live.text || (answer?.text ?? '');
  const citations = answer?.citations ?? NONE;
  const sources = answer?.sources ?? NONE;
  const draw = useCallback(
    (n: number) => {
      const citation = citations.find((each) => each.n === n);
      const source = citation && sources.find(({ no }) => no === citation.source);
      // the citation may arrive after its marker: until then the number is not a button
      if (!citation || !source) return hasEnded ? null : <sup className="tabular text-ink-muted">{n}</sup>;
      return <CitationMark citation={citation} source={source} onStored={show} />;
    },
    [citations, sources, hasEnded, show],
  );
  const isExtractive = answer?.mode === 'extractive';
  return (
    <>
      {isExtractive ? (
        hasEnded && <Quotes turn={turn} answer={answer} onStored={show} />
      ) : text ? (
        <>
          {answer?.isClosest && <Notice>{t('closest')}</Notice>}
          <AnswerBody text={text} draw={draw} />
        </>
      ) : (
        answer?.isComplete && <NothingFound turn={turn} failed={answer.failed} />
      )}
      {answer && hasEnded && !answer.isComplete && text && <Notice>{t('cut')}</Notice>}
      {answer && hasEnded && (
        <AnswerTools turn={turn} answer={answer} canAsk={canAsk} onAgain={onAgain} onStored={show} />
      )}
      {stored && (
        <Suspense fallback={null}>
          <StoredPassage {...stored} onClose={() => setStored(null)} />
        </Suspense>
      )}
    </>
  );
}

const Notice = ({ children }: { children: string }) => (
  <p className="my-2 text-13 leading-relaxed text-ink-muted">{children}</p>
);

/** Passages found without a language model, as a list of quotes, so that it does not look like an answer. */
function Quotes({
  turn,
  answer,
  onStored,
}: {
  turn: Turn;
  answer: Answer;
  onStored: (source: AnswerSource, quote: string) => void;
}) {
  const { t } = useTranslation('chat');
  const found = answer.citations.flatMap((citation): { citation: Citation; source: AnswerSource }[] => {
    const source = answer.sources.find(({ no }) => no === citation.source);
    return source ? [{ citation, source }] : [];
  });
  if (found.length === 0) return <NothingFound turn={turn} failed={answer.failed} />;
  return (
    <section aria-label={t('extractive.title')} data-mode="extractive">
      <h3 className="mb-3 text-13 font-medium text-ink-muted">{t('extractive.title')}</h3>
      {answer.isClosest && <Notice>{t('closest')}</Notice>}
      <ol className="flex flex-col divide-y divide-line border-y border-line">
        {found.map(({ citation: { n, quote }, source }) => (
          <li key={n} className="flex flex-col gap-2 py-3.5">
            <blockquote className="writing whitespace-pre-line break-words text-ink-strong">
              <Written text={quote} />
            </blockquote>
            <div className="flex items-center justify-between gap-3">
              <SourceLine source={source} className="flex-1" />
              <OpenSource source={source} quote={quote} onStored={() => onStored(source, quote)} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Says that nothing was found, and names the searched documents of the question or the project of the chat. */
function NothingFound({ turn, failed }: { turn: Turn; failed: Answer['failed'] }) {
  const { t } = useTranslation('chat');
  const named = turn.context.map(({ title }) => title).filter((title) => title !== '');
  const thread = useQuery(named.length > 0 ? null : { kind: 'one', collection: 'threads', id: turn.parentId });
  const project = useQuery(thread?.projectId ? { kind: 'one', collection: 'projects', id: thread.projectId } : null);
  const names = named.length > 0 ? named : project ? [project.title] : [];
  // failed web pages have an address; failed files and documents have a name that the question contains
  const own = new Set([...named, ...(turn.fileNames ?? [])]);
  const ofWeb = failed.filter(({ url, title }) => url !== '' || !own.has(title));
  const search = useWebSearch();
  // `search` is unknown offline: the question may ask for the web although there is no search service
  const wantsWeb = turn.usesWeb && project?.webSearchEnabled !== false;
  const hasAskedWeb = wantsWeb && (ofWeb.length > 0 || search !== 'missing');
  const hasWebFailed = ofWeb.some(({ url }) => url === '');
  return (
    <div className="flex flex-col gap-1 border-l-2 border-line pl-4" data-nothing-found>
      <p className="text-16 font-medium text-ink-strong">{t('nothing.title')}</p>
      <p className="text-14 leading-relaxed text-ink-muted">
        {names.length > 0 ? t('nothing.searchedIn', { titles: names.join(', ') }) : t('nothing.searchedAll')}{' '}
        {hasAskedWeb && `${t(hasWebFailed ? 'nothing.webFailed' : 'nothing.searchedWeb')} `}
        {t('nothing.hint')}
      </p>
    </div>
  );
}
