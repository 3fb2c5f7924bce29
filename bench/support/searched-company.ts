/** A company with files and notes, for the server's search, and a person who sees most of them. */
import { SearchFollower } from '../../server/core/search/follower';
import { stateFromMarkdown } from '../../sync/merge/note-text';
import { toBase64 } from '../../sync/merge/yjs';
import type { Core } from '../../tests/support/core';
import { writeFile } from '../../tests/support/searched-files';
import { Corpus } from './corpus';

/** passages of a file; every fifth passage is a note */
const PARTS = 40;
const PROJECTS = 20;
/** passages of one transaction */
const AT_ONCE = 2_000;
const WORDS = 60;
const CHARACTERS = 85;

export interface SearchedCompany {
  passages: { id: string; text: string }[];
  /** seconds until everything was indexed */
  indexing: number;
}

/** Writes the documents as company c1 of `core`, of which ann sees all but one project. */
export async function writeSearchedCompany(core: Core, count: number): Promise<SearchedCompany> {
  const corpus = new Corpus();
  const passages: SearchedCompany['passages'] = [];
  const text = (at: number): string => {
    const made = at % 3 === 0 ? corpus.phrase(true, CHARACTERS) : corpus.phrase(false, WORDS);
    passages.push({ id: `passage${at}`, text: made });
    return made;
  };
  await core.sync.store.write('c1', async (tx) => {
    for (let project = 0; project < PROJECTS; project += 1)
      await tx.createSpace(`project:p${project}`, {
        members: [{ userId: project === 0 ? 'ben' : 'ann', role: 'owner' }],
      });
  });
  for (let at = 0; at < count;) {
    await core.sync.store.write('c1', async (tx) => {
      for (const end = Math.min(count, at + AT_ONCE); at < end;) {
        const project = `p${Math.floor(at / PARTS) % PROJECTS}`;
        const place = { space: `project:${project}`, projectId: project, createdAt: at };
        if (at % 5 === 0 && at % 200 < PARTS) {
          const id = `note${at}`;
          const noted = text(at);
          await tx.put('notes', id, {
            ...place,
            creatorId: 'ann',
            title: `${corpus.phrase(false, 4)} ${at}`,
            snippet: '',
            type: 'note',
            shareRange: 'project',
            words: 0,
            characters: 0,
          } as never);
          await tx.put('noteContents', id, {
            space: place.space,
            creatorId: 'ann',
            subject: 'note',
            subjectId: id,
            state: toBase64(stateFromMarkdown(noted)),
          } as never);
          at += 1;
          continue;
        }
        const id = `file${at}`;
        const parts = Array.from({ length: PARTS }, (_, i) => text(at + i));
        await writeFile(tx, { id, projectId: project, title: `${corpus.phrase(false, 3)} ${at}.pdf`, parts });
        at += PARTS;
      }
    });
  }
  const began = performance.now();
  await new SearchFollower(core.platform).follow('c1', new AbortController().signal);
  return { passages, indexing: (performance.now() - began) / 1_000 };
}
