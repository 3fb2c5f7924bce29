/** Calls that wait for a document, or are about one, which is deleted before they are sent. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ReplicaApi } from '../../../sync/engine/host/api';
import { agentWorkId } from '../../../sync/model/ids';
import type { KindName } from '../../../sync/model/kinds';
import { eventually, synced, until } from '../../support/engine-device';
import { engineSuite } from '../../support/engine-suite';

const suite = engineSuite();
const asked = () => ({
  ...{ question: 'Why?', kind: 'chat' as const, context: [], fileIds: [], usesWeb: false, language: 'en' as const },
});
const AGENT = {
  ...{ name: 'Clerk', introduction: '', avatar: '', instructions: '' },
  ...{ knowledge: [], tools: [], openings: [] },
};
const ROWS: KindName[] = ['projects', 'threads', 'turns', 'answers', 'researches', 'agents', 'agentWorks'];
const KINDS: KindName[] = [...ROWS, 'meetings', 'noteContents', 'transcripts'];

/** Creates a document on the server, with all that the calls need. */
type Create = (api: ReplicaApi) => Promise<{ kind: KindName; id: string }>;

const sent = (kind: KindName, id: string): Promise<void> =>
  eventually(() => suite.server.doc(kind, id) !== null, `${kind}/${id} is on the server`);

const research: Create = async (api) => {
  const { id } = await api.run('research.start', { question: 'How high?', usesWeb: true, language: 'en' });
  await sent('researches', id);
  return { kind: 'researches', id };
};

const agent: Create = async (api) => {
  const { id } = await api.run('agent.save', AGENT);
  await sent('agents', id);
  return { kind: 'agents', id };
};

const meeting: Create = async (api) => {
  const { id } = await api.run('meeting.create', { projectId: '', title: 'Weekly', type: 'record', language: 'en' });
  await sent('meetings', id);
  return { kind: 'meetings', id };
};

const proposal = { kind: 'web', text: 'Prices', items: [], subjectId: '', error: '', decidedAt: 0 };
const question: Create = async (api) => {
  const { turnId } = await api.run('chat.ask', asked());
  await sent('turns', turnId);
  const { space, parentId: threadId } = suite.server.doc('turns', turnId)!;
  const source = { no: 1, kind: 'web', id: '', title: 'News', url: 'https://news.example', text: 'In May.' };
  suite.server.put('answers', {
    ...{ id: turnId, space, abilities: [], threadId, text: 'In May.', citations: [], sources: [source], failed: [] },
    ...{ leftOut: { turns: 0, passages: 0 }, isClosest: false, isComplete: true },
    ...{ mode: 'model', provider: 'test', model: 'test', answeredAt: 1 },
  });
  suite.server.put('agentWorks', {
    ...{ id: agentWorkId(turnId), space, abilities: [], threadId, agentId: 'clerk', version: 1, creatorId: 'u1' },
    ...{ stage: 'waiting', steps: [], tokens: 0, limit: '' },
    proposals: [
      { ...proposal, id: 'open', state: 'open' },
      { ...proposal, id: 'done', kind: 'note', state: 'confirmed' },
    ],
  });
  await until(api, { kind: 'answer', turnId }, ({ answer }) => answer?.sources.length === 1);
  await until(api, { kind: 'one', collection: 'agentWorks', id: agentWorkId(turnId) }, (work) => work !== null);
  return { kind: 'turns', id: turnId };
};

const plan = { plan: ['One?'], budget: { sources: 5, minutes: 5, tokens: 100_000 }, usesWeb: true };

