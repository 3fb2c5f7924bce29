/** The calls of chats. */
import { describe, expect, it } from 'vitest';
import { chatCalls } from '../../server/core/chat/contract';
import type { AnswerEvent } from '../../server/core/chat/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import type { RequestInfo } from '../../server/platform/context';
import { spaceOf } from '../../sync/model/ids';
import type { Thread } from '../../sync/model/kinds/threads';
import { code, type Person } from '../support/core';
import { ask, threadFields } from '../support/chats';
import { useChatCore } from '../support/chat-core';
import { describeOnDatabase } from '../support/database';

describeOnDatabase('the calls of chats', (engine) => {
  const chats = useChatCore(engine);

  describe('the calls', () => {
    type Asking = { id: string; query: string; followsId?: string };
    const QUESTION: Asking = { id: '', query: 'And who presents it?' };
    /** The events of a question, while its run is executed. */
    const follow = async (person: Person, input: Asking, left?: AbortController): Promise<AnswerEvent[]> => {
      const bound = chats.core.routes.find(({ call }) => call === (chatCalls.question as object))!;
      const request = { signal: (left ?? new AbortController()).signal } as RequestInfo;
      const events: AnswerEvent[] = [];
      const stream = await bound.handle({ actor: person.actor, input, request, setCookie: () => undefined });
      let jobs: Promise<unknown> = Promise.resolve();
      for await (const event of stream as AsyncIterable<AnswerEvent>) {
        if (events.push(event) === 1) jobs = chats.core.runJobs();
        if (left && event.type === 'text') left.abort();
      }
      await jobs;
      return events;
    };

    it('stream the answer to a question, with all of its text and the stored answer at its end', async () => {
      const { threadId, turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      chats.models.setScript([{ text: 'Mei presents the budget. [[1: "Mei presents it on Friday"]]' }]);
      const events = await follow(chats.ann, { ...QUESTION, id: threadId });
      expect(events[0]).toEqual({ type: 'activity', activity: 'searching', name: '' });
      let text = '';
      for (const event of events) if (event.type === 'text') text = text.slice(0, event.from) + event.text;
      expect(text).toBe('Mei presents the budget.[^1]');
      const last = events.at(-1)!;
      expect(last).toMatchObject({ type: 'done', answer: { text, isComplete: true } });
      const chat = await chats.ann.call(chatCalls.get, { id: threadId });
      expect(chat.questions.map(({ id, followsId, content }) => [id, followsId, content])).toEqual([
        [turnId, '', 'The budget is 5 million yen. It was hard to find out.'],
        ['questionId' in last ? last.questionId : '', turnId, 'Mei presents the budget.'],
      ]);
    });

    it('tell why an answer failed, and answer on without the client', async () => {
      const { threadId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      chats.models.setScript([{ status: 401 }]);
      expect((await follow(chats.ann, { ...QUESTION, id: threadId })).at(-1)).toMatchObject({
        type: 'error',
        error: 'PROVIDER_KEY_REFUSED',
      });
      chats.models.setScript([{ text: 'It goes on without you.' }]);
      await follow(chats.ann, { ...QUESTION, id: threadId }, new AbortController());
      const { questions } = await chats.ann.call(chatCalls.get, { id: threadId });
      expect(questions.at(-1)!.answer).toMatchObject({ text: 'It goes on without you.[^?]', isComplete: true });
    });

    it('begin chats from home, in a project, and in a language with a filter and a format', async () => {
      const home = await chats.ann.call(chatCalls.createHome, { query: ' How\nmuch? ', mode: 'search' });
      expect(await chats.ann.sees('threads', home.chatId)).toMatchObject({ kind: 'search', title: 'How much?' });
      expect(await chats.state(home.questionId)).toMatchObject({ usesWeb: true, question: 'How\nmuch?' });
      const projectId = await chats.projectOf(chats.ann);
      const inProject = await chats.ann.call(chatCalls.createInProject, { projectId, query: 'How much?' });
      expect(await chats.ann.sees('threads', inProject.chatId)).toMatchObject({ projectId, shareRange: 'private' });
      const felo = await chats.ann.call(chatCalls.createFelo, {
        query: 'いくらですか',
        language: 'ja',
        contentFilter: 'strict',
        responseFormat: 'html',
      });
      chats.models.setScript([{ text: 'It is **5 million** yen.' }]);
      await chats.core.runJobs();
      const { questions } = await chats.ann.call(chatCalls.get, { id: felo.chatId });
      expect(questions[0]!.content).toMatch(/^<p>It is <strong>5 million<\/strong> yen\.<\/p>$/);
      const system = chats.models.prompts().find((prompt) => prompt.includes('Japanese'))!;
      expect(system).toContain('Leave out sexual and violent content.');
      const found = await chats.ann.call(chatCalls.searchMine, { keyword: 'いくら' });
      expect(found.list.map(({ id }) => id)).toEqual([felo.chatId]);
    });

    it('answer each question in its own language, unless the chat was begun in one', async () => {
      const { chatId } = await chats.ann.call(chatCalls.createHome, { query: '予算はいくらですか？', mode: 'search' });
      await chats.core.runJobs();
      await follow(chats.ann, { id: chatId, query: 'And who presents it?' });
      const { questions } = await chats.ann.call(chatCalls.get, { id: chatId });
      expect(questions.map(({ language }) => language)).toEqual(['ja', 'en']);
      const felo = await chats.ann.call(chatCalls.createFelo, { query: 'How much is it?', language: 'ko' });
      await chats.core.runJobs();
      await follow(chats.ann, { id: felo.chatId, query: 'And who presents it?' });
      const chosen = await chats.ann.call(chatCalls.get, { id: felo.chatId });
      expect(chosen.questions.map(({ language }) => language)).toEqual(['ko', 'ko']);
    });

    it('ask about what the question before is about, or the one that is named', async () => {
      const about = (id: string) => ({ context: [{ kind: 'notes' as const, id, title: `Note ${id}` }] });
      const { threadId, turnId } = await ask(chats.core, chats.ann, about('n1'));
      await ask(chats.core, chats.ann, { parentId: threadId, followsId: turnId, position: 1, ...about('n2') });
      await chats.core.runJobs();
      await follow(chats.ann, { ...QUESTION, id: threadId });
      expect(chats.retrieved.at(-1)).toMatchObject(about('n2'));
      await follow(chats.ann, { ...QUESTION, id: threadId, followsId: turnId });
      expect(chats.retrieved.at(-1)).toMatchObject(about('n1'));
    });

    it('begin a research and a chat with an agent from home, about what the person sees', async () => {
      const projectId = await chats.projectOf(chats.ann);
      const begin = (more: object) =>
        chats.ann.call(chatCalls.createHome, { query: 'How much?', mode: 'agent', ...more });
      const refused = (more: object) =>
        code(chats.ann.refusal(chatCalls.createHome, { query: 'How much?', mode: 'agent', ...more }));
      const research = await begin({ mode: 'research', context: [{ kind: 'projects', id: projectId }] });
      expect(research.questionId).toBe('');
      expect(await chats.ann.sees('threads', research.chatId)).toMatchObject({ kind: 'research', projectId });
      expect(await chats.ann.sees('researches', research.chatId)).toMatchObject({ question: 'How much?' });
      expect(await chats.ann.sees('threads', (await begin({ mode: 'research' })).chatId)).toMatchObject({
        projectId: '',
      });
      const asked = await begin({ context: [{ kind: 'projects', id: projectId }] });
      expect(await chats.ann.sees('threads', asked.chatId)).toMatchObject({ kind: 'task', agentId: 'ai-search' });
      expect(await chats.state(asked.questionId)).toMatchObject({ context: [{ kind: 'projects', id: projectId }] });
      const bot = await begin({ agentId: 'knowledge-bot' });
      expect(await chats.ann.sees('threads', bot.chatId)).toMatchObject({ agentId: 'knowledge-bot' });
      // what the person does not see is not there
      const theirs = [{ kind: 'projects', id: await chats.projectOf(chats.core.person('ben')) }];
      expect(await refused({ context: theirs })).toBe('DOCUMENT_NOT_FOUND');
      expect(await refused({ mode: 'research', context: theirs })).toBe('PROJECT_NOT_FOUND');
      expect(await refused({ mode: 'research', context: [{ kind: 'notes', id: 'n1' }] })).toBe('DOCUMENT_NOT_FOUND');
      expect(await refused({ agentId: 'none' })).toBe('AGENT_NOT_FOUND');
      // the next test has a script of its own
      await chats.core.runJobs();
    });

    it('begin a research of chosen documents alone, without those that the person does not see', async () => {
      const projectId = await chats.projectOf(chats.ann);
      const otherId = await chats.projectOf(chats.ann);
      const hidden = await chats.projectOf(chats.core.person('ben'));
      const { id } = await chats.ann.call(noteCalls.save, { projectId, title: 'Costs', content: 'It costs 5.' });
      const begun = async (context: { kind: 'projects' | 'notes'; id: string }[]) => {
        const input = { query: 'How much?', mode: 'research' as const, context };
        const { chatId } = await chats.ann.call(chatCalls.createHome, input);
        return {
          thread: await chats.ann.sees('threads', chatId),
          own: (await chats.ann.sees('researches', chatId))!.own,
        };
      };
      const kinds = ['notes', 'meetings', 'files', 'pages'];
      const note = { kind: 'notes' as const, id };
      // colleagues may receive the research, but not the titles of its sources
      const ofNote = await begun([note, { kind: 'projects', id: hidden }]);
      expect(ofNote).toMatchObject({ thread: { projectId: '' }, own: { kinds, context: [{ ...note, title: '' }] } });
      expect(ofNote.own!.context).toHaveLength(1);
      const projects = [projectId, otherId].map((each) => ({ kind: 'projects' as const, id: each }));
      expect((await begun(projects)).own!.context).toEqual(projects.map((each) => ({ ...each, title: '' })));
      const ofProject = await begun(projects.slice(0, 1));
      expect([ofProject.thread!.projectId, ofProject.own]).toEqual([projectId, undefined]);
      await chats.core.runJobs();
    });

    it('list one’s own chats, web searches, researches and chats with agents, as the chat history does', async () => {
      const begin = (person: Person, kind: Thread['kind'], more: object = {}) => {
        const thread = threadFields(person, chats.core.now(), { kind, title: `Ledger ${kind}`, ...more });
        return chats.core.sync.store.write('c1', async (tx) => (await tx.put('threads', thread.id, thread)).id);
      };
      const agentId = 'ai-search';
      const own = [
        await begin(chats.ann, 'chat'),
        await begin(chats.ann, 'search'),
        await begin(chats.ann, 'research'),
        await begin(chats.ann, 'task', { agentId }),
      ];
      await begin(chats.ann, 'task', { agentId, isAgentTest: true });
      await begin(chats.ann, 'article');
      await begin(chats.ann, 'chat', { title: 'Something else' });
      const space = spaceOf('company', 'c1');
      await begin(chats.core.person('ben'), 'chat', { space, shareRange: 'team' });
      const { list, total } = await chats.ann.call(chatCalls.searchMine, { keyword: 'LEDGER' });
      expect(list.map(({ id }) => id).sort()).toEqual(own.sort());
      expect(total).toBe(4);
    });

    it('follow the instructions of the project, below the rules', async () => {
      const projectId = await chats.projectOf(chats.ann);
      await chats.ann.call(projectCalls.update, { id: projectId, instructions: 'Always name the yen rate.' });
      await ask(chats.core, chats.ann, {}, { projectId });
      await chats.core.runJobs();
      expect(chats.models.requests[0]!.body.messages![0]!.content).toContain('Always name the yen rate.');
    });

    it('tell administrators of a reported answer, and show them nothing of it', async () => {
      const { turnId } = await ask(chats.core, chats.ann);
      await chats.core.runJobs();
      await chats.ann.call(chatCalls.report, { turnId, reason: 'wrong' });
      const list = await chats.core.sync.store.read('c1', (tx) => tx.list('notifications', { space: 'person:dee' }));
      expect(list).toMatchObject([{ kind: 'answerReported', params: { name: 'ann', reason: 'wrong' }, link: '' }]);
      expect(await chats.core.person('dee').sees('answers', turnId)).toBeNull();
    });
  });
});
