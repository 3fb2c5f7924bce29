import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveAnswer } from '../../../sync/engine/host/api';
import type { Answer, AnswerSource } from '../../../sync/model/kinds/answers';
import type { Turn } from '../../../sync/model/kinds/turns';
import { Written } from '~/i18n/written';
import { errorText } from '~/features/failures/error-text';
import { useWebSearch } from '~/features/ask/use-web-search';
import { useAccount, useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { cx } from '~/ui/cx';
import { AnswerBody } from './answer-body';
import { AnswerTools } from './answer-tools';
import { CitationMark } from './citation-mark';
import { isPartlyRead } from './partly-read';
import { OpenSource } from './open-source';
import { SourceLine } from './source-line';
import { StatusLine } from './status-line';

const StoredPassage = lazy(() => import('./stored-passage'));
const NONE: readonly never[] = [];

export interface AnswerViewProps {
  turn: Turn;
  value: LiveAnswer;
  /** its work has ended */
  hasEnded: boolean;
  /** the chat is one's own */
  canAsk: boolean;
  onAgain: () => void;
  /** the agent that answered; by default own sources and the web are searched as the question says */
  searcher?: Searcher | undefined;
}

/** An agent that searches, and what it has searched. */
export interface Searcher {
  /** '' if it searches everything that the person may read */
  name: string;
  hasSearchedOwn: boolean;
  hasSearchedWeb: boolean;
}

/** An answer: its text with citations, or quotes where no model is connected; then what can be done with it. */
export function AnswerView({ turn, value: { answer, live }, hasEnded, canAsk, onAgain, searcher }: AnswerViewProps) {
  const [stored, setStored] = useState<{ source: AnswerSource; quote: string } | null>(null);
  const show = useCallback((source: AnswerSource, quote: string) => setStored({ source, quote }), []);
  const text = live.text || (answer?.text ?? '');
  const citations = answer?.citations ?? NONE;
  const sources = answer?.sources ?? NONE;
  const draw = useCallback(
    (n: number) => {
      const citation = citations.find((each) => each.n === n);
      const source = citation && sources.find(({ no }) => no === citation.source);
      // a marker whose citation is not here yet is a number that opens nothing
      if (!citation || !source) return hasEnded ? null : <sup className="tabular text-ink-muted">{n}</sup>;
      return <CitationMark citation={citation} source={source} onStored={show} />;
    },
    [citations, sources, hasEnded, show],
  );
  const isExtractive = answer?.mode === 'extractive';
  return (
    <>
      {isExtractive ? (
        hasEnded && <Quotes turn={turn} answer={answer} searcher={searcher} onStored={show} />
      ) : text ? (
        <>
          {answer?.isClosest && <Closest failed={answer.failed} />}
          <AnswerBody text={text} draw={draw} />
        </>
      ) : (
        answer?.isComplete && <NothingFound turn={turn} failed={answer.failed} searcher={searcher} />
      )}
      {answer && hasEnded && !answer.isComplete && text && <Cut turn={turn} onAgain={canAsk ? onAgain : undefined} />}
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

/** Says that the passages fit badly, and which sources may have better ones that were not searched. */
function Closest({ failed }: { failed: Answer['failed'] }) {
  const { t } = useTranslation('chat');
  return (
    <>
      <Notice>{t('closest')}</Notice>
      <PartlyRead failed={failed} />
    </>
  );
}

/**
 * Says that the text is not the whole answer. A question that failed or was stopped is tried again in its state line; one
 * that the model answered up to its limit has an answer, so that trying again makes a version.
 */
function Cut({ turn, onAgain }: { turn: Turn; onAgain: (() => void) | undefined }) {
  const { t } = useTranslation(['chat', 'common']);
  const isMine = turn.creatorId === useAccount()?.userId;
  if (turn.state !== 'SUCCEEDED') return <Notice>{t('cut')}</Notice>;
  return (
    <StatusLine
      action={
        onAgain &&
        isMine && (
          <Button size="small" onPress={onAgain}>
            {t('common:retry')}
          </Button>
        )
      }
    >
      {t('cut')}
    </StatusLine>
  );
}

function PartlyRead({ failed }: { failed: Answer['failed'] }) {
  const { t } = useTranslation(['chat', 'errors']);
  return failed.filter(isPartlyRead).map(({ title, error }, i) => (
    <Notice key={i}>
      <Written text={title} />: {errorText(t, { code: error })}
    </Notice>
  ));
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="my-2 break-words text-13 leading-relaxed text-ink-muted">{children}</p>
);

interface Found {
  n: number;
  /** words that the source is opened at */
  quote: string;
  source: AnswerSource;
}

/** passages shown where none answers the question */
const CLOSEST = 3;
/** least characters of a line that a passage is opened at: a heading may occur twice */
const LINE = 20;

const quotedIn = ({ citations, sources }: Answer): Found[] =>
  citations.flatMap(({ n, quote, source: no }) => {
    const source = sources.find((each) => each.no === no);
    return source ? [{ n, quote, source }] : [];
  });

/** The passages that were found first, whole: what they say is the reader's to judge. */
const closestIn = ({ sources }: Answer): Found[] =>
  sources.slice(0, CLOSEST).map((source) => ({
    n: source.no,
    quote: source.text.split('\n').find((line) => line.trim().length >= LINE) ?? source.text,
    source,
  }));

/** Passages found without a model: a list of quotes, which does not look like an answer. */
function Quotes({
  turn,
  answer,
  searcher,
  onStored,
}: {
  turn: Turn;
  answer: Answer;
  searcher: Searcher | undefined;
  onStored: (source: AnswerSource, quote: string) => void;
}) {
  const { t } = useTranslation('chat');
  const quoted = quotedIn(answer);
  const isAnswered = quoted.length > 0;
  const found = isAnswered ? quoted : closestIn(answer);
  if (found.length === 0) return <NothingFound turn={turn} failed={answer.failed} searcher={searcher} />;
  const title = searcher?.name ? t('extractive.byAgent', { name: searcher.name }) : t('extractive.title');
  return (
    <section aria-label={title} data-mode="extractive">
      <h3 className="mb-3 text-13 font-medium text-ink-muted">{title}</h3>
      {(answer.isClosest || !isAnswered) && <Closest failed={answer.failed} />}
      <ol className="flex flex-col divide-y divide-line border-y border-line">
        {found.map(({ n, quote, source }) => (
          <li key={n} className="flex flex-col gap-2 py-3.5">
            <blockquote
              className={cx(
                'writing whitespace-pre-line break-words',
                isAnswered ? 'text-ink-strong' : 'line-clamp-4 text-ink',
              )}
            >
              <Written text={isAnswered ? quote : source.text} />
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

/**
 * Says that nothing was found, and where it was looked for: in what the question names, in the chat's project, or in what
 * the agent searches.
 */
function NothingFound({
  turn,
  failed,
  searcher,
}: {
  turn: Turn;
  failed: Answer['failed'];
  searcher: Searcher | undefined;
}) {
  const { t } = useTranslation('chat');
  const named = turn.context.map(({ title }) => title).filter((title) => title !== '');
  const thread = useQuery(named.length > 0 ? null : { kind: 'one', collection: 'threads', id: turn.parentId });
  const project = useQuery(thread?.projectId ? { kind: 'one', collection: 'projects', id: thread.projectId } : null);
  const names = named.length > 0 ? named : project ? [project.title] : [];
  // a page has an address, a document or file of the question its name, and a file of a project its own errors
  const own = new Set([...named, ...(turn.fileNames ?? [])]);
  const ofWeb = failed.filter(
    (each) => !isPartlyRead(each) && (each.url !== '' || !(own.has(each.title) || each.error.startsWith('FILE_'))),
  );
  const search = useWebSearch();
  // offline, a question wants the web before the device knows whether there is a service for it
  const wantsWeb = turn.usesWeb && project?.webSearchEnabled !== false;
  const hasAskedWeb = searcher ? searcher.hasSearchedWeb : wantsWeb && (ofWeb.length > 0 || search !== 'missing');
  const isOfAgent = searcher !== undefined && (searcher.name !== '' || !searcher.hasSearchedOwn);
  const searched = (): string => {
    if (searcher?.hasSearchedOwn === false) return '';
    if (names.length > 0) return t('nothing.searchedIn', { titles: names.join(', ') });
    return searcher?.name ? t('nothing.searchedByAgent', { name: searcher.name }) : t('nothing.searchedAll');
  };
  const hasWebFailed = ofWeb.some(({ url }) => url === '');
  return (
    <div className="flex flex-col gap-1 border-l-2 border-line pl-4" data-nothing-found>
      <p className="text-16 font-medium text-ink-strong">{t(isOfAgent ? 'nothing.titleOfAgent' : 'nothing.title')}</p>
      <p className="text-14 leading-relaxed text-ink-muted">
        {searched()} {hasAskedWeb && `${t(hasWebFailed ? 'nothing.webFailed' : 'nothing.searchedWeb')} `}
        {t('nothing.hint')}
      </p>
      <PartlyRead failed={failed} />
    </div>
  );
}