test.each<[string, Create, (api: ReplicaApi, id: string) => Promise<unknown>[], number, string[]]>([
  [
    'a research',
    research,
    (api, id) => [
      api.run('research.stop', { id }),
      api.run('research.retry', { id }),
      api.run('research.answer', { id, text: 'A' }),
      api.run('research.begin', { id, ...plan }),
    ],
    5,
    // the outbox has the only copy of these words
    ['researchAnswer', 'researchPlan'],
  ],
  [
    'an agent',
    agent,
    (api, id) => [api.run('agent.publish', { id, published: true, audience: 'organization', departmentIds: [] })],
    1,
    [],
  ],
  [
    'a question',
    question,
    (api, turnId) => [
      api.run('agent.decide', { turnId, proposalId: 'open', isConfirmed: true }),
      api.run('agent.undo', { turnId, proposalId: 'done' }),
      api.run('chat.rateSource', { turnId, source: 1, isUseless: true }),
    ],
    3,
    [],
  ],
  [
    'a meeting',
    meeting,
    (api, meetingId) => [
      api.run('summary.request', { meetingId, templateId: 'general', language: 'en' }),
      api.run('summary.cancel', { meetingId }),
      api.run('transcript.retry', { meetingId }),
      api.run('transcript.restore', { meetingId, versionId: 'v1' }),
    ],
    4,
    [],
  ],
])(
  'calls about %s that is deleted elsewhere are deleted, the waiting and the refused, except those with words',
  async (_, create, queue, count, withWords) => {
    const { api } = await suite.device({ collections: KINDS });
    await synced(api);
    const { kind, id } = await create(api);
    // otherwise its text may still be pending
    await synced(api);
    await api.setPaused(true);
    await Promise.all(queue(api, id));
    await until(api, { kind: 'outbox' }, (rows) => rows.length === count);
    suite.server.remove(kind, id);
    await api.setPaused(false);
    await until(api, { kind: 'one', collection: kind, id } as never, (found) => found === null);
    // the outbox looks at its calls again with the next change on this device
    await api.run('chat.ask', asked());
    const rows = await until(api, { kind: 'outbox' }, (found) => found.length === withWords.length);
    expect(rows.map(({ label }) => label).sort()).toEqual(withWords);
    await until(api, { kind: 'outbox' }, (found) => found.every(({ state }) => state === 'attention'));
  },
);

/** Publishes an agent whose creation the server then rejects. */
async function publishedUnsent() {
  const { api } = await suite.device({ collections: KINDS });
  await synced(api);
  await api.setPaused(true);
  const { id } = await api.run('agent.save', AGENT);
  await api.run('agent.publish', { id, published: true, audience: 'organization', departmentIds: [] });
  suite.server.rejectionOf = (kind) => (kind === 'agents' ? { code: 'PARAM_ERROR', retry: false } : null);
  await api.setPaused(false);
  const [item] = await until(api, { kind: 'rejectedChanges' }, (found) => found.length === 1);
  const [call] = await until(api, { kind: 'outbox' }, ([row]) => row?.state === 'attention');
  suite.server.rejectionOf = () => null;
  return { api, id, item: item!, call: call! };
}

test('the publication of an agent whose creation was rejected needs attention, and is sent after the agent', async () => {
  const { api, id, item, call } = await publishedUnsent();
  expect(call).toMatchObject({ label: 'agentPublish', lastError: { code: 'DOCUMENT_NOT_FOUND' } });
  const published: unknown[] = [];
  suite.server.calls['POST /api/core/agent/publish'] = (body) => {
    published.push(body);
    return Response.json({ success: true, data: {} });
  };
  await api.run('rejectedChange.resolve', { id: item.id, action: 'retry' });
  await sent('agents', id);
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 1 && rows[0]!.id === call.id);
  await api.run('outbox.retry', { id: call.id });
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
  expect(published).toMatchObject([{ id, published: true }]);
});

test('the publication of a rejected agent is deleted when the person discards the agent', async () => {
  const { api, item } = await publishedUnsent();
  await api.run('rejectedChange.resolve', { id: item.id, action: 'drop' });
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
});

/** A research that the person deletes on this device while calls about it wait. */
async function deletedResearch() {
  const { api } = await suite.device({ collections: KINDS });
  await synced(api);
  const { id } = await research(api);
  await api.setPaused(true);
  await api.run('research.answer', { id, text: 'A' });
  await api.run('research.begin', { id, ...plan });
  await api.run('thread.delete', { id });
  await until(api, { kind: 'one', collection: 'researches', id }, (found) => found === null);
  await until(api, { kind: 'outbox' }, (rows) => rows.filter(({ kind }) => kind === 'call').length === 3);
  return { api, id };
}

