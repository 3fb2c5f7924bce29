/** Writes the demo's notes as the note feature stores them. */
import { spaceOf } from '../../sync/model/ids';
import { stateFromMarkdown, summaryOfState } from '../../sync/merge/note-text';
import type { DemoNote } from './content/content';
import type { DemoSeed } from './demo-seed';
import { withMentions, writtenAt } from './mentions';

export async function writeDemoNotes(seed: DemoSeed): Promise<void> {
  for (const { id, content } of seed.projects) for (const note of content.notes) await writeNote(seed, id, note);
}

async function writeNote(seed: DemoSeed, projectId: string, note: DemoNote): Promise<void> {
  const { platform, tx, cast, documents } = seed;
  const createdAt = writtenAt(note, platform.clock.now());
  const id = documents.note.get(note.title)!;
  const space = spaceOf('project', projectId);
  const creatorId = cast.people[note.by];
  const state = stateFromMarkdown(withMentions(note.markdown, seed));
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
}
