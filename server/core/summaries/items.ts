/** Derives the decisions, actions and open questions of a meeting from the points that a model found. */
import { contentTerms } from '../../../sync/meeting/transcript-index';
import { newId } from '../../../sync/model/ids';
import type { Moment, SummaryItem } from '../../../sync/model/kinds/summaries';
import type { Point } from './prompt';
import type { SourcePassage } from './sources';

/** A point with the passages that support it. */
export interface SupportedPoint {
  kind: Point['kind'];
  text: string;
  who: string;
  due: string;
  /** supporting passages with the quoted words */
  moments: (Pick<SourcePassage, 'no' | 'segmentId' | 'momentId'> & { quote: string })[];
}

/** least share (of the shorter point) and number of common words of two equal points */
const SAME_SHARE = 0.6;
const LEAST_SAME = 2;

const isNoted = ({ moments }: SupportedPoint): boolean => moments.every(({ segmentId }) => segmentId === '');
const agree = (a: string, b: string): boolean => a === '' || b === '' || a === b;

/** Whether two points are one: equal text, or one from the notes and one from the transcript with shared words. */
function isSame(a: SupportedPoint, b: SupportedPoint): boolean {
  if (a.kind !== b.kind) return false;
  if (a.text.toLowerCase() === b.text.toLowerCase()) return true;
  if (isNoted(a) === isNoted(b) || !agree(a.who, b.who) || !agree(a.due, b.due)) return false;
  const [of, other] = [contentTerms(a.text), contentTerms(b.text)];
  const shared = [...of].filter((term) => other.has(term)).length;
  return shared >= Math.max(LEAST_SAME, SAME_SHARE * Math.min(of.size, other.size));
}

/** Decisions, actions and questions without duplicates, each with the moments of all its copies. */
export function itemsOf(points: readonly SupportedPoint[]): SummaryItem[] {
  const found: SupportedPoint[] = [];
  for (const point of points) {
    if (point.kind === 'point') continue;
    const at = found.findIndex((each) => isSame(each, point));
    const same = found[at];
    if (!same) found.push(point);
    else
      found[at] = {
        ...same,
        who: same.who || point.who,
        due: same.due || point.due,
        moments: [...same.moments, ...point.moments.filter(({ no }) => same.moments.every((each) => each.no !== no))],
      };
  }
  return found.map(({ kind, text, who, due, moments }) => ({
    ...{ id: newId(), kind: kind as SummaryItem['kind'], text, who, due },
    moments: moments.map(({ no: _no, ...moment }, i): Moment => ({ ...moment, n: i + 1 })),
  }));
}
