import { openText } from '~/features/note-editor/open-text';
import { run } from '~/replica/client';
import type { Draft } from './accepted';

/**
 * Notes that were created and may have no text yet: after a failure only the text is written again, which changes
 * nothing if it exists.
 */
const made = new Set<string>();

/** Creates the note; resolves when its text is durable on this device. */
export async function saveDraft({ id, state }: Draft, projectId: string, title: string): Promise<void> {
  if (made.has(id)) await run('note.rename', { id, title });
  else await run('note.create', { id, projectId, title });
  made.add(id);
  const text = await openText(id, () => undefined);
  try {
    await text.append(state);
    await text.compact();
  } finally {
    await text.close();
  }
}
