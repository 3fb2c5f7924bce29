/** Writes the demo's notes as the note feature stores them. */
import { newId, spaceOf } from '../../sync/model/ids';
import { childrenOf } from '../../sync/model/kinds';
import { stateFromMarkdown, summaryOfState } from '../../sync/merge/note-text';
import type { SyncTransaction } from '../sync/store';
import type { DemoNote } from './content/content';
import { DAY, type DemoCast, type DemoSeed } from './demo-seed';

export async function writeDemoNotes({ platform, tx, cast, projects }: DemoSeed): Promise<void> {
  const now = platform.clock.now();
  for (const { id, content } of projects)
    for (const note of content.notes) await writeNote(tx, cast, id, note, now - note.daysAgo * DAY);
}

/** Notes that their authors deleted, in the trash. */
export async function writeDemoTrash({ platform, tx, cast, projects }: DemoSeed): Promise<void> {
  const now = platform.clock.now();
  for (const { id, content } of projects)
    for (const note of content.trash ?? []) {
      const noteId = await writeNote(tx, cast, id, note, now - note.daysAgo * DAY);
      for (const child of childrenOf('notes', noteId)) await tx.remove(...child);
      await tx.remove('notes', noteId);
      await tx.intoTrash('notes', noteId, cast.people[note.by]);
    }
}

async function writeNote(
  tx: SyncTransaction,
  cast: DemoCast,
  projectId: string,
  note: DemoNote,
  createdAt: number,
): Promise<string> {
  const id = newId(createdAt);
  const space = spaceOf('project', projectId);
  const creatorId = cast.people[note.by];
  const state = stateFromMarkdown(note.markdown);
  await tx.put(
    'notes',
    id,
    {
      space,
      projectId,
      title: note.title,
      type: 'note',
      creatorId,
      shareRange: 'project',
      createdAt,
      ...summaryOfState(state),
    },
    createdAt,
  );
  await tx.put(
    'noteContents',
    id,
    { space, subject: 'note', subjectId: id, creatorId, state: Buffer.from(state).toString('base64') },
    createdAt,
  );
  return id;
}
