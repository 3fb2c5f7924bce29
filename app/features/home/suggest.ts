/** Questions suggested to a new person, made from the titles of existing documents. */
import type { ContextItem } from '../ask/draft';

export interface Suggestion {
  /** key of `ask:suggest`, with the title as its parameter */
  id: 'meeting' | 'note' | 'project' | 'file';
  about: ContextItem;
}

interface Titled {
  id: string;
  title: string;
}

interface Own {
  meetings: readonly Titled[];
  notes: readonly Titled[];
  files: readonly Titled[];
  projects: readonly Titled[];
}

const KINDS = { meeting: 'meetings', note: 'notes', file: 'projectItems', project: 'projects' } as const;
const MAX = 3;

/**
 * At most three suggestions of different kinds, each about the latest titled document of its kind.
 * @param own latest first
 */
export function suggestQuestions({ meetings, notes, files, projects }: Own): Suggestion[] {
  const latest = { meeting: meetings, note: notes, file: files, project: projects };
  return (Object.keys(latest) as Suggestion['id'][])
    .flatMap((id): Suggestion[] => {
      const found = latest[id].find(({ title }) => title.trim() !== '');
      return found ? [{ id, about: { kind: KINDS[id], id: found.id, title: found.title } }] : [];
    })
    .slice(0, MAX);
}
