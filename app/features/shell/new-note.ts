import { useMatches, useNavigate } from '@remix-run/react';
import { useCallback } from 'react';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';

/**
 * Starts a note: in the project on screen, otherwise in the most recent project where this person may add notes;
 * without any project, opens the list of projects with the form for a new one.
 */
export function useNewNote(): () => void {
  const navigate = useNavigate();
  const here = useMatches().at(-1)?.params['projectId'];
  const projects = useQuery({ kind: 'find', collection: 'projects', sort: [{ recency: 'asc' }], limit: 50 });
  return useCallback(() => {
    const writable = (projects ?? []).filter((p) => p.abilities.includes('addNote'));
    const target = writable.find((p) => p.id === here) ?? writable.find((p) => !(p.archivedAt ?? 0));
    navigate(target ? paths.newNote(target.id) : `${paths.projects()}?new=1`);
  }, [navigate, here, projects]);
}
