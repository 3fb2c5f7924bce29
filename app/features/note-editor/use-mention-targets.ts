import { useMemo, useRef } from 'react';
import { isTopKind } from '../../../sync/model/top-kinds';
import type { MentionKind } from '../../../sync/model/mentions';
import { usePeople } from '~/features/people/use-people';
import { useTitleMatches, type TitleMatch } from '~/features/shell/title-matches';
import { useQuery } from '~/replica/hooks';
import { matches } from '~/ui/controls/match-words';

export interface MentionOffer {
  kind: MentionKind;
  id: string;
  label: string;
  /** of a person */
  email: string;
  avatar: string;
}

const PEOPLE_MAX = 5;
const DOCUMENTS_MAX = 8;
/** documents of each kind before anything is typed */
const RECENT_MAX = 3;
/** a name has few words: behind more of them the sign was ordinary text */
const WORDS_MAX = 5;

const KIND_OF = { notes: 'note', meetings: 'meeting', projects: 'project' } as const;
const document = (collection: keyof typeof KIND_OF, { id, title }: { id: string; title: string }): MentionOffer => ({
  kind: KIND_OF[collection],
  id,
  label: title,
  email: '',
  avatar: '',
});

const NOTHING: readonly TitleMatch[] = [];

/** Matches by title only: a mention names a document, it does not search its text. */
const isTitled = (query: string, { title, titleRanges, closest }: TitleMatch): boolean =>
  !closest && (titleRanges?.length ? true : matches(query, title));

/** The people and documents of this device whose names contain the words of a query; the recent ones without words. */
export function useMentionTargets(text: string, isNotesOnly: boolean): MentionOffer[] {
  const query = text.trim();
  const people = usePeople();
  const found = useTitleMatches(query, 30)?.matches;
  // while typing continues, earlier matches stay until the next arrive
  const last = useRef(NOTHING);
  if (found) last.current = found;
  const recent = <C extends keyof typeof KIND_OF>(collection: C) =>
    query !== '' || (isNotesOnly && collection !== 'notes')
      ? null
      : {
          kind: 'find' as const,
          collection,
          sort: [{ recency: 'asc' as const }],
          limit: isNotesOnly ? DOCUMENTS_MAX : RECENT_MAX,
        };
  const notes = useQuery(recent('notes'));
  const meetings = useQuery(recent('meetings'));
  const projects = useQuery(recent('projects'));
  const persons = useMemo(
    () =>
      isNotesOnly
        ? []
        : people.members
            .filter(({ name, email }) => matches(query, name, email))
            // a person rarely mentions themselves: their own name is offered last
            .sort((a, b) => Number(a.id === people.me.userId) - Number(b.id === people.me.userId))
            .slice(0, PEOPLE_MAX)
            .map(({ id, name, email, avatar }): MentionOffer => ({
              kind: 'person',
              id,
              label: name || email,
              email,
              avatar,
            })),
    [people, query, isNotesOnly],
  );
  if (query.split(/\s+/u).length > WORDS_MAX) return [];
  const documents =
    query === ''
      ? [
          ...(notes ?? []).map((each) => document('notes', each)),
          ...(meetings ?? []).map((each) => document('meetings', each)),
          ...(projects ?? []).map((each) => document('projects', each)),
        ]
      : (found ?? last.current)
          .filter((each) => isTitled(query, each) && (!isNotesOnly || each.kind === 'notes'))
          .filter((each) => found !== undefined || matches(query, each.title))
          .slice(0, DOCUMENTS_MAX)
          .flatMap((each) => (isTopKind(each.kind) ? [document(each.kind, each)] : []));
  return [...persons, ...documents];
}
