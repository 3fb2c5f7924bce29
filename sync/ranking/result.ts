/** Builds the search result of a ranked document: its title and passages, with the matching ranges. */
import type { SearchedText } from '../model/searched-text';
import type { ItemType } from '../model/kinds/project-items';
import type { QueryTerm } from '../text/query';
import type { SearchResult } from './answer';
import { matchesIn, passagesOf, rangesOf } from './passages';
import type { Target } from './sources';

/** most passages of a result */
const PASSAGES = 2;

/**
 * @param row the target's document
 * @param texts the searched texts of the target's sources
 * @param terms the terms to mark (answeredTerms)
 */
export function resultOf(
  { collection, id, score }: Target & { score: number },
  row: Readonly<Record<string, unknown>>,
  texts: readonly SearchedText[],
  terms: QueryTerm[],
): SearchResult {
  const title = texts.find(({ field }) => field === 'title')?.text ?? '';
  return {
    collection,
    id,
    title,
    titleRanges: rangesOf(matchesIn(title, terms, 'title')),
    projectId: String(row['projectId'] ?? ''),
    itemType: collection === 'projectItems' ? (row['itemType'] as ItemType) : '',
    updatedAt: Number(row['updatedAt'] ?? 0),
    passages: passagesOf(
      texts.filter(({ field }) => field !== 'title'),
      terms,
      PASSAGES,
    ),
    score,
  };
}
