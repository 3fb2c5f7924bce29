/** Writes the demo's notes as the note feature stores them. */
import { spaceOf } from '../../sync/model/ids';
import { childrenOf } from '../../sync/model/kinds';
import { stateOfBlocks } from '../../sync/merge/note-blocks';
import { parseMarkdown } from '../../sync/merge/note-markdown';
import { summaryOfState } from '../../sync/merge/note-text';
import '../core/note-images/tables';
import type { Platform } from '../platform/context';
import type { DemoNote } from '../shared/demo-content';
import type { DemoCast, DemoSeed, StoredPicture } from '../shared/demo-seed';
import { withMentions, writtenAt } from './mentions';

export async function writeDemoNotes(seed: DemoSeed): Promise<void> {
  for (const { id, content } of seed.projects) for (const note of content.notes) await writeNote(seed, id, note);
}

/** The text of a note; its picture has a size, so that nothing moves when it is shown. */
const stateOf = (markdown: string, picture: StoredPicture | undefined): Uint8Array =>
  stateOfBlocks(
    parseMarkdown(markdown).map((block) =>
      block.type === 'image' && picture
        ? { ...block, imageId: picture.id, width: picture.width, height: picture.height }
        : block,
    ),
  );

/** The picture of a note, as an upload stores it (server/core/note-images). */
async function writePicture(
  { db }: Pick<Platform, 'db'>,
  { companyId }: DemoCast,
  noteId: string,
  userId: string,
  { id, uploadId, bytes, sha256, type, width, height }: StoredPicture,
  at: number,
): Promise<void> {
  await db
    .insertInto('note_image')
    .values({
      company_id: companyId,
      id,
      content_id: noteId,
      user_id: userId,
      upload_id: uploadId,
      size: bytes.length,
      state: 'finished',
      type,
      width,
      height,
      sha256,
      created_at: at,
      finished_at: at,
      unused_since: null,
    })
    .execute();
}

/** Notes that their authors deleted, in the trash. */
export async function writeDemoTrash(seed: DemoSeed): Promise<void> {
  const { tx, cast, projects, documents } = seed;
  for (const { id, content } of projects)
    for (const note of content.trash ?? []) {
      await writeNote(seed, id, note);
      const noteId = documents.note.get(note.title)!;
      for (const child of childrenOf('notes', noteId)) await tx.remove(...child);
      await tx.remove('notes', noteId);
      await tx.intoTrash('notes', noteId, cast.people[note.by]);
    }
}

async function writeNote(seed: DemoSeed, projectId: string, note: DemoNote): Promise<void> {
  const { platform, tx, cast, documents } = seed;
  const createdAt = writtenAt(note, platform.clock.now());
  const id = documents.note.get(note.title)!;
  const space = spaceOf('project', projectId);
  const creatorId = cast.people[note.by];
  const picture = seed.pictures.get(note.title);
  const state = stateOf(withMentions(note.markdown, seed), picture);
  if (picture) await writePicture(platform, cast, id, creatorId, picture, createdAt);
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
