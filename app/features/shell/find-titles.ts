import { useMemo } from 'react';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import type { SearchableKind } from '../../../sync/model/kinds';
import { hasContent, type ItemType } from '../../../sync/model/kinds/project-items';
import type { TopKind } from '../../../sync/model/top-kinds';

export interface MatchedTitle {
  kind: SearchableKind;
  id: string;
  title: string;
  href: string;
  /** the snippet, '' for none */
  snippet: string;
  updatedAt: number;
  projectId: string;
  /** '' unless it is a file or link */
  itemType: ItemType | '';
}

interface Named {
  id: string;
  title: string;
  snippet?: string;
  updatedAt: number;
  projectId?: string;
  itemType?: ItemType;
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
  const items = useQuery(latest('projectItems'));
  const all = useMemo(() => {
    if (!notes || !meetings || !projects || !items) return undefined;
    const of = (kind: SearchableKind, list: readonly Named[]): MatchedTitle[] =>
      list.map((d) => ({
        kind,
        id: d.id,
        title: d.title,
        href:
          kind === 'projectItems'
            ? paths.projectItem(d.projectId ?? '', d.id, d.itemType!)
            : paths.document(kind satisfies TopKind, d),
        snippet: d.snippet ?? '',
        updatedAt: d.updatedAt,
        projectId: d.projectId ?? '',
        itemType: d.itemType ?? '',
      }));
    return [
      ...of('notes', notes),
      ...of('meetings', meetings),
      ...of('projects', projects),
      // a reference is found as the document that it refers to
      ...of(
        'projectItems',
        items.filter(({ itemType }) => hasContent(itemType)),
      ),
    ];
  }, [notes, meetings, projects, items]);
  return useMemo(() => (question === '' ? [] : all && matchTitles(all, question, limit)), [all, question, limit]);
}
