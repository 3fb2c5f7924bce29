/** Writes the demo's files in the state after upload and parsing (server/core/files). */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { typeOfName } from '../../../../sync/model/file-types';
import { newId, spaceOf } from '../../../../sync/model/ids';
import type { ParsedText } from '../../../../sync/model/parsed-text';
import '../tables';
import { BLANK_ITEM } from '../../projects/new-item';
import type { DemoSeed, PrepareDemo } from '../../../shared/demo';
import { blobKey } from '../../uploads/resumable';
import { DEMO_FILES } from './files';
import { DAY } from '../../../shared/demo-durations';
import { readDemoDocuments } from './documents';

/** A demo file, with the id of its stored bytes and its extracted text. */
interface StoredDemoFile {
  projectTitle: string;
  name: string;
  mimeType: string;
  bytes: Buffer;
  sha256: string;
  uploadId: string;
  text: ParsedText;
}

/** days between the upload of the files and the creation of the demo */
const ADDED_DAYS_AGO = 4;
/** milliseconds in which one text of the demo must be parsed */
const PARSE_MS = 10_000;

const stored = (
  now: number,
  file: Pick<StoredDemoFile, 'projectTitle' | 'name' | 'bytes' | 'text'>,
): StoredDemoFile => ({
  ...file,
  mimeType: typeOfName(file.name)!.mimeType,
  sha256: createHash('sha256').update(file.bytes).digest('hex'),
  uploadId: newId(now),
});

/**
 * Makes the demo's files with their extracted texts. Text files are parsed in this process, not in a child process,
 * because their content is our own; documents are installed with their extracted text.
 */
async function makeDemoFiles(now: number): Promise<StoredDemoFile[]> {
  const { parseFile } = await import('../../../parsing/child/parse');
  const files: StoredDemoFile[] = (await readDemoDocuments()).map(({ project, ...file }) =>
    stored(now, { ...file, projectTitle: project }),
  );
  for (const [projectTitle, project] of Object.entries(DEMO_FILES))
    for (const { name, text: written } of project.files) {
      const bytes = Buffer.from(written);
      const text = await parseFile(
        { bytes, name, languages: [] },
        { progress: () => undefined, deadline: Date.now() + PARSE_MS, scratch: tmpdir() },
      );
      files.push(stored(now, { projectTitle, name, bytes, text }));
    }
  return files;
}

export const prepareDemoFiles: PrepareDemo = async (now) => {
  const files = await makeDemoFiles(now);
  return {
    blobs: files.map(({ uploadId, bytes, mimeType }) => ({ key: blobKey(uploadId), bytes, contentType: mimeType })),
    write: (seed) => writeFiles(seed, files),
  };
};

async function writeFiles({ platform, tx, cast, projects }: DemoSeed, files: readonly StoredDemoFile[]): Promise<void> {
  const at = platform.clock.now() - ADDED_DAYS_AGO * DAY;
  for (const { projectTitle, name, mimeType, bytes, sha256, uploadId, text } of files) {
    const project = projects.find(({ content }) => content.title === projectTitle);
    if (!project) continue;
    const id = newId(at);
    const addedBy = cast.people[DEMO_FILES[projectTitle]!.by];
    const isIn = { space: spaceOf('project', project.id), projectId: project.id };
    const { parts, outline, title, language, pages, notices } = text;
    await tx.put(
      'projectItems',
      id,
      {
        ...BLANK_ITEM,
        ...isIn,
        itemType: 'file',
        title: name,
        size: bytes.length,
        mimeType,
        sha256,
        version: 1,
        parseStatus: 'parsed',
        notices,
        pages,
        language,
        addedBy,
        createdAt: at,
        contentAt: at,
      },
      at,
    );
    await tx.put(
      'itemTexts',
      id,
      { ...isIn, version: 1, title, language, parts, outline, fetchedAt: 0, parsedAt: at },
      at,
    );
    await platform.db
      .insertInto('file_version')
      .values({
        company_id: tx.companyId,
        item_id: id,
        version: 1,
        upload_id: uploadId,
        name,
        size: bytes.length,
        sha256,
        type: mimeType,
        user_id: addedBy,
        created_at: at,
      })
      .execute();
  }
}
