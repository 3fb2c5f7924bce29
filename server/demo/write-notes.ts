/** Writes the demo's notes as the note feature stores them. */
import { newId, spaceOf } from '../../sync/model/ids';
import { stateOfBlocks } from '../../sync/merge/note-blocks';
import { parseMarkdown } from '../../sync/merge/note-markdown';
import { summaryOfState } from '../../sync/merge/note-text';
import type { SyncTransaction } from '../sync/store';
import type { DemoNote } from './content/content';
import '../core/note-images/tables';
import type { Platform } from '../platform/context';
import { DAY, type DemoCast, type DemoSeed, type StoredPicture } from './demo-seed';

export async function writeDemoNotes({ platform, tx, cast, projects, pictures }: DemoSeed): Promise<void> {
  const now = platform.clock.now();
  for (const { id, content } of projects)
    for (const note of content.notes) {
      const picture = pictures.get(note.title);
      const createdAt = now - note.daysAgo * DAY;
      const noteId = await writeNote(tx, cast, id, note, createdAt, picture);
      if (picture) await writePicture(platform, cast, noteId, cast.people[note.by], picture, createdAt);
    }
}

/** The text of a note; its picture has a size, so that nothing moves when it is shown. */
const stateOf = (note: DemoNote, picture: StoredPicture | undefined): Uint8Array =>
  stateOfBlocks(
    parseMarkdown(note.markdown).map((block) =>
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

async function writeNote(
  tx: SyncTransaction,
  cast: DemoCast,
  projectId: string,
  note: DemoNote,
  createdAt: number,
  picture: StoredPicture | undefined,
): Promise<string> {
  const id = newId(createdAt);
  const space = spaceOf('project', projectId);
  const creatorId = cast.people[note.by];
  const state = stateOf(note, picture);
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
