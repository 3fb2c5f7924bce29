import { useEffect, useState } from 'react';
import type { SearchAnswer, SearchResult, SearchPassage } from '../../../sync/engine/search/answer';
import { spotOf, type Spot } from '~/features/search-anchor/anchor';
import { paths } from '~/paths';
import { replica } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { useFoundTitles, type FoundTitle } from './find-titles';

/** What is found for a question: by its words, with where they stand, or by a part of its title. */
export interface Found extends FoundTitle {
  /** begin and end in UTF-16 units; null where only the letters of the question are known */
  titleRanges: [number, number][] | null;
  passage: SearchPassage | null;
  /** where the passage stands in its text */
  spot: Spot | null;
  /** comes closest where nothing matches the question */
  closest: boolean;
}

export interface FoundAnswer {
  found: Found[];
  /** false while this device's texts are being read for the first time */
  complete: boolean;
}

const placeOf = (passage: SearchPassage | null): Spot | null => (passage && (passage.field === 'text' || passage.field === 'transcript') ? spotOf(passage) : null);

function hrefOf(result: SearchResult, passage: SearchPassage | null): string {
  if (result.collection === 'notes') return paths.noteDetail(result.projectId, result.id);
  if (result.collection === 'projects') return paths.project(result.id);
  return paths.meeting(result.id, passage?.field === 'transcript' ? 'transcript' : undefined);
}

function foundOf(result: SearchResult, closest: boolean): Found {
  const passage = result.passages[0] ?? null;
  const { collection: kind, id, title, titleRanges, updatedAt, projectId } = result;
  return { kind, id, title, titleRanges, updatedAt, projectId, snippet: '', passage, spot: placeOf(passage), closest, href: hrefOf(result, passage) };
}

/** Answers of the index first, then titles that hold the letters of the question; what only comes closest is last. */
export function mergeFound({ results, closest }: Pick<SearchAnswer, 'results' | 'closest'>, titles: readonly FoundTitle[], limit: number): Found[] {
  const byWords = results.map((result) => foundOf(result, closest));
  const nameOf = ({ kind, id }: FoundTitle): string => `${kind}/${id}`;
  const others = (list: readonly FoundTitle[], known: readonly FoundTitle[]): FoundTitle[] => { const names = new Set(known.map(nameOf)); return list.filter((each) => !names.has(nameOf(each))) };
  const titled = (list: readonly FoundTitle[]): Found[] => list.map((each) => ({ ...each, titleRanges: null, passage: null, spot: null, closest: false }));
  return (closest ? [...titled(titles), ...(others(byWords, titles) as Found[])] : [...byWords, ...titled(others(titles, byWords))]).slice(0, limit);
}

/**
 * Milliseconds until a question is asked again that nothing was found for: the index follows what a sync brought by moments, in whichever tab
 * keeps it, and "nothing found" must not stay on the screen of a device that has it.
 */
const AGAIN_MS = 2_000;

const NOTHING: SearchAnswer = { results: [], closest: false, complete: true };

/** What this device holds for a question, asked again when something changes. Undefined until it has answered. */
export function useFound(question: string, limit: number): FoundAnswer | undefined {
  const titles = useFoundTitles(question, limit);
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
    // without the index the titles are an answer, too
    const ask = (): void => { replica().search(question, { limit }).then(take, () => take(NOTHING)) };
    ask();
    return () => {
      current = false;
      clearTimeout(again);
    };
  }, [question, limit, lastSyncAt, titles]);
  if (!titles) return undefined;
  if (!question) return { found: [], complete: true };
  // while one types on, the answer before stands until the next comes
  const answer = answered && question.startsWith(answered.question) ? answered.answer : null;
  if (!answer && titles.length === 0) return undefined;
  return { found: mergeFound(answer ?? NOTHING, titles, limit), complete: answer?.complete ?? true };
}
