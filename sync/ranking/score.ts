/**
 * Ranks targets (documents that a person opens) for a question: BM25 over sources, summed over the sources of a target.
 *
 * A target that covers less than half of the question's words, weighted by rarity, is no result; higher coverage ranks
 * higher. If none covers half, the best few that cover a third are the closest matches. Statistics are given from
 * outside: those of the documents that the person may see.
 */
import type { QueryTerm } from '../text/query';

/** Common BM25 parameters (Robertson). */
const K1 = 1.2;
const B = 0.75;
/** minimum coverage of a result */
const LEAST_COVERAGE = 0.5;
/** minimum coverage of a closest match; higher if it matches one word of several, which is often accidental */
const CLOSEST_COVERAGE = 1 / 3;
const CLOSEST_BY_ONE = 0.5;
/** maximum number of closest matches */
const CLOSEST_MAX = 5;
/**
 * Weight factor, for the closest matches, of a word that occurs in no text: people often remember another word than the
 * written one.
 */
const UNKNOWN_WEIGHT = 0.7;
/** Exponent of rarity: a word that occurs in no text must not outweigh the rest of the question. */
const RARITY_POWER = 0.7;
/** share of a word's terms: below it, a text contains only a part of another word */
const LEAST_SHARE = 0.33;
/** minimum number of sources for computing rarity: among three notes every word would be frequent */
const FEW_SOURCES = 400;
/** spare targets when the score arrays grow */
const TARGETS_MORE = 1_024;
/** Scores that differ by less are equal: they were summed in another order. */
const SCORE_STEP = 1e-6;

/** Words of the index that match a term of the question, with their occurrences in live sources. */
export interface MatchedWords {
  /** factor of their score */
  weight: number;
  /** number of sources of each word, summed over the words */
  holders: number;
  /** Calls back for each word and source: `length` is the number of tokens of the source. */
  eachOccurrence(visit: (target: number, times: number, length: number) => void): void;
}

/** A term of the question with its matching words. */
export interface MatchedTerm {
  term: QueryTerm;
  words: readonly MatchedWords[];
}

/** Totals over all sources that the person may see. */
export interface Statistics {
  sources: number;
  tokens: number;
}

export interface Targets {
  /** number of targets; they are numbered from 0 */
  count: number;
  /** whether a target may be a result */
  wanted(target: number): boolean;
  /** the order of targets with equal scores: the larger number comes first */
  order(target: number): number;
}

export interface Best {
  target: number;
  score: number;
}

export interface Ranked {
  /** best first */
  best: Best[];
  /** true: no target covers half of the question, and `best` are the closest matches */
  closest: boolean;
}

/** A word of the question: its weight, and the bits of its terms with their shares. */
export interface WeightedWord {
  weight: number;
  isKnown: boolean;
  terms: { bit: number; share: number }[];
}

/** Ranks the targets of one question at a time. */
export class Ranker {
  /**
   * by target, cleared after each question; reused, because allocating half a megabyte per question would cause most of
   * the garbage collection
   */
  private scores = new Float64Array(0);
  private masks = new Uint32Array(0);

  rank(found: readonly MatchedTerm[], { sources, tokens }: Statistics, targets: Targets, limit: number): Ranked {
    const average = Math.max(1, tokens / Math.max(1, sources));
    const rarity = raritiesOf(found, sources);
    if (this.scores.length < targets.count) {
      this.scores = new Float64Array(targets.count + TARGETS_MORE);
      this.masks = new Uint32Array(this.scores.length);
    }
    const { scores, masks } = this;
    const touched: number[] = [];
    found.forEach(({ words }, term) => {
      for (const { weight, eachOccurrence } of words) {
        const most = weight * rarity[term]! * (K1 + 1);
        eachOccurrence((target, times, length) => {
          if (masks[target] === 0) touched.push(target);
          masks[target]! |= 1 << term;
          scores[target]! += (most * times) / (times + K1 * (1 - B + (B * length) / average));
        });
      }
    });
    const ranked = this.top(touched, wordsOf(found, rarity), targets, limit);
    for (const target of touched) scores[target] = masks[target] = 0;
    return ranked;
  }

