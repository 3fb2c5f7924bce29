/** Questions and chats of people: who asks, stops, deletes, restores and takes over. */
import { describe, expect, it } from 'vitest';
import { QUESTIONS_PER_MINUTE } from '../../server/core/chat/answer-requests';
import { chatCalls } from '../../server/core/chat/contract';
import { RESUME_JOB } from '../../server/core/chat/feature';
import { transferThreads } from '../../server/core/chat/ownership';
import { projectCalls } from '../../server/core/projects/contract';
import { taskCalls } from '../../server/core/tasks/contract';
import { trashCalls } from '../../server/core/trash/contract';
import { coreFeatures } from '../../server/features';
import { createDocumentExpiry } from '../../server/core/retention/retention';
import { createTrash } from '../../server/core/trash/service';
import { retentionRules } from '../../server/shared/feature';
import { ask, turnFields } from '../support/chats';
import { useChatCore } from '../support/chat-core';
import { describeOnDatabase } from '../support/database';

const DAY = 24 * 60 * 60_000;

describeOnDatabase('chats and their questions', (engine) => {
  const chats = useChatCore(engine);
  /** The content that the documents of an id have on the server, deleted ones too. */
  const storedData = async (id: string): Promise<object> =>
    Object.assign(
      {},
      ...(await chats.core.platform.db.selectFrom('doc').select('data').where('id', '=', id).execute()).map(
        ({ data }) => data as object,
      ),
    ) as object;

  describe('a question', () => {
    it('is of its own person, in a chat of theirs, and does not change', async () => {
      const { threadId, turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      const turn = await chats.state(turnId);
      expect(await chats.ann.refused('turns', turn, { id: turnId, question: 'Another?' })).toBe('NO_PERMISSION');
      expect(await chats.ann.refused('turns', turn, { id: turnId, _deleted: true })).toBe('NO_PERMISSION');
      const [ben] = chats.core.people('ben');
      await expect(ask(chats.core, ben, { parentId: threadId })).rejects.toThrow('SPACE_NOT_FOUND');
      await expect(ask(chats.core, chats.ann, { creatorId: 'ben' })).rejects.toThrow('NO_PERMISSION');
      await expect(ask(chats.core, chats.ann, { state: 'SUCCEEDED' })).rejects.toThrow('NO_PERMISSION');
      await expect(ask(chats.core, chats.ann, {}, { kind: 'research' })).rejects.toThrow('NO_PERMISSION');
      await expect(ask(chats.core, chats.ann, {}, { shareRange: 'project' })).rejects.toThrow('PARAM_ERROR');
      const { threadId: other } = await ask(chats.core, chats.ann);
      await expect(ask(chats.core, chats.ann, { parentId: other, followsId: turnId })).rejects.toThrow(
        'DOCUMENT_INVALID',
      );
      await chats.core.runJobs();
    });

    it('is taken back by its person alone, while it is not answered', async () => {
      const projectId = await chats.projectOf(chats.ann);
      const space = `project:${projectId}`;
      await chats.ann.call(projectCalls.setContributors, { projectId, userIds: ['ben'], departmentIds: [] });
      const { threadId, turnId: first } = await ask(
        chats.core,
        chats.ann,
        {},
        { projectId, shareRange: 'project', space },
      );
      await chats.core.runJobs();
      const [ben] = chats.core.people('ben');
      chats.models.setScript([{ text: 'Never asked.' }]);
      const { turnId } = await ask(chats.core, chats.ann, { parentId: threadId, space, followsId: first });
      const turn = await chats.state(turnId);
      expect(await ben.refused('turns', turn, { id: turnId, _deleted: true })).toBe('NO_PERMISSION');
      expect(await chats.ann.refused('turns', turn, { id: turnId, _deleted: true })).toBe('');
      await chats.core.runJobs();
      await chats.core.runJob(RESUME_JOB);
      await chats.core.runJobs();
      expect(chats.models.requests).toEqual([]);
      expect([await chats.ann.sees('turns', turnId), await chats.answer(turnId)]).toEqual([null, null]);
      expect(await chats.ann.sees('threads', threadId)).toMatchObject({ status: 'SUCCEEDED' });
      // what it asked is erased thirty days later
      chats.core.parts.pass(31 * DAY);
      await createTrash(chats.core.services).cleanUp();
      expect(await storedData(turnId)).toEqual({});
    });

    it('is refused beyond so many in a minute, and may be pushed again later', async () => {
      const { threadId, turnId } = await ask(chats.core, chats.ann);
      for (let n = 1; n < QUESTIONS_PER_MINUTE; n += 1) await ask(chats.core, chats.ann, { parentId: threadId });
      const further = turnFields(chats.ann, chats.core.now(), threadId, { followsId: turnId });
      const refusals = async (from: { id: string; rev: string } | null, fields: Record<string, unknown>) =>
        (await chats.ann.push('turns', from, fields)).rejected.map(({ code, retry }) => [code, retry]);
      expect(await refusals(null, further)).toEqual([['API_RATE_LIMIT_EXCEEDED', true]]);
      // an edit that another rule refuses stays refused
      expect(await refusals(await chats.state(turnId), { id: turnId, question: 'Another?' })).toEqual([
        ['NO_PERMISSION', false],
      ]);
      // no answer is asked for again either
      expect(await chats.ann.refusal(chatCalls.retry, { turnId })).toMatchObject({ code: 'API_RATE_LIMIT_EXCEEDED' });
      chats.core.parts.pass(61_000);
      expect(await refusals(null, further)).toEqual([]);
      await chats.ann.call(chatCalls.remove, { id: threadId });
      await chats.core.runJobs();
    });

    it('in a project that it is shared with is asked by its creator alone, and seen by the people of the project', async () => {
      const before = (await chats.uses()).length;
      const projectId = await chats.projectOf(chats.ann);
      await chats.ann.call(projectCalls.setContributors, { projectId, userIds: ['ben'], departmentIds: [] });
      await chats.ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['cho'] });
      const space = `project:${projectId}`;
      const { threadId, turnId } = await ask(chats.core, chats.ann, {}, { projectId, shareRange: 'project', space });
      const [ben, cho] = chats.core.people('ben', 'cho');
      for (const other of [ben, cho]) {
        const refused = ask(chats.core, other, { parentId: threadId, space, followsId: turnId });
        await expect(refused).rejects.toThrow('NO_PERMISSION');
        await expect(other.call(chatCalls.question, { id: threadId, query: 'And then?' })).rejects.toMatchObject({
          code: 'NO_PERMISSION',
        });
      }
      await chats.core.runJobs();
      expect(await cho.sees('answers', turnId)).toMatchObject({ isComplete: true });
      // a question of a viewer is private
      await expect(ask(chats.core, cho, {}, { projectId, shareRange: 'project', space })).rejects.toThrow(
        'NO_PERMISSION',
      );
      await ask(chats.core, cho, {}, { projectId });
      await chats.core.runJobs();
      expect((await chats.uses()).slice(before)).toEqual(Array(2).fill('project.analysis'));
      const thread = (await chats.ann.sees('threads', threadId))!;
      expect(await ben.refused('threads', thread, { id: threadId, title: 'taken' })).toBe('NO_PERMISSION');
    });

    it('moves with its chat and its answer', async () => {
      const projectId = await chats.projectOf(chats.ann);
      const { threadId, turnId } = await ask(chats.core, chats.ann, {}, { projectId });
      await chats.core.runJobs();
      const [ben, zoe] = chats.core.people('ben', 'zoe');
      expect(await ben.sees('answers', turnId)).toBeNull();
      await chats.ann.call(chatCalls.setShare, { chatId: threadId, shareRange: 'team' });
      expect((await ben.sees('answers', turnId))!.space).toBe(`thread:${threadId}`);
      expect(await zoe.sees('answers', turnId)).toBeNull();
      await chats.ann.call(chatCalls.setShare, { chatId: threadId, shareRange: 'private' });
      expect(await ben.sees('answers', turnId)).toBeNull();
      await chats.core.runJobs();
    });

    it('ends with its chat and with its project, and returns with them', async () => {
      const projectId = await chats.projectOf(chats.ann);
      const asked = [
        await ask(chats.core, chats.ann, {}, { projectId }),
        await ask(chats.core, chats.ann, {}, { projectId }),
      ];
      await chats.core.runJobs();
      await chats.ann.call(chatCalls.remove, { id: asked[0]!.threadId });
      await chats.ann.call(projectCalls.remove, { id: projectId });
      for (const { turnId } of asked)
        expect([await chats.ann.sees('turns', turnId), await chats.answer(turnId)]).toEqual([null, null]);
      await chats.ann.call(trashCalls.restore, { kind: 'projects', id: projectId });
      expect(await chats.answer(asked[0]!.turnId)).toBeNull();
      expect(await chats.answer(asked[1]!.turnId)).toMatchObject({ isComplete: true });
      expect(await chats.ann.sees('turns', asked[1]!.turnId)).toMatchObject({ state: 'SUCCEEDED' });
    });
  });

  describe('a person', () => {
    it('stops an answer, and keeps what was written', async () => {
      let open = (): void => undefined;
      const gate = new Promise<void>((resolve) => (open = resolve));
      chats.models.setScript([
        { pieces: ['The budget is ', 'large.'], gate: (sent) => (sent === 1 ? gate : Promise.resolve()) },
      ]);
      const { threadId, turnId } = await ask(chats.core, chats.ann);
      const written = new Promise<void>((resolve) => {
        chats.core.platform.events.subscribe('live', ({ event }) => {
          if (event.type === 'text' && event.text !== '') resolve();
        });
      });
      const jobs = chats.core.runJobs();
      await written;
      await chats.ann.call(chatCalls.terminate, { id: threadId });
      await jobs;
      open();
      expect(await chats.state(turnId)).toMatchObject({ state: 'CANCELED', error: '' });
      expect(await chats.answer(turnId)).toMatchObject({ text: 'The budget is', isComplete: false });
      chats.models.setScript([{ text: 'The budget is 5 million yen.' }]);
      const tasks = await chats.ann.call(taskCalls.page, { status: 'CANCELED' });
      await chats.ann.call(taskCalls.retry, { id: tasks.list[0]!.id });
      await chats.ann.call(chatCalls.retry, { turnId });
      expect(await chats.state(turnId)).toMatchObject({ state: 'READY' });
      await chats.core.runJobs();
      expect(await chats.answer(turnId)).toMatchObject({ text: 'The budget is 5 million yen.[^?]', isComplete: true });
      const [ben] = chats.core.people('ben');
      expect(await ben.refusal(chatCalls.stop, { turnId })).toMatchObject({ code: 'CHAT_NOT_FOUND' });
    });

    it('stops an answer and asks for it again: each is a use', async () => {
      const projectId = await chats.projectOf(chats.ann);
      const before = (await chats.uses()).length;
      chats.models.setScript([{ hang: true }]);
      const { turnId } = await ask(chats.core, chats.ann, {}, { projectId });
      const jobs = chats.core.runJobs();
      await chats.untilAsked(1, jobs);
      await chats.ann.call(chatCalls.stop, { turnId });
      await jobs;
      expect(await chats.state(turnId)).toMatchObject({ state: 'CANCELED' });
      chats.models.setScript([{ text: 'The budget is 5 million yen.' }]);
      await chats.ann.call(chatCalls.retry, { turnId });
      await chats.core.runJobs();
      expect((await chats.uses()).slice(before)).toEqual(['project.analysis', 'project.analysis']);
    });

    it('deletes a chat whose answer waits: nothing is asked', async () => {
      const { threadId } = await ask(chats.core, chats.ann);
      await chats.ann.call(chatCalls.remove, { id: threadId });
      await chats.core.runJobs();
      expect(chats.models.requests).toEqual([]);
    });

    it('restores a deleted chat from the trash for thirty days; then it is erased with its content', async () => {
      const projectId = await chats.projectOf(chats.ann);
      const { threadId, turnId } = await ask(chats.core, chats.ann, {}, { projectId });
      await chats.core.runJobs();
      const [ben] = chats.core.people('ben');
      await chats.ann.call(chatCalls.remove, { id: threadId });
      const entry = { kind: 'threads', id: threadId, title: 'A chat', projectId, deletedBy: 'ann', canErase: true };
      const entries = async () => (await chats.ann.call(trashCalls.page, { pageSize: 1000 })).list;
      expect((await entries()).find(({ id }) => id === threadId)).toMatchObject(entry);
      expect(await ben.refusal(trashCalls.restore, { kind: 'threads', id: threadId })).toMatchObject({
        code: 'TRASH_NOT_FOUND',
      });
      await chats.ann.call(trashCalls.restore, { kind: 'threads', id: threadId });
      expect(await chats.answer(turnId)).toMatchObject({ isComplete: true });
      expect((await entries()).map(({ id }) => id)).not.toContain(threadId);
      await chats.ann.call(chatCalls.remove, { id: threadId });
      chats.core.parts.pass(31 * DAY);
      await createTrash(chats.core.services).cleanUp();
      expect(await Promise.all([threadId, turnId].map(storedData))).toEqual([{}, {}]);
      expect(await chats.ann.refusal(trashCalls.restore, { kind: 'threads', id: threadId })).toMatchObject({
        code: 'TRASH_NOT_FOUND',
      });
    });

    it('restores a chat of another person’s deleted project without it, and erases one for good', async () => {
      const [ben] = chats.core.people('ben');
      const projectId = await chats.projectOf(chats.ann);
      await chats.ann.call(projectCalls.setContributors, { projectId, userIds: ['ben'], departmentIds: [] });
      const space = `project:${projectId}`;
      const kept = await ask(chats.core, ben, {}, { projectId, shareRange: 'project', space });
      const erased = await ask(chats.core, ben, {}, { projectId });
      await chats.core.runJobs();
      await chats.ann.call(projectCalls.remove, { id: projectId });
      await ben.call(trashCalls.restore, { kind: 'threads', id: kept.threadId });
      expect(await ben.sees('threads', kept.threadId)).toMatchObject({
        projectId: '',
        shareRange: 'private',
        space: 'person:ben',
      });
      expect((await ben.sees('answers', kept.turnId))!.space).toBe('person:ben');
      expect(await chats.answer(kept.turnId)).toBeNull();
      await ben.call(trashCalls.erase, { kind: 'threads', id: erased.threadId });
      expect(await Promise.all([erased.threadId, erased.turnId].map(storedData))).toEqual([{}, {}]);
    });

    it('loses a chat whose last question is older than the organization keeps content', async () => {
      const old = await ask(chats.core, chats.ann);
      const continued = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      chats.core.parts.pass(200 * DAY);
      await ask(chats.core, chats.ann, { parentId: continued.threadId, followsId: continued.turnId });
      await chats.core.runJobs();
      const expiry = createDocumentExpiry(
        chats.core.platform,
        chats.core.sync.store,
        retentionRules(coreFeatures as never),
      );
      const before = chats.core.now() - 180 * DAY;
      const found = (await expiry.find('c1', { before })).filter(({ collection }) => collection === 'threads');
      const ids = found.map(({ id }) => id);
      expect([ids.includes(old.threadId), ids.includes(continued.threadId)]).toEqual([true, false]);
      expect(await expiry.count('c1', found)).toMatchObject({ notes: 0, chats: found.length });
      await chats.core.sync.store.write('c1', (tx) => expiry.remove(tx, found, { before }, chats.core.now()));
      expect([await chats.ann.sees('turns', old.turnId), await chats.answer(old.turnId)]).toEqual([null, null]);
      chats.core.parts.pass(8 * DAY);
      await expiry.erase('c1', chats.core.now() - 7 * DAY);
      expect(await Promise.all([old.threadId, old.turnId].map(storedData))).toEqual([{}, {}]);
    });

    it('transfers the chats of a member who leaves: those of a project to its owner, others to the heir', async () => {
      const projectId = await chats.projectOf(chats.ann);
      const space = `project:${projectId}`;
      const [ben] = chats.core.people('ben');
      await chats.ann.call(projectCalls.setContributors, { projectId, userIds: ['ben'], departmentIds: [] });
      const { threadId, turnId } = await ask(chats.core, ben, {}, { projectId, shareRange: 'project', space });
      const { threadId: own } = await ask(chats.core, ben);
      await chats.core.runJobs();
      await chats.core.sync.store.write('c1', (tx) => transferThreads(tx, { userId: 'ben' }, 'dee'));
      expect(await chats.ann.sees('threads', threadId)).toMatchObject({ creatorId: 'ann' });
      expect(await chats.ann.sees('answers', turnId)).not.toBeNull();
      expect(await ben.refusal(chatCalls.retry, { turnId })).toMatchObject({ code: 'NO_PERMISSION' });
      const { list: tasks } = await ben.call(taskCalls.page, {});
      const { id: taskId } = tasks.find(({ subject }) => subject.id === turnId)!;
      expect(await ben.refusal(taskCalls.retry, { id: taskId })).toMatchObject({ code: 'NO_PERMISSION' });
      expect(await chats.core.person('dee').sees('threads', own)).toMatchObject({
        creatorId: 'dee',
        space: 'person:dee',
      });
    });
  });

  it('begins the answers of a restored chat again', async () => {
    const { threadId, turnId } = await ask(chats.core, chats.ann);
    const thread = (await chats.ann.sees('threads', threadId))!;
    await chats.ann.call(chatCalls.remove, { id: threadId });
    await chats.core.runJobs();
    const deleted = await chats.core.platform.db
      .selectFrom('doc')
      .select('rev')
      .where('collection', '=', 'threads')
      .where('id', '=', threadId)
      .executeTakeFirstOrThrow();
    const { abilities: _, rev: _rev, ...fields } = thread;
    expect(await chats.ann.refused('threads', { id: threadId, rev: deleted.rev }, fields)).toBe('');
    expect(await chats.state(turnId)).toMatchObject({ state: 'READY' });
    await chats.core.runJob(RESUME_JOB);
    await chats.core.runJobs();
    expect(await chats.answer(turnId)).toMatchObject({ isComplete: true });
  });
});
