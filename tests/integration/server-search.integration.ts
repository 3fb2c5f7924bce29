/**
 * Search on the server: it ranks like a device that has what the person may see, and shows nothing else.
 */
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SearchFollower } from '../../server/core/search/follower';
import { SearchService } from '../../server/core/search/service';
import { stateFromMarkdown, textOfState } from '../../sync/merge/note-text';
import { toBase64 } from '../../sync/merge/yjs';
import { queryTerms } from '../../sync/text/query';
import { openCore, type Core } from '../support/core';
import { describeOnEngines } from '../support/database';
import { readerOf, searchSet, type Note } from '../support/search-set';

const LANGUAGES = ['en', 'ja', 'ko', 'zh_hans', 'zh_hant'] as const;
const never = new AbortController().signal;

/** Notes of a language as they are on the server: the text of a note is that of its state. */
function notesOf(language: string): (Note & { state: string })[] {
  return searchSet(language).notes.map(({ key, title, text }) => {
    const state = stateFromMarkdown(text);
    return { key: `${language}-${key}`, title, text: textOfState(state), state: toBase64(state) };
  });
}

describeOnEngines('questions of five languages, each with notes that only one person sees', (engine) => {
  let core: Core;
  beforeAll(async () => {
    core = await openCore(engine);
    for (const language of LANGUAGES) {
      await core.sync.store.write('c1', async (tx) => {
        await core.sync.setCompanyMember(tx, language, true);
        const space = `project:${language}`;
        await tx.createSpace(space, { members: [{ userId: language, role: 'owner' }] });
        for (const { key, title, state } of notesOf(language)) {
          await tx.put('notes', key, {
            space,
            creatorId: language,
            projectId: language,
            title,
            snippet: '',
            type: 'note',
            shareRange: 'project',
            words: 0,
            characters: 0,
            createdAt: 1,
          } as never);
          await tx.put('noteContents', key, {
            space,
            creatorId: language,
            subject: 'note',
            subjectId: key,
            state,
          } as never);
        }
      });
    }
    await new SearchFollower(core.platform).follow('c1', never);
  });
  afterAll(() => core.close());

  it.each(LANGUAGES)(
    '%s: the same documents in the same order with the same scores as on a device',
    async (language) => {
      const service = new SearchService(core.platform);
      const { reader, database } = await readerOf(`server-${language}`, notesOf(language));
      for (const { text } of [
        ...searchSet(language).questions,
        ...searchSet(language, `${language}-later`).questions,
      ]) {
        const device = await reader.rank(queryTerms(text), 20, () => true);
        const server = await service.search({ companyId: 'c1', userId: language }, text, 20);
        const listed = (list: readonly { id: string; score: number }[]): string[] =>
          list.map(({ id, score }) => `${id} ${score.toFixed(5)}`);
        expect({ text, list: listed(server.list), closest: server.closest }).toEqual({
          text,
          list: listed(device.ranked),
          closest: device.closest,
        });
      }
      database.close();
    },
  );
});
