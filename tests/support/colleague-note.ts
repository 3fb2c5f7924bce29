import { stateFromMarkdown } from '../../sync/merge/note-text';
import { toBase64 } from '../../sync/merge/yjs';
import type { ScriptedServer } from './scripted-server';

/** Writes a note of another person, `n2`, with its text. */
export function putColleagueNote(
  server: ScriptedServer,
  { markdown, ...row }: { projectId: string; title: string; snippet?: string; markdown: string },
): void {
  const creatorId = 'u2';
  server.put('notes', {
    id: 'n2',
    snippet: '',
    type: 'note',
    creatorId,
    shareRange: 'team',
    words: 1,
    characters: 1,
    createdAt: 1,
    ...row,
  });
  server.put('noteContents', {
    id: 'n2',
    subject: 'note',
    subjectId: 'n2',
    creatorId,
    state: toBase64(stateFromMarkdown(markdown)),
  });
}
