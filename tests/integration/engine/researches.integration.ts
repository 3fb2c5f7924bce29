/** Researches on devices: begun offline, answered and planned in the outbox, followed by live events. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { LiveResearch, ReplicaApi } from '../../../sync/engine/host/api';
import type { KindName } from '../../../sync/model/kinds';
import { stateFromMarkdown } from '../../../sync/merge/note-text';
import { canvasTextId, reportId } from '../../../sync/model/ids';
import { FIRST_BUDGET, type Research, type ResearchStep } from '../../../sync/model/kinds/researches';
import { eventually, synced, until, type DeviceSetup, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';

const suite = engineSuite();
const KINDS: KindName[] = ['projects', 'threads', 'turns', 'researches', 'reports'];
const START = { question: ' How high is\n the tower? ', usesWeb: true, language: 'en' } as const;

const device = (setup: Partial<DeviceSetup> = {}): Promise<EngineDevice> =>
  suite.device({ collections: KINDS, ...setup });

const set = (id: string, fields: Partial<Research>): void =>
  suite.server.put('researches', { ...suite.server.doc('researches', id)!, ...fields });
const step = (id: string, state: ResearchStep['state'], more: Partial<ResearchStep> = {}): ResearchStep => ({
  ...{ id, kind: 'own', name: id, state, error: '' },
  ...more,
});
const shown = (api: ReplicaApi, id: string, isRight: (value: LiveResearch) => boolean): Promise<LiveResearch> =>
  until(api, { kind: 'research', id }, isRight);

/** Begins a research, and waits until the server has it. */
async function begun(api: ReplicaApi): Promise<string> {
  const { id } = await api.run('research.start', START);
  await eventually(() => suite.server.doc('researches', id) !== null, 'the server has the research');
  await synced(api);
  return id;
}

type Called = [string, unknown][];

/** Notes the calls of a research that arrive, and refuses some. */
function listen(id: string, refuse: Record<string, string> = {}): Called {
  const called: Called = [];
  for (const name of ['feedbacks', 'plan', 'begin', 'cancel', 'retry'])
    suite.server.calls[`POST /api/core/deep-research/${id}/${name}`] = (body) => {
      called.push([name, body]);
      return refuse[name]
        ? Response.json({ success: false, error: refuse[name], message: '' }, { status: 429 })
        : Response.json({ success: true, data: {} });
    };
  return called;
}

test('a research begun offline is one row of the outbox, survives a killed browser, and is sent with its thread', async () => {
  const line = new Line(() => suite.server);
  const author = await device({ fetch: line.fetch });
  await synced(author.api);
  line.cut = true;
  const { id } = await author.api.run('research.start', { ...START, followsId: 'earlier' });
  await suite.kill(author);

  const again = await suite.again(author);
  const rows = await until(again.api, { kind: 'outbox' }, (found) => found.length > 0);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ label: 'research', title: 'How high is the tower?', link: `/research/${id}` });
  const { research } = await shown(again.api, id, (value) => value.research !== null);
  expect(research).toMatchObject({ stage: 'DRAFT', question: 'How high is\n the tower?', budget: FIRST_BUDGET });
  await until(again.api, { kind: 'syncState', collection: 'researches', id }, (badge) => badge === 'onDevice');
  line.cut = false;
  await again.api.hint('online');
  await synced(again.api);
  expect(suite.server.doc('threads', id)).toMatchObject({
    kind: 'research',
    shareRange: 'private',
    space: 'person:u1',
  });
  expect(suite.server.doc('researches', id)).toMatchObject({ stage: 'DRAFT', usesWeb: true, followsId: 'earlier' });
});

