/** Questions about temporary files: their own, those of their chat, and those of the questions before them. */
import { describe, expect, it } from 'vitest';
import { projectCalls } from '../../server/core/projects/contract';
import { BLANK_ITEM } from '../../server/core/projects/new-item';
import { newId, spaceOf } from '../../sync/model/ids';
import { LIMITS } from '../../sync/model/limits';
import type { Turn } from '../../sync/model/kinds/turns';
import { ask, threadFields } from '../support/chats';
import { useChatCore } from '../support/chat-core';
import type { Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { writeTemporaryFile } from '../support/temporary-files';

const NOTICE = 'The notice period is ninety days.';

describeOnDatabase('files of questions', (engine) => {
  const chats = useChatCore(engine);

  const write = (
    name: string,
    text: string,
    more: Omit<Parameters<typeof writeTemporaryFile>[1], 'name' | 'text'> = {},
  ) => writeTemporaryFile(chats.core, { name, text, ...more });
  const answered = async (question: Partial<Turn>, thread: object = {}, as: Person = chats.ann) => {
    const asked = await ask(chats.core, as, question, thread);
    // a model that rewrites nothing
    chats.models.setScript(({ body }) => {
      const said = body.messages!.at(-1)!.content!;
      const { lastQuestion = '' } = said.startsWith('{') ? (JSON.parse(said) as { lastQuestion?: string }) : {};
      return { text: lastQuestion || 'It is ninety days.' };
    });
    chats.retrieved = [];
    await chats.core.runJobs();
    const { sources, failed } = (await as.sees('answers', asked.turnId))!;
    return { ...asked, titles: sources.map(({ title }) => title), failed };
  };
  /** A chat whose first question has a file. */
  const aboutContract = async (thread: object = {}) => {
    const fileId = await write('contract.txt', NOTICE);
    const own = { fileIds: [fileId], fileNames: ['contract.txt'] };
    return { fileId, ...(await answered({ question: 'How long is the notice period?', ...own }, thread)) };
  };

  it('a question with a file is answered from its file alone', async () => {
    expect(await aboutContract()).toMatchObject({ titles: ['contract.txt'], failed: [] });
    expect(chats.retrieved).toHaveLength(0);
  });

  it('a question about texts that were cut is answered from their beginnings, and says so', async () => {
    const fileIds = [await write('log.txt', NOTICE, { notices: ['truncated'] }), await write('whole.txt', NOTICE)];
    const cut = { url: '', error: 'FILE_TEXT_TRUNCATED' };
    const ofFile = await answered({ question: 'How long is the notice period?', fileIds });
    expect(ofFile.failed).toEqual([{ ...cut, title: 'log.txt' }]);
    expect(ofFile.titles).toEqual(expect.arrayContaining(['log.txt', 'whole.txt']));
    const follow = { parentId: ofFile.threadId, followsId: ofFile.turnId, question: 'Who may give notice?' };
    expect((await answered(follow)).failed).toEqual([{ ...cut, title: 'log.txt' }]);
    // files of a project
    const projectId = await chats.projectOf(chats.ann);
    const [long, short] = ['long.txt', 'short.txt'].map((title) => ({
      ...BLANK_ITEM,
      id: newId(),
      space: spaceOf('project', projectId),
      projectId,
      itemType: 'file' as const,
      title,
      notices: title === 'long.txt' ? (['truncated'] as const) : [],
      addedBy: 'ann',
      createdAt: 1,
    }));
    await chats.core.sync.store.write('c1', async (tx) => {
      for (const { id, ...fields } of [long!, short!]) await tx.put('projectItems', id, fields as never);
    });
    const context = [long!, short!].map(({ id, title }) => ({ kind: 'projectItems' as const, id, title }));
    expect((await answered({ question: 'How long is the notice period?', context })).failed).toEqual([
      { ...cut, title: 'long.txt' },
    ]);
  });

  it('files of a whole project that were cut or not read are named where nothing was found in it', async () => {
    const projectId = await chats.projectOf(chats.ann);
    const longId = newId();
    const fields = { ...BLANK_ITEM, space: spaceOf('project', projectId), projectId, itemType: 'file' as const };
    await chats.core.sync.store.write('c1', async (tx) => {
      for (const [title, more] of [
        ['long.txt', { parseStatus: 'parsed', notices: ['truncated'] }],
        ['locked.pdf', { parseStatus: 'failed', error: 'FILE_ENCRYPTED' }],
        ['limit.pdf', { parseStatus: 'failed', error: 'USER_SERVICE_QUOTA_EXCEEDED' }],
        ['new.pdf', { parseStatus: 'waiting' }],
        ['now.pdf', { parseStatus: 'parsing' }],
        ['stopped.pdf', { parseStatus: 'canceled', error: 'FILE_PARSE_CANCELED' }],
        ['whole.txt', { parseStatus: 'parsed' }],
      ] as const)
        await tx.put('projectItems', title === 'long.txt' ? longId : newId(), {
          ...fields,
          ...more,
          title,
          addedBy: 'ann',
          createdAt: 1,
        } as never);
    });
    const named = (failed: { title: string; error: string }[]) =>
      failed.map(({ title, error }) => [title, error]).sort();
    const ofProject = { kind: 'chat', projectId };
    expect((await answered({ question: 'Who presents the budget on Friday?' }, ofProject)).failed).toEqual([]);
    chats.passages = [];
    const unread = [
      ['limit.pdf', 'FILE_PROCESS_FAILED'],
      ['locked.pdf', 'FILE_ENCRYPTED'],
      ['long.txt', 'FILE_TEXT_TRUNCATED'],
      ['new.pdf', 'FILE_BEING_READ'],
      ['now.pdf', 'FILE_BEING_READ'],
      ['stopped.pdf', 'FILE_PARSE_CANCELED'],
    ];
    const question = 'Where does the kingfisher nest?';
    expect(named((await answered({ question }, ofProject)).failed)).toEqual(unread);
    const context = [{ kind: 'projects' as const, id: projectId, title: 'Harbour' }];
    expect(named((await answered({ question, context })).failed)).toEqual(unread);
    // a cut file that the question names, too, is named once
    const both = [...context, { kind: 'projectItems' as const, id: longId, title: 'long.txt' }];
    expect(named((await answered({ question, context: both })).failed)).toEqual(unread);
    // without access to the project no names are told
    chats.lost.add(projectId);
    expect(named((await answered({ question, context })).failed)).toEqual([['Harbour', 'DOCUMENT_NOT_FOUND']]);
  });

  describe('a further question', () => {
    it.each([
      ['without words of the file', 'And what is on page 3?', ['contract.txt', 'Note n1']],
      ['with words of the file', 'When does the notice period of the contract end?', ['contract.txt', 'Note n1']],
      ['about something else', 'Which colleague presents the budget on Friday?', ['Note n1', 'contract.txt']],
    ])('%s is answered from the files before it and from everything else', async (_what, question, titles) => {
      const { threadId, turnId: followsId } = await aboutContract();
      expect(await answered({ parentId: threadId, followsId, question })).toMatchObject({ titles, failed: [] });
      expect(chats.retrieved).toHaveLength(1);
      expect(chats.models.prompts().join('\n')).toContain(NOTICE);
    });

    it('with a file of its own is answered from its file first, and from nothing but files', async () => {
      const { threadId, turnId: followsId } = await aboutContract();
      const fileIds = [await write('offer.txt', 'The offer has a period of ten days.')];
      const question = 'How do offer and contract differ in the notice period?';
      expect(await answered({ parentId: threadId, followsId, question, fileIds })).toMatchObject({
        titles: ['offer.txt', 'contract.txt'],
      });
      expect(chats.retrieved).toHaveLength(0);
      const other = { parentId: threadId, followsId, question: 'Summarise it.', fileIds };
      expect(await answered(other)).toMatchObject({ titles: ['offer.txt'] });
    });

    it('of another branch is not answered from them', async () => {
      const { threadId } = await aboutContract();
      expect(await answered({ parentId: threadId, question: 'How long is the notice period?' })).toMatchObject({
        titles: ['Note n1'],
      });
    });

    it('reads the latest files, no more than one question may have', async () => {
      const { threadId, turnId } = await aboutContract();
      let followsId = turnId;
      for (let n = 1; n <= LIMITS.questionFiles.max; n += 1) {
        const fileIds = [await write(`file ${n}.txt`, `The notice period of contract ${n} is long.`)];
        ({ turnId: followsId } = await answered({ parentId: threadId, followsId, question: 'And this one?', fileIds }));
      }
      const { titles } = await answered({ parentId: threadId, followsId, question: 'How long is the notice period?' });
      expect(titles.filter((title) => title.endsWith('.txt')).sort()).toEqual(
        Array.from({ length: LIMITS.questionFiles.max }, (_, n) => `file ${n + 1}.txt`),
      );
    });

    it('says that a file before it has expired', async () => {
      const { fileId, threadId, turnId: followsId } = await aboutContract();
      await chats.core.platform.db.deleteFrom('temporary_file').where('id', '=', fileId).execute();
      const question = 'And what is on page 3?';
      expect(await answered({ parentId: threadId, followsId, question })).toMatchObject({
        titles: ['Note n1'],
        failed: [{ title: 'contract.txt', error: 'FILE_NOT_FOUND' }],
      });
    });

    it('of another person is refused: only its creator asks in a chat with files', async () => {
      const projectId = await chats.projectOf(chats.ann);
      await chats.ann.call(projectCalls.setContributors, { projectId, userIds: ['ben'], departmentIds: [] });
      const space = `project:${projectId}`;
      const { threadId, turnId: followsId } = await aboutContract({ projectId, shareRange: 'project', space });
      const [ben] = chats.core.people('ben');
      const question = { parentId: threadId, space, followsId, question: 'How long is the notice period?' };
      await expect(answered(question, {}, ben)).rejects.toThrow('NO_PERMISSION');
    });
  });

  it('are those that its person has uploaded into its chat, too', async () => {
    const thread = threadFields(chats.ann, chats.core.now());
    expect(await chats.ann.refused('threads', null, thread)).toBe('');
    const chatId = thread.id;
    await write('contract.txt', NOTICE, { chatId });
    await write('secret.txt', 'The notice period is a secret of Ben.', { chatId, userId: 'ben' });
    await write('elsewhere.txt', 'The notice period of another chat.', { chatId: 'another' });
    expect(await answered({ parentId: chatId, question: 'What is on page 3?' })).toMatchObject({
      titles: ['contract.txt', 'Note n1'],
      failed: [],
    });
    expect(chats.retrieved).toHaveLength(1);
  });
});
