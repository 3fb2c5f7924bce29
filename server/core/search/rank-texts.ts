/** Ranks texts that the index does not have by the ranking of search, in memory. */
import type { SearchedText } from '../../../sync/model/searched-text';
import { answeredTerms, findMatches, type Match } from '../../../sync/ranking/matching';
import { Ranker, type MatchedWords } from '../../../sync/ranking/score';
import { countTerms } from '../../../sync/ranking/term-counts';
import { queryTerms, type QueryTerm, type QueryWord } from '../../../sync/text/query';
import { timeSlices } from './slices';

/** A word of the texts: the texts that have it, and how often. */
interface Word {
  texts: number[];
  times: number[];
}
interface MemoryMatch extends Match {
  weight: number;
  found: Word[];
}

class Index {
  readonly lengths: number[] = [];
  private readonly all = new Map<string, Word>();

  add(times: ReadonlyMap<string, number>, length: number): void {
    const text = this.lengths.push(length) - 1;
    for (const [term, count] of times) {
      const word = this.all.get(term) ?? { texts: [], times: [] };
      word.texts.push(text);
      word.times.push(count);
      this.all.set(term, word);
    }
  }

  lookUp(terms: readonly QueryTerm[]): MemoryMatch[][] {
    return terms.map(({ also = [], ...word }) => [word, ...also].flatMap((each) => this.matches(each)));
  }

  wordsOf({ weight, found }: MemoryMatch): MatchedWords {
    return {
      weight,
      holders: found.reduce((sum, { texts }) => sum + texts.length, 0),
      eachOccurrence: (visit) => {
        for (const { texts, times } of found) texts.forEach((text, i) => visit(text, times[i]!, this.lengths[text]!));
      },
    };
  }

  private matches({ term, prefix, accepts, weight = 1 }: QueryWord): MemoryMatch[] {
    const words = prefix
      ? [...this.all.keys()].filter((word) => word.startsWith(term) && (accepts?.(word) ?? true))
      : this.all.has(term)
        ? [term]
        : [];
    if (words.length === 0) return [];
    const match = (of: string[], isForm: boolean): MemoryMatch => ({
      weight,
      isForm,
      found: of.map((word) => this.all.get(word)!),
      words: () => of,
    });
    return accepts ? words.map((word) => match([word], true)) : [match(words, false)];
  }
}

export interface RankedTexts {
  /** best first; `text` is an index */
  best: { text: number; score: number }[];
  /** none covers half of the question: the closest few */
  isClosest: boolean;
  /** of the question, for marking what matches */
  terms: QueryTerm[];
}

/** @param texts each with its parts; of two with equal scores the first comes first */
export async function rankTexts(
  question: string,
  texts: readonly (readonly SearchedText[])[],
  limit: number,
): Promise<RankedTexts> {
  const breathe = timeSlices();
  const index = new Index();
  for (const text of texts) {
    const { times, length } = await countTerms(text, breathe);
    index.add(times, length);
  }
  const found = await findMatches(queryTerms(question), (terms) => Promise.resolve(index.lookUp(terms)));
  const { best, closest } = new Ranker().rank(
    found.map(({ term, matches }) => ({ term, words: matches.map((match) => index.wordsOf(match)) })),
    { sources: texts.length, tokens: index.lengths.reduce((sum, length) => sum + length, 0) },
    { count: texts.length, wanted: () => true, order: (text) => -text },
    limit,
  );
  return {
    best: best.map(({ target, score }) => ({ text: target, score })),
    isClosest: closest,
    terms: answeredTerms(found),
  };
}
