/**
 * Finds the segments of one transcript that match a line, without a language model: BM25 over segments with their
 * neighbours, because an answer often lacks the words of its question.
 */
import { isFunctionWord } from '../text/function-words';
import { eachTerm } from '../text/tokenise';
import type { TimedSegment } from './segments';

/** Common BM25 parameters (Robertson), and the weight of the words of a neighbour. */
const K1 = 1.2;
const B = 0.75;
const NEIGHBOUR = 0.4;
/** least share of a line's words, weighted by rarity, that a match contains */
const LEAST_COVERAGE = 0.4;
/** words of hiragana only are inflections and particles */
const HIRAGANA = /^[\p{Script=Hiragana}\u30fc]+$/u;

export interface Place {
  segmentId: string;
  score: number;
  /** share of the line's words, weighted by rarity, from 0 to 1 */
  coverage: number;
}

/** The meaningful words of a text. */
export function contentTerms(text: string): Set<string> {
  const terms = new Set<string>();
  eachTerm(text, (term) => {
    if (term.length > 1 || /\p{N}/u.test(term)) terms.add(term);
  });
  for (const term of terms) if (HIRAGANA.test(term) || isFunctionWord(term)) terms.delete(term);
  return terms;
}

export class TranscriptIndex {
  /** positions of the segments that contain a term */
  private readonly holders = new Map<string, number[]>();
  private readonly lengths: number[] = [];
  private readonly average: number;

  /**
   * @param segments in order (timedSegments)
   * @param termsOf each segment (contentTerms)
   */
  constructor(
    private readonly segments: readonly TimedSegment[],
    termsOf: readonly ReadonlySet<string>[],
  ) {
    termsOf.forEach((terms, at) => {
      this.lengths.push(terms.size);
      for (const term of terms) {
        const known = this.holders.get(term);
        if (known) known.push(at);
        else this.holders.set(term, [at]);
      }
    });
    this.average = Math.max(1, this.lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, segments.length));
  }

  /** Number of segments with a term. */
  frequency(term: string): number {
    return this.holders.get(term)?.length ?? 0;
  }

  /** The segments that match a line, best first; empty if there is none. */
  placesOf(line: string, max: number): Place[] {
    const terms = [...contentTerms(line)];
    const weights = terms.map((term) => this.rarity(term));
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    if (whole === 0) return [];
    const [scores, own, covered] = [new Map<number, number>(), new Set<number>(), new Map<number, number>()];
    terms.forEach((term, i) => {
      const near = new Map<number, number>();
      for (const at of this.holders.get(term) ?? []) {
        own.add(at);
        near.set(at, 1);
        for (const other of [at - 1, at + 1])
          if (other >= 0 && other < this.segments.length) near.set(other, Math.max(near.get(other) ?? 0, NEIGHBOUR));
      }
      for (const [at, share] of near) {
        const length = 1 - B + (B * this.lengths[at]!) / this.average;
        scores.set(at, (scores.get(at) ?? 0) + (weights[i]! * share * (K1 + 1)) / (1 + K1 * length));
        covered.set(at, (covered.get(at) ?? 0) + weights[i]! * (share === 1 ? 1 : 0.7));
      }
    });
    return [...scores]
      .filter(([at]) => own.has(at) && covered.get(at)! / whole >= LEAST_COVERAGE)
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, max)
      .map(([at, score]) => ({ segmentId: this.segments[at]!.id, score, coverage: covered.get(at)! / whole }));
  }

  private rarity(term: string): number {
    const n = this.frequency(term);
    return Math.log(1 + (this.segments.length - n + 0.5) / (n + 0.5));
  }
}
