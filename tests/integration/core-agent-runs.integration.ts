/** The work of agents, with faults: a process that dies, a source that is lost, a limit, a stop; and who may ask at all. */
import { beforeAll, expect, it } from 'vitest';
import { agentCalls } from '../../server/core/agents/contract';
import { chatCalls } from '../../server/core/chat/contract';
import { refreshAccessForDepartments } from '../../server/core/department-access';
import type { SyncTransaction } from '../../server/sync/store';
import type { KindName } from '../../sync/model/kinds';
import { LIMITS } from '../../sync/model/limits';
import { useAgentCore } from '../support/agent-core';
import { passage } from '../support/chat-core';
import { threadFields, turnFields } from '../support/chats';
import type { Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { writeTemporaryFile } from '../support/temporary-files';
import { NOTE } from '../support/research-core';

describeOnDatabase('the work of agents', (engine) => {
  const agents = useAgentCore(engine);
  const { lab } = agents;
  let people: Record<'ben' | 'cho' | 'dee', Person>;
  beforeAll(() => {
    const [ben, cho, dee] = lab.core.people('ben', 'cho', 'dee');
    people = { ben, cho, dee };
  });

  const turnOf = async (turnId: string) => (await lab.ann.sees('turns', turnId))!;
  const addresses = async (turnId: string) =>
    (await lab.ann.sees('answers', turnId))!.sources.filter(({ kind }) => kind === 'web').map(({ url }) => url);
  const counts = () => ({ searched: lab.searches.queries.length, fetched: lab.fetched().sort() });

  /** Fails an attempt as the death of its process would, where the sources are checked before the model writes. */
  const dieBeforeWriting = (): void => {
    const { retrieval } = lab.core.services;
    const { visible } = retrieval;
    retrieval.visible = (actor, documents) => {
      if (!documents.some((each) => 'no' in each)) return visible(actor, documents);
      retrieval.visible = visible;
      throw new Error('killed');
    };
  };

  /** Fails the first attempt that writes of its work after it has written the whole answer. Gives whether it did. */
  const dieAfterTheAnswer = (): (() => boolean) => {
    const store = lab.core.services.sync;
    const { write } = store;
    let isWritten = false;
    const put = (tx: SyncTransaction): SyncTransaction['put'] =>
      ((collection: KindName, id: string, fields: Record<string, unknown>, at?: number) => {
        if (collection === 'answers' && fields['isComplete'] === true) isWritten = true;
        else if (collection === 'agentWorks' && isWritten) {
          store.write = write;
          throw new Error('killed');
        }
        return tx.put(collection, id, fields as never, at);
      }) as never;
    store.write = (companyId, work) =>
      write(companyId, (tx) =>
        work(
          new Proxy(tx, {
            get(target, name) {
              if (name === 'put') return put(target);
              const value: unknown = Reflect.get(target, name, target);
              return typeof value === 'function' ? (value.bind(target) as unknown) : value;
            },
          }),
        ),
      );
    return () => isWritten && store.write === write;
  };

  /** Pushes a further question of a chat, and waits for its end. */
  const follow = async (person: Person, followsId: string, question: string, more: object = {}): Promise<string> => {
    const { parentId, position } = (await person.sees('turns', followsId))!;
    const turn = turnFields(person, lab.core.now(), parentId, { question, followsId, position: position + 1, ...more });
    expect(await person.refused('turns', null, turn)).toBe('');
    await lab.core.runJobs();
    return turn.id;
  };

  it('is done by the model that the agent names; by the usual one, which is said, where it is not offered', async () => {
    const { id } = await agents.made(lab.ann, { model: 'scripted-large' });
    const models = (): unknown[] => [...new Set(lab.models.requests.map(({ body }) => body['model']))];
    const first = await agents.ask('How high is the tower?', id);
    expect(models()).toEqual(['scripted-large']);
    expect(await lab.ann.sees('answers', first)).toMatchObject({ model: 'scripted-large' });
    expect(await agents.work(first)).toMatchObject({ missingModel: '' });
    lab.forget();
    await lab.ann.call(agentCalls.update, { id, model: 'withdrawn' });
    const second = await agents.ask('When was it opened?', id);
    expect(models()).toEqual(['scripted']);
    expect(await agents.work(second)).toMatchObject({ missingModel: 'withdrawn' });
    const { own } = await lab.ann.call(agentCalls.get, { id });
    expect(own).toMatchObject({ model: 'withdrawn' });
  });

  it('proposes no web search without a search provider, also where the model plans one', async () => {
    lab.hasSearch = false;
    const turnId = await agents.asked('How high is the tower?', [{ tool: 'web', text: 'tower height' }]);
    expect(await agents.work(turnId)).toMatchObject({ stage: 'done', steps: [], proposals: [] });
    expect(agents.planning()).toHaveLength(1);
    expect(agents.planning()[0]).not.toContain('- web:');
  });

  it('names the tools that have no provider: changes need a model, and a web search that the person wants its service', async () => {
    [lab.hasModel, lab.hasSearch] = [false, false];
    const { id } = await agents.made(lab.ann);
    const first = await agents.ask('How high is the tower?', id);
    expect(await agents.work(first)).toMatchObject({
      stage: 'done',
      unable: ['web', 'note', 'checklist', 'research'],
      steps: [{ kind: 'own', state: 'done' }],
    });
    const withoutWeb = await follow(lab.ann, first, 'How high is the tower?', { usesWeb: false });
    expect(await agents.work(withoutWeb)).toMatchObject({ unable: ['note', 'checklist', 'research'] });
    [lab.hasModel, lab.hasSearch] = [true, true];
    const possible = await follow(lab.ann, first, 'When was it opened?');
    expect(await agents.work(possible)).toMatchObject({ unable: [] });
  });

  it('goes on after a crash without another search, and with what it had found on the web', async () => {
    const turnId = await agents.asked('How high is the tower?', [
      { tool: 'own', text: 'tower' },
      { tool: 'web', text: 'tower height' },
    ]);
    lab.forget();
    const uses = await lab.uses('websearch.call');
    dieBeforeWriting();
    await agents.decide(turnId, true);
    expect(counts().searched).toBe(1);
    expect(counts().fetched).toHaveLength(2);
    expect(await agents.work(turnId)).toMatchObject({
      stage: 'done',
      steps: [{ state: 'done' }, { state: 'done', found: 1 }],
    });
    expect(await addresses(turnId)).toEqual(['http://tower.example/a']);
    expect(await lab.uses('websearch.call')).toBe(uses + 1);
  });

  it('proposes its changes though it died once the answer was written, and asks for no second answer', async () => {
    const dead = dieAfterTheAnswer();
    lab.forget();
    const turnId = await agents.asked('Make a note on the tower', [
      { tool: 'own', text: 'tower' },
      { tool: 'note', text: 'The tower' },
    ]);
    expect(dead()).toBe(true);
    expect(await agents.work(turnId)).toMatchObject({ stage: 'waiting', proposals: [{ kind: 'note', state: 'open' }] });
    // the first plan, one that finds nothing more to do in each attempt, and one answer
    expect(lab.models.requests.filter(({ body }) => !body['response_format'])).toHaveLength(1);
  });

  it('keeps what it found on the web where a source of its own is lost meanwhile', async () => {
    lab.passages = [NOTE, passage('n2', 'The tower has two platforms.', { title: 'Another note' })];
    const turnId = await agents.asked('How high is the tower?', [
      { tool: 'own', text: 'tower' },
      { tool: 'web', text: 'tower height' },
    ]);
    agents.answer = {
      pieces: ['The tower ', 'is high.'],
      gate: () => {
        lab.lost.add('n2');
        return Promise.resolve();
      },
    };
    lab.forget();
    await agents.decide(turnId, true);
    expect(await turnOf(turnId)).toMatchObject({ state: 'SUCCEEDED' });
    const { sources } = (await lab.ann.sees('answers', turnId))!;
    expect(sources.map(({ kind, id }) => id || kind).sort()).toEqual(['n1', 'web']);
    expect(counts().searched).toBe(1);
  });

  it('keeps what it found on the web over a second decision', async () => {
    const turnId = await agents.asked(
      'How high is the tower? See http://tower.example/a',
      [{ tool: 'web', text: 'tower height' }],
      [{ tool: 'page', text: 'http://tower.example/a' }],
    );
    await agents.decide(turnId, true);
    expect(await agents.work(turnId)).toMatchObject({
      stage: 'waiting',
      proposals: [{ state: 'confirmed' }, { state: 'open' }],
    });
    lab.forget();
    await agents.decide(turnId, false);
    expect(counts()).toEqual({ searched: 0, fetched: [] });
    expect(await addresses(turnId)).toEqual(['http://tower.example/a']);
  });

  it('answers a further question while the one before waits for its person', async () => {
    const turnId = await agents.asked(
      'How high is the tower? See http://tower.example/a',
      [{ tool: 'web', text: 'tower height' }],
      [{ tool: 'page', text: 'http://tower.example/a' }],
    );
    await agents.decide(turnId, true);
    expect(await agents.work(turnId)).toMatchObject({ stage: 'waiting' });
    lab.forget();
    const further = await follow(lab.ann, turnId, 'When was the tower opened?');
    expect(await turnOf(further)).toMatchObject({ state: 'SUCCEEDED' });
    const messages = lab.models.requests.flatMap(({ body }) => body.messages ?? []);
    expect(messages.length).toBeGreaterThan(0);
    for (const { content } of messages) expect(content).not.toBe('');
    await agents.decide(turnId, false);
    expect(await agents.work(turnId)).toMatchObject({ stage: 'done' });
  });

  it('keeps what it read in a file, and answers from it though the file has expired when its person decides', async () => {
    const { id } = await agents.made(lab.ann);
    const before = await agents.ask('Hello', id);
    const fileId = await writeTemporaryFile(lab.core, {
      name: 'tower.txt',
      text: 'The tower has a lift to the spire.',
    });
    agents.plans = [[{ tool: 'page', text: 'http://tower.example/a' }]];
    const file = { fileIds: [fileId], fileNames: ['tower.txt'] };
    const turnId = await follow(lab.ann, before, 'Has it a lift? See http://tower.example/a', file);
    expect(await agents.work(turnId)).toMatchObject({ stage: 'waiting' });
    await lab.core.platform.db.deleteFrom('temporary_file').where('id', '=', fileId).execute();
    lab.forget();
    await agents.decide(turnId, true);
    const answer = (await lab.ann.sees('answers', turnId))!;
    expect(answer.isComplete).toBe(true);
    expect(answer.sources.filter(({ kind }) => kind === 'temporary')).toMatchObject([{ title: 'tower.txt' }]);
    expect(answer.failed).toEqual([]);
    expect(lab.models.prompts().join('\n')).toContain('a lift to the spire');
  });

  it('answers a further question from the file of the one before', async () => {
    const { id } = await agents.made(lab.ann);
    const before = await agents.ask('Hello', id);
    const fileIds = [await writeTemporaryFile(lab.core, { name: 'tower.txt', text: 'The tower has a lift.' })];
    const turnId = await follow(lab.ann, before, 'Has it a lift?', { fileIds });
    lab.forget();
    const further = await follow(lab.ann, turnId, 'And what else has it?');
    const { sources } = (await lab.ann.sees('answers', further))!;
    expect(sources.map(({ title }) => title)).toContain('tower.txt');
  });

  it('reads an address that its person wrote in an earlier question', async () => {
    const { id } = await agents.made(lab.ann);
    agents.plans = [[]];
    const before = await agents.ask('Remember http://tower.example/a', id);
    agents.plans = [[{ tool: 'page', text: 'http://tower.example/a' }]];
    lab.forget();
    const work = await agents.work(await follow(lab.ann, before, 'Read it now, please.'));
    expect(work.proposals).toMatchObject([{ kind: 'page', text: 'http://tower.example/a', state: 'open' }]);
    // the planner reads what was asked before, and nothing of the answer
    expect(agents.planning()).toHaveLength(1);
    expect(agents.planning()[0]).toContain('Remember http://tower.example/a');
    expect(agents.planning()[0]).not.toContain('333');
  });

  it.each([
    ['its share of the tokens', LIMITS.agentTokens / 2],
    ['more than all tokens', LIMITS.agentTokens * 2],
  ])('plans no more where planning has taken %s, and still answers from sources', async (_, tokens) => {
    agents.usage = { prompt_tokens: tokens, completion_tokens: 0 };
    const turnId = await agents.asked(
      'How high is the tower?',
      [{ tool: 'own', text: 'tower' }],
      [{ tool: 'own', text: 'height' }],
    );
    expect(agents.planning()).toHaveLength(1);
    expect(await agents.work(turnId)).toMatchObject({ stage: 'done', limit: 'tokens', steps: [{ text: 'tower' }] });
    expect((await agents.work(turnId)).tokens).toBeGreaterThan(tokens);
    const answer = (await lab.ann.sees('answers', turnId))!;
    expect([answer.isComplete, answer.sources.length > 0]).toEqual([true, true]);
  });

  it('stops with its run: a step that was being done is done where its person asks again', async () => {
    const turnId = await agents.asked('How high is the tower?', [{ tool: 'web', text: 'tower height' }]);
    await lab.core.services.usage.setLimit('c1', 'websearch.call', { personPerDay: 0, perDay: null });
    await agents.decide(turnId, true);
    expect(await turnOf(turnId)).toMatchObject({ state: 'FAILED', error: 'USER_SERVICE_QUOTA_EXCEEDED' });
    expect(await agents.work(turnId)).toMatchObject({ stage: 'stopped', steps: [{ state: 'failed', error: '' }] });
    expect(await lab.notices()).toContain('answerFailed');
    await lab.core.services.usage.setLimit('c1', 'websearch.call', { personPerDay: null, perDay: null });
    await lab.ann.call(chatCalls.retry, { turnId });
    await lab.core.runJobs();
    expect(await agents.work(turnId)).toMatchObject({ stage: 'done', steps: [{ state: 'done', found: 1 }] });
    expect(await addresses(turnId)).toEqual(['http://tower.example/a']);
  });

  it('is answered from own sources that are searched anew, and from the same pages, where its person retries', async () => {
    const turnId = await agents.asked('How high is the tower?', [
      { tool: 'own', text: 'tower' },
      { tool: 'web', text: 'tower height' },
    ]);
    agents.answer = { status: 500 };
    await agents.decide(turnId, true);
    expect(await turnOf(turnId)).toMatchObject({ state: 'FAILED' });
    lab.forget();
    lab.passages = [passage('n2', 'The tower is as high as 333 metres.')];
    agents.answer = { text: 'It is 333 metres high.' };
    await lab.ann.call(chatCalls.retry, { turnId });
    await lab.core.runJobs();
    expect(await turnOf(turnId)).toMatchObject({ state: 'SUCCEEDED' });
    expect(counts()).toEqual({ searched: 0, fetched: [] });
    expect(await addresses(turnId)).toEqual(['http://tower.example/a']);
    const { sources } = (await lab.ann.sees('answers', turnId))!;
    expect(sources.flatMap(({ kind, id }) => (kind === 'notes' ? [id] : []))).toEqual(['n2']);
  });

  it('is stopped by its person, and goes on with what was decided where they ask again', async () => {
    const turnId = await agents.asked('How high is the tower? See http://tower.example/a', [
      { tool: 'web', text: 'tower height' },
      { tool: 'page', text: 'http://tower.example/a' },
    ]);
    const [web, page] = (await agents.work(turnId)).proposals;
    await lab.ann.call(agentCalls.decide, { turnId, proposalId: page!.id, isConfirmed: false });
    expect(await agents.work(turnId)).toMatchObject({ stage: 'waiting' });
    await lab.ann.call(agentCalls.decide, { turnId, proposalId: web!.id, isConfirmed: true });
    await lab.ann.call(chatCalls.stop, { turnId });
    await lab.core.runJobs();
    expect(await turnOf(turnId)).toMatchObject({ state: 'CANCELED' });
    expect(await agents.work(turnId)).toMatchObject({
      stage: 'stopped',
      steps: [{ state: 'failed' }, { state: 'declined' }],
    });
    lab.forget();
    await lab.ann.call(chatCalls.retry, { turnId });
    await lab.core.runJobs();
    expect(await agents.work(turnId)).toMatchObject({
      stage: 'done',
      steps: [{ state: 'done' }, { state: 'declined' }],
    });
    expect(counts().searched).toBe(1);
  });

  it('ends at once for a person who may not use agents, whose device asked before it knew', async () => {
    const { dee } = people;
    const { id: agentId } = await agents.made(lab.ann);
    await dee.call(agentCalls.setPermission, { mode: 'chosen', userIds: ['ben'], departmentIds: ['d-top'] });
    await expect(lab.ann.call(agentCalls.create, { name: 'Another' })).rejects.toThrow('AGENT_NOT_ENABLED');
    await expect(lab.ann.call(agentCalls.update, { id: agentId, name: 'New' })).rejects.toThrow('AGENT_NOT_ENABLED');
    expect(await people.cho.call(agentCalls.permission, {})).toEqual({ isEnabled: true, isAllowed: true });
    const at = lab.core.now();
    const thread = threadFields(lab.ann, at, { kind: 'task', agentId: 'ai-search' });
    const turn = turnFields(lab.ann, at, thread.id);
    expect(await lab.ann.refused('threads', null, thread)).toBe('');
    expect(await lab.ann.refused('turns', null, turn)).toBe('');
    lab.forget();
    await lab.core.runJobs();
    expect(await turnOf(turn.id)).toMatchObject({ state: 'FAILED', error: 'AGENT_NOT_ENABLED' });
    expect([lab.models.requests.length, lab.retrievals]).toEqual([0, 0]);
    // what one has made is still seen and deleted
    expect((await lab.ann.call(agentCalls.get, { id: agentId })).own?.id).toBe(agentId);
    await lab.ann.call(agentCalls.remove, { id: agentId });
    await dee.call(agentCalls.setPermission, { mode: 'everyone' });
  });

  it('ends where the agent was taken back, or its person is no member of its departments any more', async () => {
    const { ben, cho } = people;
    const { id } = await agents.made(lab.ann, { name: `Shared ${engine}`, tools: ['own'] });
    await lab.ann.call(agentCalls.publish, { id, published: true, audience: 'departments', departmentIds: ['d-top'] });
    const asks = (as: Person) => agents.ask('How high is the tower?', id, { isTest: false, as });
    expect((await cho.call(agentCalls.get, { id })).own).toBeNull();
    await expect(ben.call(agentCalls.get, { id })).rejects.toThrow('AGENT_NOT_FOUND');
    await expect(asks(ben)).rejects.toThrow('AGENT_NOT_FOUND');
    const turnId = await asks(cho);
    expect((await cho.sees('answers', turnId))!.isComplete).toBe(true);

    const move = (who: 'ben' | 'cho', departmentIds: string[]) =>
      lab.core.sync.store.write('c1', async (tx) => {
        await tx.put('people', who, { departmentIds });
        await refreshAccessForDepartments(tx, ['d-child']);
      });
    await move('cho', []);
    await move('ben', ['d-child']);
    expect(await cho.sees('publishedAgents', id)).toBeNull();
    await expect(asks(cho)).rejects.toThrow('AGENT_NOT_FOUND');
    expect((await ben.sees('answers', await asks(ben)))!.isComplete).toBe(true);
    const late = await follow(cho, turnId, 'And when was it opened?');
    expect(await cho.sees('turns', late)).toMatchObject({ state: 'FAILED', error: 'AGENT_NOT_FOUND' });
    await move('cho', ['d-child']);
    await move('ben', []);
    await lab.ann.call(agentCalls.publish, { id, published: false });
    await expect(asks(cho)).rejects.toThrow('AGENT_NOT_FOUND');
    // its creator still tries the draft
    expect((await agents.work(await agents.ask('How high is the tower?', id))).stage).toBe('done');
  });
});
