import { Fragment } from 'react';
import { CitationMark } from '~/features/chat/citation-mark';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import type { Report } from '../../../sync/model/kinds/reports';
import { useCitations } from './citation-style';

export type ShowStored = (source: AnswerSource, quote: string) => void;

/**
 * The citations of learnings: raised numbers, or the labels of their sources in brackets. Each opens its quote with the
 * source. A further quote of a source that is already named there has its number.
 */
export function Cite({
  report,
  learnings,
  onStored,
}: {
  report: Pick<Report, 'learnings' | 'sources'>;
  learnings: readonly number[];
  onStored: ShowStored;
}) {
  const citations = useCitations();
  const marks = learnings.flatMap((n) => {
    const learning = report.learnings.find((each) => each.n === n);
    const source = learning && report.sources.find(({ no }) => no === learning.source);
    return learning && source ? [{ learning, source }] : [];
  });
  if (citations?.style !== 'authorDate')
    return marks.map(({ learning, source }) => (
      <CitationMark key={learning.n} citation={learning} source={source} onStored={onStored} />
    ));
  if (marks.length === 0) return null;
  const [open, separator, close] = citations.words.brackets;
  const seen = new Set<string>();
  return (
    <>
      {' '}
      {open}
      {marks.map(({ learning, source }, at) => {
        const label = citations.label(learning.n);
        const isNew = !seen.has(label);
        seen.add(label);
        return (
          <Fragment key={learning.n}>
            {at > 0 && isNew && separator}
            <CitationMark citation={learning} source={source} onStored={onStored} {...(isNew ? { label } : {})} />
          </Fragment>
        );
      })}
      {close}
    </>
  );
}