test('answers and an edited plan that wait are shown as given, and sent in their order', async () => {
  const { api } = await device();
  await synced(api);
  const id = await begun(api);
  const called = listen(id);
  const question = (text: string) => ({ question: text, choices: ['A', 'B'], answer: '' });
  set(id, { stage: 'WAITING_FOR_USER', dialogue: [question('One?'), question('Two?')] });
  await shown(api, id, ({ research }) => research?.stage === 'WAITING_FOR_USER');
  await api.setPaused(true);
  await api.run('research.answer', { id, text: 'A' });
  const half = await shown(api, id, ({ queued }) => queued.length === 1);
  expect(half.research).toMatchObject({ stage: 'WAITING_FOR_USER', dialogue: [{ answer: 'A' }, { answer: '' }] });
  await api.run('research.answer', { id, text: 'Something else' });
  const whole = await shown(api, id, ({ queued }) => queued.length === 2);
  expect(whole.research).toMatchObject({
    stage: 'PLANNING',
    dialogue: [{ answer: 'A' }, { answer: 'Something else' }],
  });
  await api.setPaused(false);
  await eventually(() => called.length === 2, 'both answers are sent');
  expect(called).toEqual([
    ['feedbacks', { feedback: 'A' }],
    ['feedbacks', { feedback: 'Something else' }],
  ]);

  set(id, { stage: 'PLAN_REVIEW', plan: ['First?', 'Second?'] });
  await shown(api, id, ({ research }) => research?.stage === 'PLAN_REVIEW');
  await api.setPaused(true);
  const ofTowers = { kind: 'projects' as const, id: 'p1' };
  const own = { kinds: ['notes' as const], context: [{ ...ofTowers, title: 'Towers' }] };
  // colleagues receive a shared research, and may not see the project
  const unnamed = { ...own, context: [{ ...ofTowers, title: '' }] };
  const plan = ['Second?', 'Third?'];
  const budget = { ...FIRST_BUDGET, minutes: 5 };
  await api.run('research.plan', { id, plan: ['Second?'] });
  await api.run('research.plan', { id, budget });
  await api.run('research.plan', { id, usesWeb: false, own });
  await api.run('research.begin', { id, plan });
  const planned = await shown(api, id, ({ queued }) => queued.length === 2);
  expect(planned.queued.map(({ action }) => action)).toEqual(['plan', 'begin']);
  expect(planned.research).toMatchObject({
    stage: 'RESEARCHING',
    plan: ['Second?', 'Third?'],
    usesWeb: false,
    own: unnamed,
  });
  await api.setPaused(false);
  await eventually(() => called.length === 4, 'plan and beginning are sent');
  expect(called.slice(2)).toEqual([
    ['plan', { plan, budget, usesWeb: false, own: unnamed }],
    ['begin', {}],
  ]);
  await expect(api.run('research.plan', { id, plan: [] })).rejects.toMatchObject({ code: 'PARAM_ERROR' });
  await expect(api.run('research.stop', { id: 'unknown' })).rejects.toMatchObject({ code: 'DEEP_RESEARCH_NOT_FOUND' });
});

test('a call that the server refuses is shown with its reason, and without its effect, until it is dropped', async () => {
  const { api } = await device();
  await synced(api);
  const id = await begun(api);
  set(id, { stage: 'PLAN_REVIEW', plan: ['First?'] });
  await shown(api, id, ({ research }) => research?.stage === 'PLAN_REVIEW');
  listen(id, { begin: 'USER_SERVICE_QUOTA_EXCEEDED' });
  await api.run('research.begin', { id, plan: ['First?'], budget: { ...FIRST_BUDGET }, usesWeb: true });
  const { research, queued } = await shown(api, id, (value) => value.queued.some(({ isRefused }) => isRefused));
  expect(research?.stage).toBe('PLAN_REVIEW');
  expect(queued).toMatchObject([{ action: 'begin', code: 'USER_SERVICE_QUOTA_EXCEEDED' }]);
  await api.run('outbox.drop', { id: `call/${queued[0]!.id}` });
  await shown(api, id, (value) => value.queued.length === 0);
});

