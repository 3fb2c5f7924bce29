import { Fragment } from 'react';
import { CitationMark } from '~/features/chat/citation-mark';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import type { Report } from '../../../sync/model/kinds/reports';
import { useCitations } from './citation-style';

export type ShowStored = (source: AnswerSource, quote: string) => void;

/**
 * The citations of learnings: superscript numbers, or labels of sources in brackets. Each opens its quote with the
 * source. If a source is already labelled here, its further quotes are numbers.
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
  // The brackets are part of the buttons, so that no line breaks between a bracket and its label.
  const labels = marks.map(({ learning }) => citations.label(learning.n));
  const isNew = (at: number): boolean => labels.indexOf(labels[at]!) === at;
  const last = labels.findLastIndex((_, at) => isNew(at));
  return (
    <>
      {' '}
      {marks.map(({ learning, source }, at) => {
        const label = `${at === 0 ? open : ''}${labels[at]}${at === last ? close : separator.trimEnd()}`;
        return (
          <Fragment key={learning.n}>
            {at > 0 && isNew(at) && ' '}
            <CitationMark citation={learning} source={source} onStored={onStored} {...(isNew(at) ? { label } : {})} />
          </Fragment>
        );
      })}
    </>
  );
}
