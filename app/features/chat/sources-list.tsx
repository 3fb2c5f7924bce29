import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { Written } from '~/i18n/written';
import type { Answer, AnswerSource, Citation } from '../../../sync/model/kinds/answers';
import { isPartlyRead } from './partly-read';
import { OpenSource } from './open-source';
import { UselessButton, UselessNote, useRating } from './source-rating';
import { SourceLine } from './source-line';

/** All passages that an answer was made from, and the sources that could not be read. */
export function SourcesList({
  answer,
  canRate,
  onStored,
}: {
  answer: Answer;
  /** the person may ask in the chat */
  canRate: boolean;
  onStored: (source: AnswerSource, quote: string) => void;
}) {
  const { t } = useTranslation(['chat', 'errors']);
  const { sources, failed, citations } = answer;
  return (
    <div className="flex flex-col gap-3 border-l-2 border-line pl-4">
      {sources.length > 0 && (
        <ol aria-label={t('chat:sources.title')} className="flex flex-col gap-3">
          {sources.map((source) => (
            <SourceItem
              key={source.no}
              answer={answer}
              source={source}
              canRate={canRate}
              quotes={citations.filter((citation) => citation.source === source.no)}
              onStored={onStored}
            />
          ))}
        </ol>
      )}
      <Unread title={t('chat:sources.failed')} of={failed.filter((each) => !isPartlyRead(each))} />
      <Unread title={t('chat:sources.partlyRead')} of={failed.filter(isPartlyRead)} />
    </div>
  );
}

/** The numbers of passages and earlier questions that did not fit into the model's context. */
export function LeftOut({ of: { passages, turns } }: { of: Answer['leftOut'] }) {
  const { t } = useTranslation('chat');
  return (
    <>
      {passages > 0 && <p className="text-13 text-ink-muted">{t('sources.leftOutPassages', { count: passages })}</p>}
      {turns > 0 && <p className="text-13 text-ink-muted">{t('sources.leftOutTurns', { count: turns })}</p>}
    </>
  );
}

/** Sources that were not read, or only in part, with the reason. */
function Unread({ title: label, of }: { title: string; of: Answer['failed'] }) {
  const { t } = useTranslation(['chat', 'errors']);
  if (of.length === 0) return null;
  return (
    <div>
      <h4 className="text-13 font-medium text-ink-strong">{label}</h4>
      <ul className="mt-1 flex flex-col gap-1 text-13 text-ink-muted">
        {of.map(({ title, url, error }, i) => (
          <li key={i} className="break-words">
            <Written text={title || url} />: {errorText(t, { code: error })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One passage, with the numbers under which the answer cites it. */
function SourceItem({
  answer,
  source,
  canRate,
  quotes,
  onStored,
}: {
  answer: Answer;
  source: AnswerSource;
  canRate: boolean;
  quotes: readonly Citation[];
  onStored: (source: AnswerSource, quote: string) => void;
}) {
  const { t } = useTranslation('chat');
  const rating = useRating(answer, source);
  const quote = quotes[0]?.quote ?? '';
  return (
    <li className="flex flex-col gap-1" data-source={source.no}>
      <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
        <SourceLine source={source} className="min-w-40 flex-1" />
        {quotes.length > 0 && (
          <span className="tabular shrink-0 text-12 text-ink-muted">
            {t('sources.cited', { numbers: quotes.map(({ n }) => n).join(', ') })}
          </span>
        )}
        {canRate && <UselessButton rating={rating} />}
        <OpenSource source={source} quote={quote} onStored={() => onStored(source, quote)} />
      </div>
      {rating.isUseless ? (
        <UselessNote rating={rating} canRate={canRate} />
      ) : (
        <p className="line-clamp-2 text-13 leading-relaxed text-ink-muted">
          <Written text={source.text} />
        </p>
      )}
    </li>
  );
}
