/** The citations of an answer, each checked against its passage and numbered in the order of their first use. */
import type { AnswerSource, Citation } from '../../../sync/model/kinds/answers';
import type { Marker } from './citation-marker';
import { QuotedPassage } from './quotes';

/** UTF-16 units of the text before a citation that are its claim: a model may write thousands of citations and no full stop */
const CLAIM_MAX = 300;

export class CitationNumbers {
  readonly citations: Citation[] = [];
  private readonly passages: ReadonlyMap<number, QuotedPassage>;

  constructor(sources: readonly Pick<AnswerSource, 'no' | 'text'>[]) {
    this.passages = new Map(sources.map(({ no, text }) => [no, new QuotedPassage(text)]));
  }

  /**
   * `[^n]` of those whose words stand in their passage; '' if none do.
   * @param sentence before the marker: a citation without words takes the sentence of its passage that is nearest to it
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