test('live steps are shown beside those of the document while the research runs, and not any more once it is retried', async () => {
  const { api } = await device();
  await synced(api);
  const id = await begun(api);
  set(id, { stage: 'RESEARCHING', startedAt: 1000, steps: [step('own/0', 'running')] });
  const values: LiveResearch[] = [];
  const end = await api.live({ kind: 'research', id }, (value) => values.push(value as LiveResearch));
  const subscribed = (): boolean =>
    suite.server.requests.some(
      ({ path, body }) =>
        path === '/api/core/live/subscribe' && JSON.stringify(body).includes(`"researches","id":"${id}"`),
    );
  await eventually(subscribed, 'the research is subscribed');
  const used = { sources: 2, tokens: 19, ms: 4000 };
  const live = (each: ResearchStep, since = 1000): void =>
    suite.server.send('live', {
      topic: { collection: 'researches', id },
      event: { type: 'step', since, step: each, used },
    });
  live(step('own/0', 'done'));
  live(step('page/1', 'running', { kind: 'page', url: 'https://tower.example/', why: 'How high?' }));
  await eventually(
    () =>
      values
        .at(-1)
        ?.research?.steps.map(({ state }) => state)
        .join() === 'done,running',
    'both steps are shown',
  );
  expect(values.at(-1)?.research?.used).toEqual(used);
  set(id, {
    stage: 'DONE',
    steps: [step('own/0', 'done'), step('page/1', 'failed', { kind: 'page', error: 'HTTP_404' })],
  });
  await eventually(() => values.at(-1)?.research?.steps.at(-1)?.state === 'failed', 'the document has the last word');

  const retried = { sources: 2, tokens: 19, ms: 0 };
  set(id, { stage: 'RESEARCHING', startedAt: 9000, steps: [step('own/0', 'done')], used: retried });
  await eventually(() => values.at(-1)?.research?.startedAt === 9000, 'the retry has begun');
  // the last events of the work before are remembered for minutes
  expect(values.at(-1)?.research).toMatchObject({ steps: [{ id: 'own/0' }], used: retried });
  live(step('own/1', 'running'), 9500);
  await eventually(() => values.at(-1)?.research?.steps.length === 2, 'a step of the retry is shown');
  expect(values.at(-1)?.research?.steps.map((each) => each.id)).toEqual(['own/0', 'own/1']);
  end();
});

test('a research that was never sent is taken back with its thread, and nothing is pushed', async () => {
  const { api } = await device();
  await synced(api);
  await api.setPaused(true);
  const { id } = await api.run('research.start', START);
  await api.run('thread.delete', { id });
  await shown(api, id, ({ research }) => research === null);
  await api.setPaused(false);
  await synced(api);
  expect([suite.server.pushed('threads'), suite.server.pushed('researches')]).toEqual([[], []]);
});

test('a document of a report is made offline, and sent with its text', async () => {
  const line = new Line(() => suite.server);
  const { api } = await device({ fetch: line.fetch, collections: [...KINDS, 'canvases', 'noteContents'] });
  await synced(api);
  const id = await begun(api);
  const thread = suite.server.doc('threads', id)!;
  suite.server.put('reports', {
    ...{ id: reportId(id), space: thread.space, threadId: id, sections: [], learnings: [], sources: [] },
    ...{ contradictions: [], limits: [], isComplete: true, mode: 'extractive', provider: '', model: '', writtenAt: 1 },
  });
  await until(api, { kind: 'one', collection: 'reports', id: reportId(id) }, (report) => report !== null);
  line.cut = true;
  const state = stateFromMarkdown('It is 333 metres high.');
  const made = await api.run('canvas.create', { turnId: reportId(id), title: 'How high?', state });
  line.cut = false;
  await api.hint('online');
  await synced(api);
  expect(suite.server.doc('canvases', made.id)).toMatchObject({ parentId: id, turnId: reportId(id), position: 0 });
  expect(suite.server.doc('noteContents', canvasTextId(made.id))).toMatchObject({ subject: 'canvas' });
  await expect(api.run('canvas.create', { turnId: 'unknown', title: 'x', state })).rejects.toMatchObject({
    code: 'CHAT_NOT_FOUND',
  });
});
