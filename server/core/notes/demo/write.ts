/** Writes the demo's notes in the stored form. */
import { newId, spaceOf } from '../../../../sync/model/ids';
import { stateOfBlocks } from '../../../../sync/merge/note-blocks';
import { parseMarkdown } from '../../../../sync/merge/note-markdown';
import { summaryOfState } from '../../../../sync/merge/note-text';
import '../../note-images/tables';
import type { Platform } from '../../../platform/context';
import type { DemoNote } from '../../../shared/demo-content';
import type { DemoCast, DemoSeed, PrepareDemo } from '../../../shared/demo';
import { withMentions, writtenAt } from '../../../shared/demo-texts';
import { blobKey } from '../../uploads/resumable';
import { DEMO_PICTURE, drawDemoPicture, type DemoPicture } from './picture';

interface StoredPicture extends DemoPicture {
  id: string;
  uploadId: string;
}

/** Draws the picture once for each note that contains it. */
export const prepareDemoNotes: PrepareDemo = async (now, projects) => {
  const picture = drawDemoPicture();
  const notes = projects.flatMap((project) => project.notes).filter((note) => note.markdown.includes(DEMO_PICTURE));
  const pictures = new Map(
    notes.map(({ title }): [string, StoredPicture] => [title, { ...picture, id: newId(now), uploadId: newId(now) }]),
  );
  return {
    blobs: [...pictures.values()].map(({ uploadId, bytes, type }) => ({
      key: blobKey(uploadId),
      bytes,
      contentType: type,
    })),
    async write(seed) {
      for (const { id, content } of seed.projects)
        for (const note of content.notes) await writeDemoNote(seed, id, note, pictures.get(note.title));
    },
  };
};

/** The text of a note. Its picture has a size, so that the layout does not shift when it loads. */
const stateOf = (markdown: string, picture: StoredPicture | undefined): Uint8Array =>
  stateOfBlocks(
    parseMarkdown(markdown).map((block) =>
      block.type === 'image' && picture
        ? { ...block, imageId: picture.id, width: picture.width, height: picture.height }
        : block,
    ),
  );

/** Stores the picture of a note in the form of an upload (server/core/note-images). */
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

export async function writeDemoNote(
  seed: DemoSeed,
  projectId: string,
  note: DemoNote,
  picture?: StoredPicture,
): Promise<void> {
  const { platform, tx, cast, documents } = seed;
  const createdAt = writtenAt(note, platform.clock.now());
  const id = documents.note.get(note.title)!;
  const space = spaceOf('project', projectId);
  const creatorId = cast.people[note.by];
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