  private top(touched: number[], words: readonly WeightedWord[], targets: Targets, limit: number): Ranked {
    const { scores, masks } = this;
    const coverages = new Map<number, Coverage>();
    const coverage = (mask: number): Coverage => {
      let known = coverages.get(mask);
      if (known === undefined) coverages.set(mask, (known = coverageOf(mask, words)));
      return known;
    };
    const precedes = (target: number, score: number, other: Best): boolean =>
      score > other.score || (score === other.score && targets.order(target) > targets.order(other.target));
    const [answers, closest]: [Best[], Best[]] = [[], []];
    for (const target of touched) {
      const { covered, known, byOne } = coverage(masks[target]!);
      if (covered < LEAST_COVERAGE && known < (byOne ? CLOSEST_BY_ONE : CLOSEST_COVERAGE)) continue;
      const [best, most] = covered < LEAST_COVERAGE ? [closest, Math.min(limit, CLOSEST_MAX)] : [answers, limit];
      const score = Math.round((scores[target]! * covered * covered) / SCORE_STEP) * SCORE_STEP;
      if ((best.length === most && !precedes(target, score, best[most - 1]!)) || !targets.wanted(target)) continue;
      let at = best.length;
      while (at > 0 && precedes(target, score, best[at - 1]!)) at -= 1;
      best.splice(at, 0, { target, score });
      if (best.length > most) best.pop();
    }
    return answers.length > 0 ? { best: answers, closest: false } : { best: closest, closest: closest.length > 0 };
  }
}

/** The rarity of each term among the sources (the idf of BM25). */
export function raritiesOf(found: readonly MatchedTerm[], sources: number): number[] {
  const all = Math.max(sources, FEW_SOURCES);
  return found.map(({ words }) => {
    const n = Math.min(
      all,
      words.reduce((sum, { holders }) => sum + holders, 0),
    );
    return Math.log(1 + (all - n + 0.5) / (n + 0.5));
  });
}

/** The words of a question: each is weighted by the mean rarity of its terms, and by the largest of their shares. */
export function wordsOf(found: readonly MatchedTerm[], rarity: readonly number[]): WeightedWord[] {
  const words = new Map<number, { bit: number; share: number; isKnown: boolean }[]>();
  found.forEach(({ term: { word, share }, words: matched }, i) => {
    if (share > 0) words.set(word, [...(words.get(word) ?? []), { bit: 1 << i, share, isKnown: matched.length > 0 }]);
  });
  return [...words.values()].map((members) => {
    const shares = members.reduce((sum, { share }) => sum + share, 0);
    const mean = members.reduce((sum, { bit, share }) => sum + share * rarity[31 - Math.clz32(bit)]!, 0) / shares;
    return {
      weight: Math.max(...members.map(({ share }) => share)) * mean ** RARITY_POWER,
      isKnown: members.some(({ isKnown }) => isKnown),
      terms: members.map(({ bit, share }) => ({ bit, share: share / shares })),
    };
  });
}

/** How much of a question a target covers. */
export interface Coverage {
  /** 0 to 1 */
  covered: number;
  /** 0 to 1, with a reduced weight of words that occur in no text */
  known: number;
  /** only one of several words is covered */
  byOne: boolean;
}

/** @param mask bits of the terms that the target contains */
export function coverageOf(mask: number, words: readonly WeightedWord[]): Coverage {
  let [covered, whole, unknown, held] = [0, 0, 0, 0];
  for (const { weight, isKnown, terms } of words) {
    let share = 0;
    for (const { bit, share: each } of terms) if (mask & bit) share += each;
    whole += weight;
    if (!isKnown) unknown += weight;
    if (share < LEAST_SHARE) continue;
    covered += weight * share;
    held += 1;
  }
  const less = whole - unknown * (1 - UNKNOWN_WEIGHT);
  return {
    covered: whole === 0 ? 0 : covered / whole,
    known: less === 0 ? 0 : covered / less,
    byOne: held === 1 && words.length > 1,
  };
}
