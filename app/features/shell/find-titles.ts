import { useMemo } from 'react';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import type { TopKind } from '../../../sync/model/top-kinds';

export interface MatchedTitle {
  kind: TopKind;
  id: string;
  title: string;
  href: string;
  /** the snippet, '' for none */
  snippet: string;
  updatedAt: number;
  projectId: string;
}

interface Named {
  id: string;
  title: string;
  snippet?: string;
  updatedAt: number;
  projectId?: string;
}

const normalise = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** Titles and snippets that contain every word of the query; prefixes first, then by recency. */
export function matchTitles(all: readonly MatchedTitle[], question: string, limit: number): MatchedTitle[] {
  const words = normalise(question).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const whole = words.join(' ');
  const rank = (f: MatchedTitle): number => {
    const title = normalise(f.title);
    if (title.startsWith(whole)) return 0;
    if (words.every((w) => title.includes(w))) return 1;
    return words.every((w) => title.includes(w) || normalise(f.snippet).includes(w)) ? 2 : -1;
  };
  return all
    .map((f) => ({ f, r: rank(f) }))
    .filter(({ r }) => r >= 0)
    .sort((a, b) => a.r - b.r || b.f.updatedAt - a.f.updatedAt)
    .slice(0, limit)
    .map(({ f }) => f);
}

/**
 * Number of titles searched during typing, of each kind by recency: fifty thousand would block the page. The index
 * covers the rest.
 */
const LATEST = 500;

/**
 * Live title matches of this device. Undefined until the device has answered; empty, without a query, for an empty
 * question.
 */
export function useMatchedTitles(question: string, limit: number): MatchedTitle[] | undefined {
  const latest = <C extends MatchedTitle['kind']>(collection: C) =>
    question === '' ? null : { kind: 'find' as const, collection, sort: [{ recency: 'asc' as const }], limit: LATEST };
  const notes = useQuery(latest('notes'));
  const meetings = useQuery(latest('meetings'));
  const projects = useQuery(latest('projects'));
  const all = useMemo(() => {
    if (!notes || !meetings || !projects) return undefined;
    const of = (kind: MatchedTitle['kind'], list: readonly Named[]): MatchedTitle[] =>
      list.map((d) => ({
        kind,
        id: d.id,
        title: d.title,
        href: paths.document(kind, d),
        snippet: d.snippet ?? '',
        updatedAt: d.updatedAt,
        projectId: d.projectId ?? '',
      }));
    return [...of('notes', notes), ...of('meetings', meetings), ...of('projects', projects)];
  }, [notes, meetings, projects]);
  return useMemo(() => (question === '' ? [] : all && matchTitles(all, question, limit)), [all, question, limit]);
}
