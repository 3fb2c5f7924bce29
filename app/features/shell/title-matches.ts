import { useEffect, useState } from 'react';
import type { PassageField } from '../../../sync/model/kind';
import type { SearchAnswer, SearchResult, SearchPassage } from '../../../sync/ranking/answer';
import { anchorOf, type SearchAnchor } from '~/features/search-anchor/anchor';
import { paths } from '~/paths';
import { replica } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { useMatchedTitles, type MatchedTitle } from './find-titles';

/** A match of a query: by words, with their positions, or by part of its title. */
export interface TitleMatch extends MatchedTitle {
  /** start and end in UTF-16 units; null if only the characters of the query are known */
  titleRanges: [number, number][] | null;
  passage: SearchPassage | null;
  /** position of the passage in its text */
  anchor: SearchAnchor | null;
  /** a close match, where nothing matches the query */
  closest: boolean;
}

export interface TitleMatches {
  matches: TitleMatch[];
  /** false while this device's texts are being indexed for the first time */
  complete: boolean;
}

/** passages whose words are marked where they stand */
const MARKED: readonly PassageField[] = ['text', 'transcript', 'moments', 'content'];

const placeOf = (passage: SearchPassage | null): SearchAnchor | null =>
  passage && MARKED.includes(passage.field) ? anchorOf(passage) : null;

/** The tab of a meeting that shows a passage; null: the one that opens by itself. */
function tabOf(passage: SearchPassage | null): 'transcript' | 'summary' | null {
  switch (passage?.field) {
    case 'transcript':
    // bookmarks and typed lines stand between the segments
    case 'moments':
      return 'transcript';
    case 'summary':
      return 'summary';
    default:
      return null;
  }
}

function hrefOf(result: SearchResult, passage: SearchPassage | null): string {
  if (result.collection === 'projectItems')
    return paths.projectItem(result.projectId, result.id, result.itemType || 'file', passage?.segmentId);
  const tab = tabOf(passage);
  return result.collection === 'meetings' && tab
    ? paths.meeting(result.id, tab)
    : paths.document(result.collection, result);
}

function foundOf(result: SearchResult, closest: boolean): TitleMatch {
  const passage = result.passages[0] ?? null;
  const { collection: kind, id, title, titleRanges, updatedAt, projectId, itemType } = result;
  return {
    kind,
    id,
    title,
    titleRanges,
    updatedAt,
    projectId,
    itemType,
    snippet: '',
    passage,
    anchor: placeOf(passage),
    closest,
    href: hrefOf(result, passage),
  };
}

/** Index matches first, then titles that contain the query; close matches last. */
export function mergeMatches(
  { results, closest }: Pick<SearchAnswer, 'results' | 'closest'>,
  titles: readonly MatchedTitle[],
  limit: number,
): TitleMatch[] {
  const byWords = results.map((result) => foundOf(result, closest));
  const nameOf = ({ kind, id }: MatchedTitle): string => `${kind}/${id}`;
  const others = (list: readonly MatchedTitle[], known: readonly MatchedTitle[]): MatchedTitle[] => {
    const names = new Set(known.map(nameOf));
    return list.filter((each) => !names.has(nameOf(each)));
  };
  const titled = (list: readonly MatchedTitle[]): TitleMatch[] =>
    list.map((each) => ({ ...each, titleRanges: null, passage: null, anchor: null, closest: false }));
  return (
    closest
      ? [...titled(titles), ...(others(byWords, titles) as TitleMatch[])]
      : [...byWords, ...titled(others(titles, byWords))]
  ).slice(0, limit);
}

/**
 * Milliseconds until a query without matches is repeated: the index follows a sync with a short delay, in whichever tab
 * maintains it, and "nothing found" must not stay on screen.
 */
const AGAIN_MS = 2_000;

const NOTHING: SearchAnswer = { results: [], closest: false, complete: true };

/** Matches of this device for a query, repeated when something changes. Undefined until the device has answered. */
export function useTitleMatches(question: string, limit: number): TitleMatches | undefined {
  const titles = useMatchedTitles(question, limit);
  const { lastSyncAt } = useStatus();
  const [answered, setAnswered] = useState<{ question: string; answer: SearchAnswer } | null>(null);
  useEffect(() => {
    if (!question) return;
    let current = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const take = (answer: SearchAnswer): void => {
      if (!current) return;
      setAnswered({ question, answer });
      if (answer.results.length === 0 || !answer.complete) again = setTimeout(ask, AGAIN_MS);
    };
    // without the index, title matches are shown
    const ask = (): void => {
      replica()
        .search(question, { limit })
        .then(take, () => take(NOTHING));
    };
    ask();
    return () => {
      current = false;
      clearTimeout(again);
    };
  }, [question, limit, lastSyncAt, titles]);
  if (!titles) return undefined;
  if (!question) return { matches: [], complete: true };
  // while typing continues, the previous answer stays until the next arrives
  const answer = answered && question.startsWith(answered.question) ? answered.answer : null;
  if (!answer && titles.length === 0) return undefined;
  return { matches: mergeMatches(answer ?? NOTHING, titles, limit), complete: answer?.complete ?? true };
}
