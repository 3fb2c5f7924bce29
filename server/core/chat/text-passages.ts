/** Ranks passages of extracted texts for a question, by the ranking of search, in memory. */
import type { TextPart, TextPlace } from '../../../sync/model/parsed-text';
import { LIMITS } from '../../../sync/model/limits';
import { findMatches, type Match } from '../../../sync/ranking/matching';
import { Ranker, type MatchedWords } from '../../../sync/ranking/score';
import { countTerms } from '../../../sync/ranking/term-counts';
import { queryTerms, type QueryTerm, type QueryWord } from '../../../sync/text/query';
import { timeSlices } from '../search/slices';

export interface TextPassage {
  /** index of the text */
  of: number;
  /** first part of the passage */
  partId: string;
  text: string;
  place: TextPlace;
  /** comparable within one ranking; 0: no match */
  score: number;
}

interface RankedText {
  title: string;
  parts: readonly TextPart[];
}

/** UTF-16 units up to which consecutive short parts are joined to one passage */
const PASSAGE = 1200;

/** Cuts a text into passages. A passage ends before a heading, and at the end of a page, slide or sheet. */
export function cut({ parts }: Pick<RankedText, 'parts'>, of = 0): Omit<TextPassage, 'score'>[] {
  const passages: Omit<TextPassage, 'score'>[] = [];
  let open: Omit<TextPassage, 'score'> | null = null;
  for (const { id, kind, text, place } of parts) {
    const { words: _, ...where } = place;
    if (
      open &&
      kind !== 'heading' &&
      open.text.length + text.length < PASSAGE &&
      open.place.page === where.page &&
      open.place.slide === where.slide &&
      open.place.sheet === where.sheet
    ) {
      open.text += `\n${text}`;
      continue;
    }
    for (let from = 0; from < text.length; from += LIMITS.passage.max)
      passages.push((open = { of, partId: id, text: text.slice(from, from + LIMITS.passage.max), place: where }));
  }
  return passages;
}

/** A word of the texts: the passages that contain it, and how often each does. */
interface Word {
  passages: number[];
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
    const passage = this.lengths.push(length) - 1;
    for (const [term, count] of times) {
      const word = this.all.get(term) ?? { passages: [], times: [] };
      word.passages.push(passage);
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
      holders: found.reduce((sum, { passages }) => sum + passages.length, 0),
      eachOccurrence: (visit) => {
        for (const { passages, times } of found)
          passages.forEach((passage, i) => visit(passage, times[i]!, this.lengths[passage]!));
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

/**
 * Returns passages, best first. Passages without a match follow in the order of the text: a question about a whole file
 * ("summarise it") may share no word with it.
 */
export async function rankPassages(
  question: string,
  texts: readonly RankedText[],
  limit: number,
): Promise<{ passages: TextPassage[]; isClosest: boolean }> {
  const all = texts.flatMap((text, of) => cut(text, of));
  const breathe = timeSlices();
  const index = new Index();
  for (const { of, text } of all) {
    const { times, length } = await countTerms(
      [
        { field: 'title', text: texts[of]!.title },
        { field: 'content', text },
      ],
      breathe,
    );
    index.add(times, length);
  }
  const found = await findMatches(queryTerms(question), (terms) => Promise.resolve(index.lookUp(terms)));
  const { best, closest } = new Ranker().rank(
    found.map(({ term, matches }) => ({ term, words: matches.map((match) => index.wordsOf(match)) })),
    { sources: all.length, tokens: index.lengths.reduce((sum, length) => sum + length, 0) },
    { count: all.length, wanted: () => true, order: (passage) => -passage },
    limit,
  );
  const ranked = best.map(({ target, score }) => ({ ...all[target]!, score }));
  const taken = new Set(best.map(({ target }) => target));
  const others = all.flatMap((passage, n) => (taken.has(n) ? [] : [{ ...passage, score: 0 }]));
  return { passages: [...ranked, ...others].slice(0, limit), isClosest: closest || ranked.length === 0 };
}
