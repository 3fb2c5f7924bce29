/** Checks the citations of an answer against their passages and numbers them in the order of their first use. */
import type { AnswerSource, Citation } from '../../../sync/model/kinds/answers';
import type { Marker } from './citation-marker';
import { QuotedPassage } from './quotes';

/**
 * UTF-16 units before a citation that are compared with its passage: limits the work if a model writes thousands of
 * citations without a full stop
 */
const CLAIM_MAX = 300;

export class CitationNumbers {
  readonly citations: Citation[] = [];
  private readonly passages: ReadonlyMap<number, QuotedPassage>;

  constructor(sources: readonly Pick<AnswerSource, 'no' | 'text'>[]) {
    this.passages = new Map(sources.map(({ no, text }) => [no, new QuotedPassage(text)]));
  }

  /**
   * Returns `[^n]` for each citation whose words are in its passage; '' if there is none.
   * @param sentence the text before the marker; a citation without words quotes the most similar sentence of its
   * passage
   */
  markersOf(cited: Marker['cited'], sentence: string): string {
    const markers = new Set<string>();
    const nearest = new Set<number>();
    for (const { no, quote } of cited) {
      const passage = this.passages.get(no);
      if (passage === undefined || (quote === null && nearest.has(no))) continue;
      if (quote === null) nearest.add(no);
      const words = quote === null ? passage.sentenceFor(sentence.slice(-CLAIM_MAX)) : passage.quote(quote);
      if (words !== null && words.trim() !== '') markers.add(`[^${this.numberOf(no, words)}]`);
    }
    return [...markers].join('');
  }

  private numberOf(source: number, quote: string): number {
    const known = this.citations.find((each) => each.source === source && each.quote === quote);
    if (known) return known.n;
    const n = this.citations.length + 1;
    this.citations.push({ n, source, quote });
    return n;
  }
}
