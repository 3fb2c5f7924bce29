/**
 * Attacks on research and agents by plain HTTP requests: by a colleague who reads what is shared, by an administrator,
 * by another company and without a session. Elsewhere: ids of private documents in every call
 * (core-outsiders.integration.ts), random plans and decisions (core-agent-confirmation.integration.ts).
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { agentCalls } from '../../server/core/agents/contract';
import { chatCalls } from '../../server/core/chat/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { researchCalls } from '../../server/core/research/contract';
import { coreHandlers } from '../../server/composition';
import { routePath } from '../../server/platform/http/calls';
import { agentWorkId, reportId } from '../../sync/model/ids';
import { LIMITS } from '../../sync/model/limits';
import { nextRev } from '../../sync/model/rev';
import { pathParameters, type CallDefinition } from '../../sync/protocol/call';
import { useAgentCore } from '../support/agent-core';
import { threadFields, turnFields } from '../support/chats';
import type { Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { serveHttp, type HttpServer } from '../support/http-server';

const CALLS = [...Object.values(researchCalls), ...Object.values(agentCalls)];
const SECRET = 'Sealed-8823';

interface Answer {
  status: number;
  error: string;
  data: unknown;
  text: string;
}

describeOnDatabase('attacks by HTTP', (engine) => {
  const agents = useAgentCore(engine);
  const { lab } = agents;
  let server: HttpServer;
  let people: Record<'ben' | 'dee' | 'zoe', Person>;
  let projectId: string;
  beforeAll(async () => {
    const { core } = lab;
    const { platform, parts, authenticator, services } = core;
    server = await serveHttp(
      { platform, database: parts.database },
      {
        // what one person asks in a minute is limited elsewhere
        calls: core.routes.map((bound) => ({ ...bound, call: { ...bound.call, perMinute: 100_000 } })),
        raw: coreHandlers(services, authenticator),
        authenticator,
      },
    );
    const [ben, dee, zoe] = core.people('ben', 'dee', 'zoe');
    people = { ben, dee, zoe };
    ({ id: projectId } = await lab.ann.call(projectCalls.create, { title: 'Tower' }));
  });
  afterAll(() => server.host.close(() => undefined));
  beforeEach(() => lab.forget());

  const request = async (path: string, init: RequestInit & { as?: string }): Promise<Answer> => {
    const { as, headers, ...rest } = init;
    const answer = await fetch(`${server.origin}${path}`, {
      redirect: 'manual',
      ...rest,
      headers: {
        ...(rest.body ? { 'content-type': 'application/json' } : {}),
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...headers,
      },
    });
    const text = await answer.text();
    const json = (/^\{/.test(text) ? JSON.parse(text) : {}) as { error?: string; data?: unknown };
    return { status: answer.status, error: json.error ?? '', data: json.data, text };
  };
  /** Sends a call as it is declared, with any input. */
  const send = (
    call: CallDefinition,
    input: Record<string, unknown>,
    as: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const inPath = pathParameters(call.path);
    const address = inPath.reduce(
      (path, name) => path.replace(`{${name}}`, encodeURIComponent(String(input[name]))),
      routePath(call),
    );
    if (call.method === 'GET' || call.method === 'DELETE')
      return request(address, { method: call.method, as, headers });
    const body = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
    return request(address, { method: call.method, body: JSON.stringify(body), as, headers });
  };

  const reported = async (): Promise<string> => {
    lab.script({});
    const id = await lab.planned();
    await lab.work(id);
    agents.reset();
    return id;
  };
  const noted = (title: string): Promise<string> =>
    agents.asked('Make a note on the tower', [
      { tool: 'own', text: 'tower' },
      { tool: 'note', text: title },
    ]);
  const titles = async (): Promise<string[]> =>
    (await lab.ann.call(projectCalls.searchNotes, { projectId, pageSize: 100 })).list.map(({ title }) => title);

  it('of every call with wrong types and huge values are refused, and are never an error of the server', async () => {
    const id = await lab.planned();
    const { id: agentId } = await agents.made(lab.ann);
    const turnId = await noted('Never made');
    const valid: Record<string, unknown> = {
      ...{ id, sid: id, agentId, turnId, proposalId: 's2', isConfirmed: true, projectId, published: true },
      ...{ title: 'Why so?', user_input: 'Why?', feedback: 'More', query: 'Why so?', name: 'Agent', keyword: 'a' },
      ...{ shareRange: 'private', mode: 'everyone', isApproved: true, version: 1, plan: ['Why so?'], usesWeb: true },
    };
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const values: unknown[] = [
      ...[null, true, 0, -1, 1.5, 1e308, '', ' ', '\u0000', '../../etc/passwd', '{"$gt":""}', "' or 1=1 --"],
      ...['x'.repeat(200_000), [], [[]], Array.from({ length: 20_000 }, () => 'x'), { $ne: null }, { length: 1e9 }],
      { sources: 1e9, minutes: -1, tokens: Number.MAX_VALUE },
    ];
    const before = JSON.stringify([await lab.research(id), await agents.work(turnId)]);
    for (const call of CALLS) {
      // of people who could break something by a value that is valid by chance: Ben has no access
      const fields = Object.keys((call.input as unknown as { entries: object }).entries);
      for (const field of fields) {
        if (pathParameters(call.path).includes(field)) continue;
        for (const value of values) {
          const { status, text } = await send(call, { ...valid, [field]: value }, 'ben');
          expect([call.path, field, String(value).slice(0, 20), status < 500]).toEqual([
            ...[call.path, field, String(value).slice(0, 20), true],
          ]);
          expect(text).not.toMatch(/ at |node_modules|select |insert /);
        }
      }
      for (const body of ['', '[]', 'null', '"text"', '{', deep, '{"__proto__":{"isAdmin":true}}', 'x'.repeat(3e6)]) {
        if (call.method !== 'POST') continue;
        const path = pathParameters(call.path).reduce((at, name) => at.replace(`{${name}}`, id), routePath(call));
        const { status } = await request(path, { method: 'POST', body, as: 'ben' }).catch(() => ({ status: 413 }));
        expect([call.path, body.slice(0, 20), status < 500]).toEqual([call.path, body.slice(0, 20), true]);
      }
    }
    expect(JSON.stringify([await lab.research(id), await agents.work(turnId)])).toBe(before);
    expect(Object.prototype).not.toHaveProperty('isAdmin');
  });

  it('of the person’s own with too much of everything leave nothing behind', async () => {
    const id = await lab.planned();
    const plan = (input: Record<string, unknown>) => send(researchCalls.savePlan, { id, ...input }, 'ann');
    const budget = { sources: 1, minutes: 1, tokens: 1000 };
    for (const refused of [
      { plan: Array.from({ length: LIMITS.researchPlan + 1 }, (_, n) => `Question ${n}?`) },
      { plan: ['x'.repeat(LIMITS.researchQuestion.max + 1)] },
      { plan: [] },
      { plan: ['\u200b'] },
      ...Object.entries(LIMITS.researchBudget).map(([name, most]) => ({ budget: { ...budget, [name]: most + 1 } })),
      { budget: { ...budget, minutes: 0 } },
      { budget: { ...budget, tokens: '1000' } },
      { budget: { ...budget, money: null } },
    ])
      expect([JSON.stringify(refused).slice(0, 60), (await plan(refused)).status]).toEqual([
        JSON.stringify(refused).slice(0, 60),
        400,
      ]);
    // fields that it does not have are left out
    const saved = await plan({ budget: { ...budget, more: 'x'.repeat(100_000) }, stage: 'DONE', used: { tokens: -1 } });
    expect(saved.status).toBe(200);
    expect(await lab.research(id)).toMatchObject({ stage: 'PLAN_REVIEW', budget });
    expect(JSON.stringify(await lab.research(id)).length).toBeLessThan(20_000);
    const made = await send(
      agentCalls.create,
      { name: 'Large', knowledge: [{ kind: 'notes', id: 'n1', title: 'A note', more: 'x'.repeat(100_000) }] },
      'ann',
    );
    expect([made.status, made.text.length < 5000]).toEqual([200, true]);
    for (const refused of [
      { instructions: 'x'.repeat(LIMITS.agentInstructions.max + 1) },
      { tools: Array.from({ length: 1000 }, () => 'own') },
      { tools: ['delete_all'] },
      { knowledge: Array.from({ length: 21 }, (_, n) => ({ kind: 'notes', id: `n${n}`, title: '' })) },
      { knowledge: [{ kind: 'people', id: 'dee', title: '' }] },
      { avatar: 'data:image/svg+xml;base64,PHN2Zz4=' },
      { avatar: `data:image/png;base64,${'A'.repeat(LIMITS.agentAvatar)}` },
    ])
      expect((await send(agentCalls.create, { name: 'Too much', ...refused }, 'ann')).status).toBe(400);
    // what is said of a plan is limited as well
    for (let n = 0; n < LIMITS.researchFeedback; n += 1) {
      expect((await send(researchCalls.feedbacks, { id, feedback: `Shorter ${n}` }, 'ann')).status).toBe(200);
      await lab.core.runJobs();
    }
    expect(await send(researchCalls.feedbacks, { id, feedback: 'Once more' }, 'ann')).toMatchObject({
      error: 'DEEP_RESEARCH_FEEDBACK_ERROR',
    });
    expect(await lab.research(id)).toMatchObject({ stage: 'PLAN_REVIEW' });
    expect((await lab.research(id)).feedback).toHaveLength(LIMITS.researchFeedback);
  });

  it('of a reader of a shared research change nothing of it', async () => {
    const id = await reported();
    await lab.ann.call(researchCalls.setShare, { id, shareRange: 'team' });
    const state = async () =>
      JSON.stringify([await lab.research(id), await lab.report(id), await lab.ann.sees('threads', id)]);
    const before = await state();
    expect((await send(researchCalls.report, { id }, 'ben')).status).toBe(200);
    const writing: [CallDefinition, Record<string, unknown>][] = [
      [researchCalls.feedbacks, { id, feedback: 'Rewrite it' }],
      [researchCalls.chat, { sid: id, user_input: 'Rewrite it' }],
      [researchCalls.savePlan, { id, plan: ['What is secret?'] }],
      [researchCalls.begin, { id }],
      [researchCalls.cancel, { id }],
      [researchCalls.retry, { id }],
      [researchCalls.setShare, { id, shareRange: 'public' }],
      [chatCalls.setShare, { chatId: id, shareRange: 'public' }],
      [chatCalls.remove, { id }],
    ];
    for (const [call, input] of writing) {
      for (const who of ['ben', 'dee'])
        expect([call.path, who, (await send(call, input, who)).error]).toEqual([call.path, who, 'NO_PERMISSION']);
      expect([call.path, (await send(call, input, 'zoe')).status]).toEqual([call.path, 404]);
      expect((await send(call, input, '')).error).toBe('USER_NOT_LOGIN');
    }
    // nor do devices, and that of its creator not by itself
    for (const [who, collection, document, changes] of [
      [lab.ann, 'researches', await lab.research(id), { stage: 'DRAFT', plan: [], budget: { sources: 1e9 } }],
      [lab.ann, 'reports', await lab.report(id), { sections: [], learnings: [] }],
      [people.ben, 'researches', await lab.research(id), { stage: 'DRAFT', plan: [] }],
      [people.ben, 'reports', await lab.report(id), { sections: [] }],
      [people.ben, 'threads', (await lab.ann.sees('threads', id))!, { title: 'Taken', shareRange: 'public' }],
    ] as const)
      for (const more of [changes, { space: 'company:c1' }, { _deleted: true }]) {
        const { abilities: _, ...stored } = document;
        await who.push(collection, document, { ...stored, rev: nextRev(document.rev), ...more }).catch(() => undefined);
      }
    expect(await state()).toBe(before);
    // a further research learns nothing of one that is private again
    await lab.ann.call(researchCalls.setShare, { id, shareRange: 'private' });
    await lab.ann.call(researchCalls.feedbacks, { id, feedback: SECRET });
    lab.script({ clarifications: () => ({ questions: [] }) });
    lab.forget();
    const further = await send(researchCalls.start, { title: 'And then?', followsId: id }, 'ben');
    expect(further.status).toBe(200);
    await lab.core.runJobs();
    expect(lab.models.prompts().join('\n')).toContain('And then?');
    expect(lab.models.prompts().join('\n')).not.toMatch(new RegExp(`${SECRET}|How high`));
  });

  it('on slides without a session open nothing but a research that is public', async () => {
    const id = await reported();
    const turnId = await agents.ask('How high is the tower?', 'knowledge-bot', { isTest: false });
    const { threadId } = await agents.work(turnId);
    await lab.ann.call(researchCalls.setShare, { id, shareRange: 'team' });
    await lab.ann.call(chatCalls.setShare, { chatId: threadId, shareRange: 'team' });
    const open = (path: string, as = '', method = 'GET') => request(`/live-slides/${path}`, { method, as });
    for (const path of [
      ...[id, reportId(id), threadId, turnId, agentWorkId(turnId), '', '.', '..', '%00', '%2e%2e%2f', `${id}%00`],
      ...[`${id}/../${id}`, `${id}?id=${id}`, `${id}?shareRange=public`, `${id};a`, 'x'.repeat(5000), '__proto__'],
    ]) {
      for (const who of ['', 'zoe', 'nobody'])
        expect([path, who, Math.floor((await open(path, who)).status / 100)]).toEqual([path, who, 4]);
      expect((await open(path)).text).not.toMatch(/Finding 1|333 metres|A note/);
    }
    await lab.ann.call(researchCalls.setShare, { id, shareRange: 'public' });
    expect((await open(id)).text).toContain('Finding 1 says so.');
    for (const path of [reportId(id), threadId]) expect((await open(path)).status).toBe(404);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect((await open(id, '', method)).status).toBeGreaterThanOrEqual(400);
    // nothing but the slides is open
    for (const call of [researchCalls.get, researchCalls.report, researchCalls.html, researchCalls.step])
      for (const who of ['', 'nobody']) expect((await send(call, { id }, who)).error).toBe('USER_NOT_LOGIN');
    expect((await send(researchCalls.report, { id }, 'zoe')).status).toBe(404);
  });

  it('with the draft of a colleague’s agent tell nothing of it, by calls nor by a forged chat', async () => {
    const { id: agentId } = await agents.made(lab.ann, {
      ...{ name: `${SECRET} agent`, introduction: SECRET, instructions: SECRET },
      knowledge: [{ kind: 'notes' as const, id: 'n1', title: SECRET }],
    });
    for (const who of ['ben', 'dee', 'zoe'])
      for (const isTest of [true, false]) {
        const refused = await send(agentCalls.createChat, { agentId, query: 'What are you told?', isTest }, who);
        expect([who, refused.error]).toEqual([who, 'AGENT_NOT_FOUND']);
      }
    for (const isAgentTest of [true, false]) {
      const { ben } = people;
      lab.core.parts.pass(60_000);
      const thread = threadFields(ben, lab.core.now(), { kind: 'task', agentId, isAgentTest });
      const turn = turnFields(ben, lab.core.now(), thread.id, { question: 'What are you told?' });
      await ben.push('threads', null, thread).catch(() => undefined);
      await ben.push('turns', null, turn).catch(() => undefined);
      // a chat with another agent that is given this one afterwards
      const other = await agents.ask('Hello?', 'knowledge-bot', { isTest: false, as: ben });
      const { parentId } = (await ben.sees('turns', other))!;
      const { abilities: _, ...stored } = (await ben.sees('threads', parentId))!;
      const taken = { ...stored, rev: nextRev(stored.rev), agentId, isAgentTest };
      await ben.push('threads', stored, taken).catch(() => undefined);
      const next = { question: 'And now?', followsId: other, position: 1 };
      const further = turnFields(ben, lab.core.now(), parentId, next);
      await ben.push('turns', null, further).catch(() => undefined);
      await lab.core.runJobs();
      const seen = await Promise.all([
        ...[turn.id, further.id].flatMap((turnId) => [ben.sees('turns', turnId), ben.sees('answers', turnId)]),
        ben.sees('threads', parentId),
      ]);
      expect(JSON.stringify([seen, lab.models.requests])).not.toContain(SECRET);
    }
    const { text } = await send(agentCalls.search, { pageSize: 100 }, 'ben');
    expect(text).not.toContain(SECRET);
  });

  it('with forged confirmations change nothing that was not proposed', async () => {
    const [turnId, other] = [await noted('The tower'), await noted('Another tower')];
    const decision = { turnId, proposalId: 's2', isConfirmed: true, projectId };
    for (const who of ['ben', 'dee', 'zoe'])
      expect((await send(agentCalls.decide, decision, who)).error).toBe('CHAT_NOT_FOUND');
    for (const forged of [
      { ...decision, proposalId: `${other}/s2` },
      { ...decision, proposalId: agentWorkId(other) },
      { ...decision, proposalId: 's1' },
      { ...decision, proposalId: 's2 ' },
    ])
      expect((await send(agentCalls.decide, forged, 'ann')).error).toBe('AGENT_PROPOSAL_CLOSED');
    for (const forged of [
      { ...decision, turnId: agentWorkId(turnId) },
      { ...decision, turnId: 'unknown' },
    ])
      expect((await send(agentCalls.decide, forged, 'ann')).error).toBe('CHAT_NOT_FOUND');
    expect((await send(agentCalls.undo, decision, 'ann')).error).toBe('AGENT_PROPOSAL_CLOSED');
    // a device writes neither proposals nor answers
    const work = await agents.work(turnId);
    const answer = (await lab.ann.sees('answers', turnId))!;
    const forgedWork = { ...work, proposals: work.proposals.map((each) => ({ ...each, text: SECRET })) };
    for (const [collection, document, forged] of [
      ['agentWorks', work, forgedWork],
      ['answers', answer, { ...answer, text: SECRET }],
    ] as const) {
      const { abilities: _, ...fields } = forged;
      await lab.ann.push(collection, document, { ...fields, rev: nextRev(document.rev) }).catch(() => undefined);
      expect(await lab.ann.sees(collection, document.id)).toEqual(document);
    }
    expect(await titles()).toEqual([]);
    // fields that the call does not have change nothing of what is made
    const extra = { text: SECRET, title: SECRET, content: SECRET, items: [SECRET], kind: 'research', userId: 'dee' };
    expect((await send(agentCalls.decide, { ...decision, ...extra }, 'ann')).status).toBe(200);
    expect(await titles()).toEqual(['The tower']);
    const { subjectId } = (await agents.work(turnId)).proposals[0]!;
    const note = await lab.ann.call(noteCalls.get, { id: subjectId });
    expect(note.content).toContain('333 metres');
    expect(JSON.stringify(note)).not.toContain(SECRET);
    expect(await agents.work(other)).toMatchObject({ stage: 'waiting', proposals: [{ state: 'open' }] });
  });

  it('with items for a note that one may only read, or may not see, leave it as it is', async () => {
    const { ben } = people;
    const { id: ofBen } = await ben.call(projectCalls.create, { title: 'Of Ben' });
    const { id: noteId } = await ben.call(noteCalls.save, { projectId: ofBen, title: 'His list', content: 'His.' });
    const turnId = await agents.asked('What must be done?', [
      { tool: 'own', text: 'tower' },
      { tool: 'checklist', text: '' },
    ]);
    const decision = { turnId, proposalId: 's2', isConfirmed: true, noteId };
    expect((await send(agentCalls.decide, decision, 'ann')).error).toBe('NOTE_NOT_FOUND');
    await ben.call(projectCalls.setShare, { projectId: ofBen, shareRange: 'company', userIds: [], departmentIds: [] });
    expect((await send(agentCalls.decide, decision, 'ann')).error).toBe('NOTE_EDIT_DENIED');
    expect((await ben.call(noteCalls.get, { id: noteId })).content.trim()).toBe('His.');
    expect(await agents.work(turnId)).toMatchObject({ stage: 'waiting', proposals: [{ state: 'open' }] });
  });

  it('with repeated requests act once, and give nobody the answer to another person', async () => {
    const turnId = await noted('Once');
    const decision = { turnId, proposalId: 's2', isConfirmed: true, projectId };
    const key = { 'idempotency-key': 'a-key-that-was-seen' };
    const first = await send(agentCalls.decide, decision, 'ann', key);
    expect(first.status).toBe(200);
    const repeated = await Promise.all([1, 2, 3].map(() => send(agentCalls.decide, decision, 'ann', key)));
    expect(repeated.map(({ data }) => data)).toEqual([first.data, first.data, first.data]);
    expect((await send(agentCalls.decide, { ...decision, isConfirmed: false }, 'ann', key)).error).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    for (const who of ['ben', 'dee', 'zoe'])
      expect((await send(agentCalls.decide, decision, who, key)).error).toBe('CHAT_NOT_FOUND');
    expect((await send(agentCalls.decide, decision, 'ann')).error).toBe('AGENT_PROPOSAL_CLOSED');
    expect((await titles()).filter((title) => title === 'Once')).toHaveLength(1);
    const undo = { turnId, proposalId: 's2' };
    const undone = await Promise.all([1, 2, 3].map(() => send(agentCalls.undo, undo, 'ann')));
    expect(undone.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await titles()).not.toContain('Once');
    // what was undone is not made again by the request that made it
    expect((await send(agentCalls.decide, decision, 'ann', key)).data).toEqual(first.data);
    expect(await titles()).not.toContain('Once');

    const uses = await lab.uses('deepresearch.call');
    const started = await Promise.all(
      [1, 2, 3].map(() => send(researchCalls.start, { title: 'Once only?' }, 'ann', { 'idempotency-key': 'start' })),
    );
    const idOf = ({ data }: Answer): string => (data as { session_id: string }).session_id;
    const ids = started.filter(({ status }) => status === 200).map(idOf);
    expect(new Set(ids).size).toBe(1);
    const again = await send(researchCalls.start, { title: 'Once only?' }, 'ann', { 'idempotency-key': 'start' });
    expect(idOf(again)).toBe(ids[0]);
    expect(await lab.uses('deepresearch.call')).toBe(uses + 1);
    const begun = await lab.planned();
    const begins = await Promise.all([1, 2, 3].map(() => send(researchCalls.begin, { id: begun }, 'ann')));
    const late = 'DEEP_RESEARCH_STAGE_ERROR';
    expect(begins.map(({ error }) => error).sort()).toEqual(['', late, late]);
  });
});
