/**
 * Data for measuring Satchel and its peers: one person's projects full of notes. Created once per size in .cache/bench;
 * the peers get exactly the documents that Satchel's server sends, a row and a text per note.
 *
 *   .cache/bench/<state>/<notes>/data        a data folder of the embedded database
 *                               /documents   NDJSON: {collection, document}
 */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { toBase64 } from '../../sync/merge/yjs';
import { spaceOf } from '../../sync/model/ids';
import { typed } from '../../tests/support/typing';
import { Corpus } from './corpus';
import { Person } from './person';
import { pause } from './row';
import { root, startServer } from './satchel';

export const PROJECTS = 20;
const PUSH = 200;
/**
 * milliseconds after which the embedded database has updated its statistics for tables of that size
 * (server/platform/database/maintenance)
 */
const STATISTICS_MS = 70_000;
/** milliseconds between the notes of the seed: the last is the newest */
const APART_MS = 1_000;

export interface Seed {
  notes: number;
  data: string;
  documents: string;
  projectIds: string[];
}

/** Hash of the sources that determine the data; an older database is migrated by the server. */
const state = (): string => {
  const hash = createHash('sha256');
  for (const file of ['corpus.ts', 'seed.ts']) hash.update(readFileSync(join(root, 'bench/support', file)));
  return hash.digest('hex').slice(0, 12);
};

export const projectId = (at: number): string => `bench-project-${at}`;
export const noteId = (at: number): string => `bench-note-${String(at).padStart(6, '0')}`;

/** Writes projects and notes by pushes. */
export async function writeNotes(
  person: Person,
  notes: number,
  shareRange: 'private' | 'company' = 'private',
): Promise<void> {
  const corpus = new Corpus();
  const newest = Date.now();
  await person.push(
    'projects',
    Array.from({ length: PROJECTS }, (_, at) =>
      person.made(projectId(at), {
        space: spaceOf('project', projectId(at)),
        title: `${corpus.phrase(false, 3)} ${at}`,
        description: '',
        instructions: '',
        ownerId: person.userId,
        contributorUserIds: [],
        contributorDepartmentIds: [],
        shareRange,
        shareUserIds: [],
        shareDepartmentIds: [],
        webSearchEnabled: false,
        createdAt: newest,
      }),
    ),
  );
  for (let first = 0; first < notes; first += PUSH) {
    const rows: Parameters<Person['push']>[1] = [];
    const texts: Parameters<Person['push']>[1] = [];
    for (let at = first; at < Math.min(notes, first + PUSH); at += 1) {
      const note = corpus.note(at);
      const when = newest - (notes - at) * APART_MS;
      const id = noteId(at);
      const common = { space: spaceOf('project', projectId(at % PROJECTS)), creatorId: person.userId };
      texts.push(
        person.made(
          id,
          { ...common, subject: 'note', subjectId: id, state: toBase64(typed(new Uint8Array(), note.text).state) },
          when,
        ),
      );
      rows.push(
        person.made(
          id,
          {
            ...common,
            projectId: projectId(at % PROJECTS),
            title: note.title,
            snippet: note.text.slice(0, 200),
            type: 'note',
            shareRange: 'project',
            words: note.cjk ? 0 : note.text.split(' ').length,
            characters: note.text.length,
            createdAt: when,
          },
          when,
        ),
      );
    }
    await person.push('notes', rows);
    await person.push('noteContents', texts);
  }
}

/** The seed of a size; created if missing. */
export async function seed(notes: number): Promise<Seed> {
  const all = join(root, '.cache', 'bench');
  const folder = join(all, state(), String(notes));
  const made: Seed = {
    notes,
    data: join(folder, 'data'),
    documents: join(folder, 'documents'),
    projectIds: Array.from({ length: PROJECTS }, (_, at) => projectId(at)),
  };
  if (existsSync(made.documents)) return made;
  console.log(`Writing ${notes} notes once …`);
  if (existsSync(all))
    for (const old of readdirSync(all)) if (old !== state()) rmSync(join(all, old), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await startServer();
  const person = await Person.signIn(server.url);
  await writeNotes(person, notes);
  const file = createWriteStream(`${made.documents}.part`);
  for (const collection of ['notes', 'noteContents'] as const) {
    for await (const page of person.pull(collection)) {
      for (const document of page)
        if (String(document.id).startsWith('bench-')) file.write(`${JSON.stringify({ collection, document })}\n`);
    }
  }
  file.end();
  await finished(file);
  await pause(STATISTICS_MS);
  await server.stop();
  renameSync(server.dataDir, made.data);
  // last: marks the seed as complete
  renameSync(`${made.documents}.part`, made.documents);
  return made;
}
