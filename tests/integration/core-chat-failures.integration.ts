/** Answers of a provider that fails, and of a process that dies. */
import { describe, expect, it } from 'vitest';
import { chatCalls } from '../../server/core/chat/contract';
import { taskCalls } from '../../server/core/tasks/contract';
import { LIMITS } from '../../sync/model/limits';
import { ask } from '../support/chats';
import { passage, useChatCore } from '../support/chat-core';
import { describeOnDatabase } from '../support/database';
import type { ModelAnswer } from '../support/model-server';

describeOnDatabase('answers despite faults', (engine) => {
  const chats = useChatCore(engine);

  describe('a failing provider', () => {
    it.each([
      ['a refused key', { status: 401 }, 'PROVIDER_KEY_REFUSED'],
      ['no money', { status: 402 }, 'PROVIDER_QUOTA_EXCEEDED'],
      ['an unknown model', { status: 404 }, 'PROVIDER_MODEL_NOT_FOUND'],
      ['a busy server', { status: 429 }, 'PROVIDER_BUSY'],
      ['a broken server', { status: 500 }, 'PROVIDER_UNAVAILABLE'],
      ['an answer without text', { text: '' }, 'PROVIDER_ANSWER_INVALID'],
      ['something else than JSON', { raw: 'data: {"choices": [\n\n' }, 'PROVIDER_ANSWER_INVALID'],
      [
        'invalid UTF-8',
        { raw: Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a]) },
        'PROVIDER_ANSWER_INVALID',
      ],
      ['a closed connection', { refuse: true }, 'PROVIDER_UNAVAILABLE'],
    ] as const)(
      '%s fails with its reason, gives the use back, and leaves nothing half',
      async (_what, script, code) => {
        chats.models.setScript([script]);
        const projectId = await chats.projectOf(chats.ann);
        const before = await chats.uses();
        const { threadId, turnId } = await ask(chats.core, chats.ann, {}, { projectId });
        await chats.core.runJobs();
        expect(await chats.state(turnId)).toMatchObject({ state: 'FAILED', error: code });
        expect(await chats.ann.sees('threads', threadId)).toMatchObject({ status: 'FAILED' });
        expect((await chats.notices()).at(-1)).toBe('answerFailed');
        expect(await chats.uses()).toEqual(before);
        expect((await chats.answer(turnId))?.isComplete ?? false).toBe(false);
      },
    );

    it('a server that asks to come back later again and again fails while its person still waits', async () => {
      chats.models.setScript([{ status: 429, headers: { 'retry-after': '60' } }]);
      const { turnId } = await ask(chats.core, chats.ann);
      const asked = chats.core.now();
      await chats.core.runJobs();
      expect(await chats.state(turnId)).toMatchObject({ state: 'FAILED', error: 'PROVIDER_BUSY' });
      expect((chats.core.now() - asked) / 60_000).toBeLessThan(15);
    });

    it('half a stream is tried again, and keeps what was written if it fails for good', async () => {
      chats.models.setScript([{ pieces: ['The budget ', 'is 5 million yen.'], cutAfter: 1 }]);
      const { turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      expect(await chats.state(turnId)).toMatchObject({ state: 'FAILED', error: 'PROVIDER_ANSWER_CUT' });
      expect(await chats.answer(turnId)).toMatchObject({ text: 'The budget', isComplete: false });
      chats.models.setScript([{ pieces: ['The '], cutAfter: 1 }, { text: 'All of it is here.' }]);
      const { turnId: second } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      expect(await chats.answer(second)).toMatchObject({ text: 'All of it is here.[^?]', isComplete: true });
    });

    it('a stream of 100 MB ends at the longest answer', async () => {
      chats.models.setScript([{ floodBytes: 100 * 1024 * 1024 }]);
      const { turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      expect(await chats.state(turnId)).toMatchObject({ state: 'FAILED', error: 'CHAT_ANSWER_TOO_LONG' });
      const { text, isComplete } = (await chats.answer(turnId))!;
      expect([text.length, isComplete]).toEqual([LIMITS.answer.max, false]);
    });

    it.each<[string, ModelAnswer, string]>([
      ['too long', { floodBytes: 1024 * 1024 }, 'CHAT_ANSWER_TOO_LONG'],
      ['blank', { pieces: [' \n'], finish: 'content_filter' }, 'PROVIDER_ANSWER_INVALID'],
    ])('an answer that is %s is asked for again where its person retries', async (_what, script, code) => {
      chats.models.setScript([script]);
      const { turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      expect(await chats.state(turnId)).toMatchObject({ state: 'FAILED', error: code });
      chats.models.setScript([{ text: 'The budget is 5 million yen.' }]);
      await chats.ann.call(chatCalls.retry, { turnId });
      await chats.core.runJobs();
      expect(await chats.state(turnId)).toMatchObject({ state: 'SUCCEEDED' });
      expect(await chats.answer(turnId)).toMatchObject({ text: 'The budget is 5 million yen.[^?]', isComplete: true });
    });

    it('a blank answer is asked for again by the next attempt', async () => {
      chats.models.setScript([{ pieces: [' '] }, { text: 'The budget is 5 million yen.' }]);
      const { turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      expect(await chats.answer(turnId)).toMatchObject({ isComplete: true });
      expect(chats.models.requests).toHaveLength(2);
    });

    it('sources are searched once by the attempts of an answer, and again where its person retries', async () => {
      chats.models.setScript([{ status: 500 }]);
      const { turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      expect(chats.retrieved).toHaveLength(1);
      chats.passages = [passage('n2', 'The budget was raised to 6 million yen.')];
      chats.models.setScript([{ text: 'It is 6 million yen.' }]);
      const { list } = await chats.ann.call(taskCalls.page, { status: 'FAILED' });
      await chats.ann.call(taskCalls.retry, { id: list[0]!.id });
      await chats.core.runJobs();
      expect(chats.retrieved).toHaveLength(2);
      expect((await chats.answer(turnId))!.sources.map(({ id }) => id)).toEqual(['n2']);
    });

    it('halves of characters are shown as such, and stored', async () => {
      const half = '{"choices":[{"delta":{"content":"A word: \\ud83d end"},"finish_reason":"stop"}]}';
      chats.models.setScript([{ raw: `data: ${half}\n\ndata: [DONE]\n\n` }]);
      const { turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      const { text } = (await chats.answer(turnId))!;
      expect(text).toMatch(/^A word: \ufffd end/);
    });

    it('a context that is too long for the model is made shorter', async () => {
      chats.passages = Array.from({ length: 10 }, (_, n) => passage(`n${n}`, `Passage ${n}. ${'budget '.repeat(100)}`));
      chats.models.setScript((request) =>
        JSON.stringify(request.body.messages).length > 6000
          ? {
              status: 400,
              raw: '{"error":{"code":"context_length_exceeded","message":"maximum context length"}}',
              contentType: 'application/json',
            }
          : { text: 'It fits.' },
      );
      const { turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      const delivered = (await chats.answer(turnId))!;
      expect(delivered.text).toContain('It fits.');
      expect(delivered.leftOut.passages).toBeGreaterThan(0);
    });

    it('ignores a call of a tool that was not offered', async () => {
      chats.models.setScript([
        { text: 'An answer.', toolCalls: [{ id: 'a', name: 'delete_everything', arguments: '{}' }] },
      ]);
      const { turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      expect(await chats.answer(turnId)).toMatchObject({ text: 'An answer.', isComplete: true });
      expect(chats.models.requests.every(({ body }) => body['tools'] === undefined)).toBe(true);
    });
  });

  it('a limit of answers holds in chats without a project, and failed ones do not count', async () => {
    const setLimit = (personPerDay: number | null) =>
      chats.core.services.usage.setLimit('c1', 'agent.retrieve', { personPerDay, perDay: null });
    await chats.core.platform.db.deleteFrom('service_use').execute();
    await setLimit(1);
    try {
      chats.models.setScript([{ status: 401 }]);
      await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      chats.models.setScript([{ text: 'The budget is 5 million yen.' }]);
      const { turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      expect([await chats.uses(), (await chats.state(turnId)).state]).toEqual([['agent.retrieve'], 'SUCCEEDED']);
      const { turnId: further } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      expect(await chats.state(further)).toMatchObject({ state: 'FAILED', error: 'USER_SERVICE_QUOTA_EXCEEDED' });
      expect(chats.models.requests).toHaveLength(1);
    } finally {
      await setLimit(null);
    }
  });

  describe('a process that dies', () => {
    it('in the middle of an answer counts it once, and another one answers', async () => {
      const projectId = await chats.projectOf(chats.ann);
      const before = { uses: (await chats.uses()).length, amounts: (await chats.amounts()).length };
      chats.models.setScript([{ pieces: ['Half ', 'an answer.'], stallAfter: 1 }, { text: 'A whole answer.' }]);
      const { turnId } = await ask(chats.core, chats.ann, {}, { projectId });
      const dead = chats.core.runJobs().catch(() => undefined);
      await chats.untilAsked(1, dead);
      // its lease ends, and what it still wants to write is refused
      await chats.core.platform.db
        .updateTable('run')
        .set({ lease_until: 0 })
        .where('subject_id', '=', turnId)
        .execute();
      chats.core.parts.pass(120_000);
      await chats.core.runJob('run-resume');
      await chats.core.runJobs();
      expect(await chats.answer(turnId)).toMatchObject({ text: 'A whole answer.[^?]', isComplete: true });
      expect({ uses: (await chats.uses()).length, amounts: (await chats.amounts()).length }).toEqual({
        uses: before.uses + 1,
        amounts: before.amounts + 1,
      });
    });
  });
});
