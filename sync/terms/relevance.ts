/** The order in which terms help a recogniser with one meeting: its prompt has room for some dozens of ten thousand. */
import { fold } from '../text/fold';
import { countMatches } from './matches';

interface Weighed {
  id: string;
  term: string;
  matchCount: number;
  createdAt: number;
}

/**
 * Terms by relevance: those in what is known of the meeting (title, agenda, notes, project), then those that were heard
 * most often, then the newest. `known`: texts, the most telling ones first.
 */
export function byRelevance<T extends Weighed>(terms: readonly T[], known: readonly string[]): T[] {
  const named = countMatches(
    terms,
    known.filter((text) => fold(text).text.trim() !== ''),
  );
  return [...terms].sort(
    (a, b) =>
      (named.get(b.id) ?? 0) - (named.get(a.id) ?? 0) ||
      b.matchCount - a.matchCount ||
      b.createdAt - a.createdAt ||
      (a.id < b.id ? -1 : 1),
  );
}
