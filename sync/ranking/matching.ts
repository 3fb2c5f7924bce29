/**
 * Finds the words of an index that match the terms of a question, and corrects words that no text has.
 *
 *   terms ─► words of the index ─► matches of each term
 *                    ▲                   │ a word occurs in no text
 *                    └── words one typing error apart, or its two halves
 */
import type { QueryTerm, QueryWord } from '../text/query';
import { correctionsOf, splitsOf } from '../text/typing-errors';

/** most terms of a question: each is one bit of a 32-bit mask */
const TERMS_MAX = 30;
/** score factor of a word one typing error apart */
const TYPED_WRONG = 0.6;
/** most words of one question that are corrected */
const CORRECTED_MAX = 2;
/** most matched words of one term that passages mark */
const MARKED_MAX = 20;

/** Words of an index that match a query word. */
export interface Match {
  /** the words are other forms or corrections of the asked word; passages mark them, too */
  isForm: boolean;
  words(): string[];
}

export interface Found<M extends Match> {
  term: QueryTerm;
  matches: M[];
}

/** Finds the matches of each term and of its alternatives (`also`), in the order of the terms. */
export type LookUp<M extends Match> = (terms: QueryTerm[]) => Promise<M[][]>;

/** The terms with their matches. A required term that occurs in no text gets the matches of its correction. */
export async function findMatches<M extends Match>(
  asked: readonly QueryTerm[],
  lookUp: LookUp<M>,
): Promise<Found<M>[]> {
  const terms = asked.slice(0, TERMS_MAX);
  const matches = await lookUp(terms);
  const found = terms.map((term, i): Found<M> => ({ term, matches: matches[i]! }));
  let corrections = CORRECTED_MAX;
  for (const each of found.filter(({ term: { share }, matches: { length } }) => share > 0 && length === 0)) {
    const typed = correctionsOf(each.term.term, each.term.prefix);
    if (typed.length === 0 || (corrections -= 1) < 0) continue;
    const [meant = []] = await lookUp([
      { ...each.term, also: typed.map((word) => ({ ...word, weight: TYPED_WRONG })) },
    ]);
    each.matches = meant.map((match) => ({ ...match, isForm: true }));
    if (meant.length === 0) await split(each, found, lookUp);
  }
  return found.slice(0, TERMS_MAX);
}

/** Replaces a word that texts write as two (audioguide) by its halves. */
async function split<M extends Match>(each: Found<M>, found: Found<M>[], lookUp: LookUp<M>): Promise<void> {
  const splits = splitsOf(each.term.term);
  const terms = splits.flatMap(([first, second]): QueryTerm[] => [
    { ...each.term, term: first, prefix: false, also: [] },
    { ...each.term, term: second, also: [] },
  ]);
  const matches = await lookUp(terms);
  const at = splits.findIndex((_, i) => matches[2 * i]!.length > 0 && matches[2 * i + 1]!.length > 0);
  if (at < 0) return;
  Object.assign(each, { term: terms[2 * at], matches: matches[2 * at] });
  found.splice(found.indexOf(each) + 1, 0, { term: terms[2 * at + 1]!, matches: matches[2 * at + 1]! });
}

/** The terms for marking passages: the matched other forms and corrections are listed in `also`. */
export const answeredTerms = (found: readonly Found<Match>[]): QueryTerm[] =>
  found.map(({ term: { also = [], ...term }, matches }) => ({
    ...term,
    also: [...also.filter(({ accepts }) => !accepts), ...formsIn(matches)],
  }));

const formsIn = (matches: readonly Match[]): QueryWord[] =>
  [...new Set(matches.filter(({ isForm }) => isForm).flatMap(({ words }) => words()))]
    .slice(0, MARKED_MAX)
    .map((term) => ({ term, prefix: false }));
