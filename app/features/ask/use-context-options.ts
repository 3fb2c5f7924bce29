import { useMemo, useRef } from 'react';
import { KIND_ICONS, matchIcon } from '~/features/lists/kind-icons';
import { useTitleMatches, type TitleMatch } from '~/features/shell/title-matches';
import { useQuery } from '~/replica/hooks';
import { matches } from '~/ui/controls/match-words';
import { isArchived } from '../../../sync/model/kinds/projects';
import { hasContent, type ItemType } from '../../../sync/model/kinds/project-items';
import type { ContextItem } from './draft';

export interface ContextOption extends ContextItem {
  itemType: ItemType | '';
  /** title of its project; '' for none */
  place: string;
}

/** number of recent documents of each kind, shown before anything is typed */
export const RECENT_MAX = 3;
export const FOUND_MAX = 12;
/** titles have few words: after more words the `@` was ordinary text */
const WORDS_MAX = 5;

const NOTHING: readonly TitleMatch[] = [];

/** Whether the title matches: matches within texts are not offered as context. */
const isTitled = (query: string, { title, titleRanges, closest }: TitleMatch): boolean =>
  !closest && (titleRanges?.length ? true : matches(query, title));

export const contextIcon = ({ kind, itemType }: Pick<ContextOption, 'kind' | 'itemType'>) =>
  kind === 'projectItems' ? matchIcon({ kind, itemType }) : KIND_ICONS[kind];

/**
 * Documents of this device that a question can have as context: projects, files, links, notes and meetings whose titles
 * contain the words of a query; recent ones without words. Undefined until the queries have values.
 *
 * @param text null while the picker is closed
 */
export function useContextOptions(text: string | null): ContextOption[] | undefined {
  const query = (text ?? '').trim();
  const found = useTitleMatches(query, 30)?.matches;
  // while the person types, the previous matches stay until the next ones arrive
  const last = useRef(NOTHING);
  if (found) last.current = found;
  const recent = <C extends ContextItem['kind']>(collection: C, limit = RECENT_MAX) =>
    text === null || query !== ''
      ? null
      : { kind: 'find' as const, collection, sort: [{ recency: 'asc' as const }], limit };
  const notes = useQuery(recent('notes'));
  const meetings = useQuery(recent('meetings'));
  // more than `RECENT_MAX`, because references and pages of websites among them are not offered
  const items = useQuery(recent('projectItems', 20));
  const projects = useQuery(
    text === null ? null : { kind: 'find', collection: 'projects', sort: [{ recency: 'asc' }] },
  );
  const titles = useMemo(() => new Map(projects?.map(({ id, title }) => [id, title])), [projects]);
  if (text === null || query.split(/\s+/u).length > WORDS_MAX) return [];
  const option = (
    kind: ContextItem['kind'],
    { id, title, projectId = '', itemType = '' }: Pick<TitleMatch, 'id' | 'title'> & Partial<TitleMatch>,
  ): ContextOption => ({ kind, id, title, itemType, place: kind === 'projects' ? '' : (titles.get(projectId) ?? '') });
  if (query !== '')
    return found === undefined && last.current.length === 0
      ? undefined
      : (found ?? last.current)
          .filter((each) => isTitled(query, each) && (found !== undefined || matches(query, each.title)))
          .slice(0, FOUND_MAX)
          .map((each) => option(each.kind, each));
  if (!notes || !meetings || !items || !projects) return undefined;
  return [
    ...projects
      .filter((each) => !isArchived(each))
      .slice(0, RECENT_MAX)
      .map((each) => option('projects', each)),
    ...items
      .filter(({ itemType }) => hasContent(itemType) && itemType !== 'websiteUrl')
      .slice(0, RECENT_MAX)
      .map((each) => option('projectItems', each)),
    ...notes.map((each) => option('notes', each)),
    ...meetings.map((each) => option('meetings', each)),
  ];
}