/** Answers the calls of a research. Returns the names of those received. */
function receive(id: string, answer = () => Response.json({ success: true, data: {} })): string[] {
  const received: string[] = [];
  for (const name of ['feedbacks', 'plan', 'begin', 'cancel'])
    suite.server.calls[`POST /api/core/deep-research/${id}/${name}`] = () => {
      received.push(name);
      return answer();
    };
  return received;
}

test('calls about a research that the person deletes here end with it, those with words too', async () => {
  const { api, id } = await deletedResearch();
  const received = receive(id);
  await api.setPaused(false);
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
  expect([suite.server.doc('threads', id), received]).toEqual([null, []]);
});

test('calls about a research of a project that the person deletes here end with it', async () => {
  const { api } = await suite.device({ collections: KINDS });
  await synced(api);
  const { id: projectId } = await api.run('project.create', { title: 'Towers' });
  const { id } = await api.run('research.start', { question: 'How high?', usesWeb: true, language: 'en', projectId });
  await sent('researches', id);
  await synced(api);
  await api.setPaused(true);
  // only shared threads are in the space of their project
  const space = suite.server.doc('projects', projectId)!.space;
  for (const kind of ['threads', 'researches']) suite.server.put(kind, { ...suite.server.doc(kind, id)!, space });
  await api.setPaused(false);
  await until(api, { kind: 'one', collection: 'researches', id }, (found) => found?.space === space);
  await api.setPaused(true);
  await api.run('research.answer', { id, text: 'A' });
  await api.run('project.delete', { id: projectId });
  await api.setPaused(false);
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
});

test('an imported transcript whose meeting the person deletes here ends with it', async () => {
  const { api } = await suite.device({ collections: KINDS });
  await synced(api);
  const { id } = await meeting(api);
  await api.setPaused(true);
  const lines = [{ start: 0, end: 1000, speaker: 'Ann', text: 'Hello.' }];
  await api.run('transcript.import', { meetingId: id, lines, isReplacing: false });
  await api.run('meeting.delete', { id });
  await api.setPaused(false);
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
  expect(suite.server.doc('meetings', id)).toBeNull();
});

test('calls about a research are sent if the server rejects its deletion', async () => {
  const { api, id } = await deletedResearch();
  const received = receive(id);
  suite.server.rejectionOf = (kind) => (kind === 'threads' ? { code: 'NO_PERMISSION', retry: false } : null);
  await api.setPaused(false);
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
  expect(received.sort()).toEqual(['begin', 'feedbacks', 'plan']);
});

test('words about a research whose deletion was undone are not deleted when a colleague deletes it', async () => {
  const { api, id } = await deletedResearch();
  await api.run('document.restore', { collection: 'threads', id });
  await until(api, { kind: 'one', collection: 'researches', id }, (found) => found !== null);
  receive(id, () => Response.json({ success: false, error: 'NO_PERMISSION', message: '' }, { status: 403 }));
  await api.setPaused(false);
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 3 && rows.every(({ state }) => state === 'attention'));
  suite.server.remove('threads', id);
  suite.server.remove('researches', id);
  await until(api, { kind: 'one', collection: 'researches', id }, (found) => found === null);
  await api.run('chat.ask', asked());
  const rows = await until(api, { kind: 'outbox' }, (found) => found.length < 3);
  expect(rows.map(({ label }) => label).sort()).toEqual(['researchAnswer', 'researchPlan']);
});

test('an imported transcript whose meeting was deleted needs attention: it has lines of the person with it', async () => {
  const { api } = await suite.device({ collections: KINDS });
  await synced(api);
  const { id } = await meeting(api);
  await api.setPaused(true);
  const lines = [{ start: 0, end: 1000, speaker: 'Ann', text: 'Hello.' }];
  await api.run('transcript.import', { meetingId: id, lines, isReplacing: false });
  await api.run('transcript.retry', { meetingId: id });
  suite.server.remove('meetings', id);
  await api.setPaused(false);
  await until(api, { kind: 'one', collection: 'meetings', id }, (found) => found === null);
  await api.run('chat.ask', asked());
  const rows = await until(api, { kind: 'outbox' }, (found) => found.length === 1);
  expect(rows).toMatchObject([{ label: 'transcriptImport', state: 'attention' }]);
});
