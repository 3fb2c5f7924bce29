/** Answers to questions, from the push of a question to the document of its answer. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { agentRun } from '../../server/core/agents/work-run';
import { answerRun } from '../../server/core/chat/answer-run';
import { chatCalls } from '../../server/core/chat/contract';
import { projectCalls } from '../../server/core/projects/contract';
import type { Platform } from '../../server/platform/context';
import { nextRev } from '../../sync/model/rev';
import { ask, threadFields, turnFields } from '../support/chats';
import { passage, useChatCore } from '../support/chat-core';
import { describeOnDatabase } from '../support/database';

describeOnDatabase('answers', (engine) => {
  const chats = useChatCore(engine);

  /** A model that tells the rewriting of a question from its answer; null: it fails. */
  const models = (say: (isRewriting: boolean) => string | null): void =>
    chats.models.setScript(({ body }) => {
      const text = say(body.messages![0]!.content!.startsWith('You get a conversation'));
      return text === null ? { status: 400 } : { text };
    });

  describe('an answer of a model', () => {
    it('cites the passages that it quotes, and marks what no source supports', async () => {
      const { threadId, turnId } = await ask(chats.core, chats.ann);
      expect(await chats.ann.sees('turns', turnId)).toMatchObject({ state: 'READY' });
      await chats.core.runJobs();
      expect(await chats.ann.sees('turns', turnId)).toMatchObject({ state: 'SUCCEEDED', error: '' });
      expect(await chats.ann.sees('answers', turnId)).toMatchObject({
        threadId,
        text: 'The budget is 5 million yen.[^1] It was hard to find out.[^?]',
        citations: [{ n: 1, source: 1, quote: 'budget is 5 million yen' }],
        sources: [{ no: 1, id: 'n1', title: 'Note n1' }],
        isComplete: true,
        mode: 'model',
        model: 'scripted',
      });
      expect(await chats.ann.sees('threads', threadId)).toMatchObject({
        status: 'SUCCEEDED',
        body: 'The budget is 5 million yen. It was hard to find out.',
      });
    });
  });

  it('asks once what two senders push, at the same time and after the answer', async () => {
    const { core, ann } = chats;
    const projectId = await chats.projectOf(ann);
    const before = { uses: (await chats.uses()).length, amounts: (await chats.amounts()).length };
    const row = (fields: { id: string }) => ({
      assumedMasterState: null,
      newDocumentState: { rev: nextRev(undefined), updatedAt: core.now(), ...fields },
    });
    const thread = threadFields(ann, core.now(), { projectId });
    const turn = turnFields(ann, core.now(), thread.id);
    const pushes = [
      { collection: 'threads', rows: [row(thread)] },
      { collection: 'turns', rows: [row(turn)] },
    ] as const;
    const push = () => core.sync.pushAll(ann.actor, structuredClone(pushes));
    // the later sender gets the thread as the server has changed it for the question
    const none = { rejected: [] };
    for (const answers of await Promise.all([push(), push()])) expect(answers).toMatchObject([none, none]);
    await core.runJobs();
    expect(await chats.state(turn.id)).toMatchObject({ state: 'SUCCEEDED' });
    // a later sender learns the state of the server, which stays
    await push();
    await core.runJobs();
    expect(await chats.state(turn.id)).toMatchObject({ state: 'SUCCEEDED' });
    expect(chats.models.requests).toHaveLength(1);
    expect({ uses: (await chats.uses()).length, amounts: (await chats.amounts()).length }).toEqual({
      uses: before.uses + 1,
      amounts: before.amounts + 1,
    });
  });

  it('answers with quotes where there is no model', async () => {
    chats.hasModel = false;
    const { turnId } = await ask(chats.core, chats.ann);
    await chats.core.runJobs();
    expect(await chats.ann.sees('answers', turnId)).toMatchObject({
      text: '',
      citations: [{ n: 1, source: 1, quote: chats.passages[0]!.text }],
      isComplete: true,
      mode: 'extractive',
      model: '',
    });
    expect(chats.models.requests).toEqual([]);
  });

  describe('an answer', () => {
    it('knows the questions before it, and waits for the one it follows', async () => {
      chats.models.setScript([{ text: 'It is 5 million yen.' }, { text: 'Mei presents it.' }]);
      const { threadId, turnId } = await ask(chats.core, chats.ann, { question: 'How much?' });
      const { turnId: second } = await ask(chats.core, chats.ann, {
        parentId: threadId,
        followsId: turnId,
        question: 'Who presents?',
      });
      // another tab asks beside it
      const { turnId: beside } = await ask(chats.core, chats.ann, { parentId: threadId, question: 'Another branch?' });
      await chats.core.runJobs();
      expect(await chats.answer(second)).toMatchObject({ text: 'Mei presents it.[^?]' });
      const of = (question: string) =>
        chats.models.requests.find(({ body }) => body.messages!.at(-1)!.content!.endsWith(question))!.body.messages!;
      expect(of('Who presents?').slice(1, 3)).toEqual([
        { role: 'user', content: 'How much?' },
        { role: 'assistant', content: 'It is 5 million yen.' },
      ]);
      expect(of('Another branch?')).toHaveLength(2);
      expect(await chats.state(beside)).toMatchObject({ state: 'SUCCEEDED' });
    });

    it('waits for the whole branch before it, for five minutes at most from the end of one of its answers', async () => {
      const gates = ['How much?', 'Which colleague presents the budget?'].map((question) => {
        let open = (): void => undefined;
        const opened = new Promise<void>((resolve) => (open = resolve));
        onTestFinished(() => open());
        return { question, opened, open };
      });
      chats.models.setScript(({ body }) => {
        const gate = gates.find(({ question }) => body.messages!.at(-1)!.content!.endsWith(question));
        return gate ? { text: `Answer to: ${gate.question}`, gate: () => gate.opened } : { text: 'In May.' };
      });
      const first = await ask(chats.core, chats.ann, { question: gates[0]!.question });
      const parentId = first.threadId;
      const second = await ask(chats.core, chats.ann, {
        parentId,
        followsId: first.turnId,
        question: gates[1]!.question,
      });
      const third = await ask(chats.core, chats.ann, { parentId, followsId: second.turnId, question: 'And when?' });
      const jobs = chats.core.runJobs({ afterMs: 0 });
      await chats.untilAsked(1, jobs);
      // the third looks for the first time
      await chats.core.runJobs({ afterMs: 0 });
      const since = chats.core.now();
      chats.core.parts.pass(4 * 60_000);
      gates[0]!.open();
      await jobs;
      const later = chats.core.runJobs({ afterMs: 1000 });
      await chats.untilAsked(2, later);
      await chats.core.runJobs({ afterMs: 1000 });
      expect(await chats.state(third.turnId)).toMatchObject({ state: 'SUCCEEDED' });
      expect(chats.core.now() - since).toBeGreaterThanOrEqual(9 * 60_000);
      gates[1]!.open();
      await later;
    });

    it('asked an hour ago offline waits for the one it follows, for minutes at most', async () => {
      const createdAt = chats.core.now() - 60 * 60_000;
      let open = (): void => undefined;
      const gate = new Promise<void>((resolve) => (open = resolve));
      onTestFinished(() => open());
      const isFirst = (messages: { content: string | null }[]) => messages.at(-1)!.content!.endsWith('How much?');
      chats.models.setScript(({ body }) =>
        isFirst(body.messages!)
          ? { text: 'It is 5 million yen.', gate: () => gate }
          : { text: 'Mei presents it to the board.' },
      );
      const { threadId, turnId } = await ask(chats.core, chats.ann, { question: 'How much?', createdAt });
      const further = { parentId: threadId, createdAt };
      const { turnId: second } = await ask(chats.core, chats.ann, {
        ...further,
        followsId: turnId,
        question: 'Which colleague presents the budget?',
      });
      const jobs = chats.core.runJobs({ afterMs: 0 });
      await chats.untilAsked(1, jobs);
      await chats.core.runJobs({ afterMs: 0 });
      expect(chats.models.requests).toHaveLength(1);
      open();
      await jobs;
      await chats.core.runJobs();
      expect(await chats.state(second)).toMatchObject({ state: 'SUCCEEDED' });
      expect(chats.models.requests.at(-1)!.body.messages!.slice(1, 3)).toEqual([
        { role: 'user', content: 'How much?' },
        { role: 'assistant', content: 'It is 5 million yen.' },
      ]);
      // one whose run was lost is not waited for without end
      const { turnId: lost } = await ask(chats.core, chats.ann, { ...further, question: 'How much?' });
      await chats.core.platform.db.deleteFrom('run').where('key', '=', lost).execute();
      const { turnId: last } = await ask(chats.core, chats.ann, { ...further, followsId: lost });
      await chats.core.runJobs();
      expect(await chats.state(last)).toMatchObject({ state: 'SUCCEEDED' });
    });

    it('is searched for as its model rewrites it from the conversation, once and metered', async () => {
      const { threadId, turnId } = await ask(chats.core, chats.ann, { question: 'How large is the budget?' });
      await chats.core.runJobs();
      const before = (await chats.amounts()).length;
      models((isRewriting) => (isRewriting ? 'Who presents the budget of 5 million yen?' : 'Mei presents it.'));
      await ask(chats.core, chats.ann, { parentId: threadId, followsId: turnId, question: 'Who presents it?' });
      await chats.core.runJobs();
      expect(chats.retrieved.at(-1)).toMatchObject({
        question: 'Who presents the budget of 5 million yen?',
        before: [],
      });
      expect((await chats.amounts()).length).toBe(before + 2);
      // the answer is to the person's own question
      expect(chats.models.requests.at(-1)!.body.messages!.at(-1)!.content).toMatch(/Question: Who presents it\?$/);
    });

    it.each([
      ['fails', () => null],
      ['answers at length', () => 'Certainly!\n\nHere is the question: who?'],
    ])('is searched for in own words, with those of the question before, where the model %s', async (_what, said) => {
      const { threadId, turnId } = await ask(chats.core, chats.ann, { question: 'How large is the budget?' });
      await chats.core.runJobs();
      models((isRewriting) => (isRewriting ? said() : 'Mei presents it.'));
      const next = await ask(chats.core, chats.ann, {
        parentId: threadId,
        followsId: turnId,
        question: 'Who presents it?',
      });
      await chats.core.runJobs();
      expect(chats.retrieved.at(-1)).toMatchObject({
        question: 'Who presents it?',
        before: ['How large is the budget?'],
      });
      expect(await chats.answer(next.turnId)).toMatchObject({ text: 'Mei presents it.[^?]', isComplete: true });
    });

    it('says what its model’s context left out', async () => {
      chats.passages = Array.from({ length: 12 }, (_, n) => passage(`n${n}`, 'budget '.repeat(280)));
      const { turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      const { sources, leftOut } = (await chats.answer(turnId))!;
      expect(leftOut.passages).toBeGreaterThan(0);
      expect(sources).toHaveLength(12 - leftOut.passages);
    });

    it('of a chat of 2,000 messages is given the latest that fit, and says how many are left out', async () => {
      const { threadId, turnId } = await ask(chats.core, chats.ann, { question: 'Question 0?' });
      await chats.core.runJobs();
      const [turn, answer] = [await chats.state(turnId), (await chats.answer(turnId))!];
      let last = turnId;
      for (let n = 1; n < 1000; n += 100)
        await chats.core.sync.store.write('c1', async (tx) => {
          for (let i = n; i < n + 100; i += 1) {
            const id = `long${String(i).padStart(5, '0')}`;
            const more = { parentId: threadId, position: i, followsId: last };
            await tx.put('turns', id, { ...turn, ...more, question: `Question ${i}?` });
            await tx.put('answers', id, { ...answer, text: `Answer ${i}. ${'word '.repeat(40)}` });
            last = id;
          }
        });
      const next = await ask(chats.core, chats.ann, { parentId: threadId, followsId: last, question: 'And now?' });
      await chats.core.runJobs();
      const { messages } = chats.models.requests.at(-1)!.body;
      const kept = messages!.filter(({ role }) => role === 'assistant');
      expect(kept.at(-1)!.content).toMatch(/^Answer 1000\./);
      expect(kept[0]!.content).toMatch(new RegExp(`^Answer ${1001 - kept.length}\\.`));
      expect((await chats.answer(next.turnId))!.leftOut.turns).toBe(1001 - kept.length);
      // what is given fits into the model's context, and what cannot fit is not read
      expect(JSON.stringify(messages).length).toBeLessThan(8000 * 4);
      expect(kept.length).toBeLessThanOrEqual(100);
    });

    it('in another language than its person’s is asked for once more, and then stays', async () => {
      const english = 'The budget is 5 million yen, and Mei presents it on Friday.';
      const japanese = '予算は五百万円で、金曜日にメイさんが発表する予定になっています。';
      chats.models.setScript([{ text: english }, { text: japanese }]);
      const { turnId } = await ask(chats.core, chats.ann, { language: 'ja' });
      await chats.core.runJobs();
      expect((await chats.answer(turnId))!.text).toContain(japanese);
      expect(chats.models.requests.at(-1)!.body.messages!.at(-1)!.content).toContain('Write the answer in Japanese');
      chats.models.setScript([{ text: english }]);
      const { turnId: second } = await ask(chats.core, chats.ann, { language: 'ja' });
      await chats.core.runJobs();
      expect(await chats.answer(second)).toMatchObject({ isComplete: true });
      expect((await chats.answer(second))!.text).toContain(english);
      expect(chats.models.requests).toHaveLength(2);
      chats.models.setScript((_request, n) => (n === 0 ? { text: english } : { status: 401 }));
      const { turnId: third } = await ask(chats.core, chats.ann, { language: 'ja' });
      await chats.core.runJobs();
      expect((await chats.answer(third))!.text).toContain(english);
    });

    it('notifies its person, unless they watch it', async () => {
      const before = (await chats.notices()).length;
      await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      expect((await chats.notices()).slice(before)).toEqual(['answerReady']);
      const isWatching = chats.core.services.live.isWatching.bind(chats.core.services.live);
      chats.core.services.live.isWatching = () => Promise.resolve(true);
      await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      chats.core.services.live.isWatching = isWatching;
      expect((await chats.notices()).length).toBe(before + 1);
    });

    it('leaves out documents of its context that the person does not see, and names them', async () => {
      chats.lost = new Set(['n9']);
      const { turnId } = await ask(chats.core, chats.ann, { context: [{ kind: 'notes', id: 'n9', title: 'A note' }] });
      await chats.core.runJobs();
      expect(await chats.answer(turnId)).toMatchObject({
        sources: [],
        failed: [{ title: 'A note', url: '', error: 'DOCUMENT_NOT_FOUND' }],
      });
    });

    it('of which a source is called useless leaves its document out of the next one', async () => {
      chats.passages.push(passage('n2', 'The budget of last year was 3 million yen.'));
      const { threadId, turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      await chats.ann.call(chatCalls.rateSource, { turnId, source: 2, isUseless: true });
      expect((await chats.answer(turnId))!.sources[1]).toMatchObject({ isUseless: true });
      const { turnId: next } = await ask(chats.core, chats.ann, { parentId: threadId, followsId: turnId });
      await chats.core.runJobs();
      expect((await chats.answer(next))!.sources.map(({ id }) => id)).toEqual(['n1']);
    });
  });

  it('wait for their models side by side, as many as the operator allows and more than there are connections', async () => {
    const { services, platform } = chats.core;
    const configured = Object.create(platform, { config: { value: { ...platform.config, chatAnswersAtOnce: 3 } } });
    for (const kind of [answerRun, agentRun]) {
      expect(kind(services).queue).toEqual({ concurrency: 32 });
      expect(kind({ ...services, platform: configured as Platform }).queue).toEqual({ concurrency: 3 });
    }
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    onTestFinished(() => open());
    chats.models.setScript([{ text: 'It is 5 million yen.', gate: () => gate }]);
    const asked: string[] = [];
    for (let n = 0; n < 2 * platform.config.databasePoolSize; n += 1)
      asked.push((await ask(chats.core, chats.ann)).turnId);
    const jobs = Promise.all(asked.map(() => chats.core.runJobs({ afterMs: 0 })));
    await chats.untilAsked(asked.length, jobs);
    open();
    await jobs;
    for (const turnId of asked) expect(await chats.state(turnId)).toMatchObject({ state: 'SUCCEEDED' });
  });

  describe('access that ends while an answer is written', () => {
    it('begins the answer again without the source', async () => {
      chats.passages.push(passage('n2', 'The salary of Ken is sealed-8412.'));
      let open = (): void => undefined;
      const gate = new Promise<void>((resolve) => (open = resolve));
      chats.models.setScript((_request, n) =>
        n === 0
          ? { pieces: ['Ken earns ', 'sealed-8412.'], gate: (sent) => (sent === 1 ? gate : Promise.resolve()) }
          : { text: 'Nothing is known.' },
      );
      const { turnId } = await ask(chats.core, chats.ann);
      const jobs = chats.core.runJobs();
      await chats.untilAsked(1, jobs);
      chats.lost = new Set(['n2']);
      open();
      await jobs;
      expect(chats.models.prompts().at(-1)).not.toContain('sealed-8412');
      const delivered = (await chats.answer(turnId))!;
      expect(delivered).toMatchObject({ text: 'Nothing is known.[^?]', isComplete: true });
      expect(JSON.stringify(delivered)).not.toContain('sealed-8412');
    });

    it('delivers nothing to a person who lost the chat', async () => {
      const projectId = await chats.projectOf(chats.ann);
      await chats.ann.call(projectCalls.setContributors, { projectId, userIds: ['ben'], departmentIds: [] });
      const space = `project:${projectId}`;
      const [ben] = chats.core.people('ben');
      const { threadId, turnId } = await ask(chats.core, ben, {}, { projectId, shareRange: 'project', space });
      await chats.core.runJobs();
      chats.models.setScript([{ text: 'For Ben.' }]);
      const { turnId: second } = await ask(chats.core, ben, { parentId: threadId, space, followsId: turnId });
      await chats.ann.call(projectCalls.setContributors, { projectId, userIds: [], departmentIds: [] });
      await chats.core.runJobs();
      expect(chats.models.requests).toEqual([]);
      expect(await chats.answer(second)).toBeNull();
    });
  });
});
