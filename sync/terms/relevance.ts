/** Orders terms for the prompt of a recogniser, which has room for some dozens of an organization's terms. */
import { fold } from '../text/fold';
import { countMatches } from './matches';

interface Weighed {
  id: string;
  term: string;
  matchCount: number;
  createdAt: number;
}

/**
 * Terms by relevance for a meeting: by occurrences in its known texts, then by matches in earlier transcripts, then the
 * newest first.
 * @param known texts about the meeting: title, agenda, notes, project
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
