import { childrenOf } from '../../../sync/model/kinds';
import type { DemoSeed } from '../../shared/demo';
import { writeDemoNote } from '../notes/demo/write';

/** Notes that their authors deleted, in the trash. */
export async function writeDemoTrash(seed: DemoSeed): Promise<void> {
  const { tx, cast, projects, documents } = seed;
  for (const { id, content } of projects)
    for (const note of content.trash ?? []) {
      await writeDemoNote(seed, id, note);
      const noteId = documents.note.get(note.title)!;
      for (const child of childrenOf('notes', noteId)) await tx.remove(...child);
      await tx.remove('notes', noteId);
      await tx.intoTrash('notes', noteId, cast.people[note.by]);
    }
}
