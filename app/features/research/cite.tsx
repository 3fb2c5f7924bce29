import { CitationMark } from '~/features/chat/citation-mark';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import type { Report } from '../../../sync/model/kinds/reports';

export type ShowStored = (source: AnswerSource, quote: string) => void;

/** The raised numbers of learnings; each opens its quote with the source. */
export function Cite({
  report,
  learnings,
  onStored,
}: {
  report: Pick<Report, 'learnings' | 'sources'>;
  learnings: readonly number[];
  onStored: ShowStored;
}) {
  return learnings.map((n) => {
    const learning = report.learnings.find((each) => each.n === n);
    const source = learning && report.sources.find(({ no }) => no === learning.source);
    return learning && source ? <CitationMark key={n} citation={learning} source={source} onStored={onStored} /> : null;
  });
}
