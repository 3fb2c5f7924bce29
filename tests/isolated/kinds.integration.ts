/**
 * A kind of document requires only its declaration and an entry in the list: it is edited on several replicas, reaches
 * the server, merges by its declared rules, is searched, listed while pending, and deleted with its parent. Fails if a
 * part of the engine or the server has its own list of kinds.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Workspace } from '../../sync/engine/host/workspace';
import type { SearchResult } from '../../sync/ranking/answer';
import { spaceOf } from '../../sync/model/ids';
import { KIND_NAMES, type KindName } from '../../sync/model/kinds';
import { CallError } from '../../sync/protocol/errors';
import type { AnyPushPolicy } from '../../server/sync/sync';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../support/engine-device';
import { ServerFixture } from '../support/fuzz/server-fixture';
import { openServers, type Servers } from '../support/fuzz/servers';
import type { Idea } from '../support/throwaway-kind';

vi.mock('../../sync/model/kinds/list', async (original) => ({
  ...(await original<object>()),
  ideas: (await import('../support/throwaway-kind')).ideas,
}));

const IDEAS = 'ideas' as KindName;
const policy = {
  collection: IDEAS,
  check: async ({ after }: { after: unknown }) => {
    if ((after as Idea | null)?.title === 'Forbidden') throw new CallError('NO_PERMISSION');
  },
} as unknown as AnyPushPolicy;

let servers: Servers;
let server: ServerFixture;
const devices: Replicated[] = [];

beforeAll(async () => {
  servers = await openServers('pglite');
});
afterAll(() => servers.close());
let companies = 0;
beforeEach(async () => {
  server = new ServerFixture(servers.each, `kinds${(companies += 1)}`, [policy]);
  await server.setPerson('ann', true, []);
});
afterEach(async () => {
  const errors = [];
  for (const { device } of devices.splice(0)) {
    await device.close();
    errors.push(...device.errors);
  }
  server.close();
  expect(errors).toEqual([]);
});

/** One device of a person; it receives no pokes and pulls on request. */
class Replicated {
  online = true;
  readonly device: EngineDevice;

  private constructor(collections: KindName[]) {
    this.device = engineDevice({ fetch: (input, init) => this.fetch(input, init), collections, searchGatherMs: 1 });
  }

  static async open(collections: KindName[] = ['projects', IDEAS]): Promise<Replicated> {
    const replicated = new Replicated(collections);
    devices.push(replicated);
    await replicated.device.api.open({ refresh: true });
    await synced(replicated.device.api);
    return replicated;
  }

  get documents(): Workspace['documents'] {
    return (this.device.api as unknown as { workspace$: { value: Workspace } }).workspace$.value.documents;
  }

  async idea(id: string): Promise<Idea | null> {
    return (await this.documents.get(IDEAS, id)) as unknown as Idea | null;
  }

  /** Pushes all local changes and pulls all changes of the server. */
  async exchange(): Promise<void> {
    this.online = true;
    await this.device.api.hint('focus');
    await until(
      this.device.api,
      { kind: 'status' },
      (s) => s.connection.state === 'online' && s.waiting.documents === 0,
    );
    await eventually(() => this.device.api.refresh(), 'the server is asked');
    await until(this.device.api, { kind: 'status' }, (s) => s.waiting.documents === 0);
  }

  private async fetch(input: string, init: RequestInit): Promise<Response> {
    if (!this.online) throw new TypeError('fetch failed');
    if (input.endsWith('/sync/stream')) return new Response('', { status: 502 });
    const headers = { ...(init.headers as Record<string, string>), authorization: 'Bearer ann' };
    return server.serve(input.replace(/^https?:\/\/[^/]+/, ''), { ...init, signal: null, headers });
  }
}

const ideaOf = (id: string, projectId: string, more: Partial<Idea> = {}) => ({
  id,
  space: spaceOf('project', projectId),
  projectId,
  parentId: '',
  position: 0,
  title: `Idea ${id}`,
  tags: ['first'],
  votes: 1,
  creatorId: 'ann',
  abilities: ['update', 'delete'],
  ...more,
});

const onServer = async (id: string): Promise<(Idea & { deleted: boolean }) | undefined> => {
  const row = (await server.rows()).find((each) => each.collection === IDEAS && each.id === id);
  return row && ({ ...row.data, deleted: row.deleted } as unknown as Idea & { deleted: boolean });
};

test('a declared kind is edited on two replicas, reaches the server, and its conflict merges by its rules', async () => {
  expect(KIND_NAMES).toContain(IDEAS);
  const here = await Replicated.open();
  const { id: projectId } = await here.device.api.run('project.create', { title: 'Cellar' });
  await here.exchange();
  here.online = false;
  await here.documents.create(IDEAS, ideaOf('i1', projectId));
  await until(here.device.api, { kind: 'outbox' }, (rows) =>
    rows.some((row) => row.label === 'idea' && row.title === 'Idea i1' && row.link === '/idea/i1'),
  );
  await here.exchange();
  expect(await onServer('i1')).toMatchObject({ title: 'Idea i1', votes: 1, deleted: false });

  const there = await Replicated.open();
  await until(
    there.device.api,
    { kind: 'find', collection: IDEAS, selector: { projectId } },
    (ideas) => ideas.length === 1,
  );
  for (const each of [here, there]) each.online = false;
  await there.documents.change(IDEAS, 'i1', () => ({ title: 'Wine', tags: ['first', 'there'], votes: 7 }));
  await here.documents.change(IDEAS, 'i1', () => ({ title: 'Cheese', tags: ['here', 'first'], votes: 3 }));
  for (const each of [there, here, there]) await each.exchange();

  const merged = { title: 'Cheese', tags: expect.arrayContaining(['first', 'here', 'there']), votes: 7 };
  expect(await onServer('i1')).toMatchObject(merged);
  for (const each of [here, there]) expect(await each.idea('i1')).toMatchObject(merged);
  await until(
    here.device.api,
    { kind: 'conflictVersions' },
    ([side]) => side?.collection === IDEAS && side.theirs === 'Wine',
  );

  await eventually(async () => {
    const { results } = await there.device.api.search('cheese');
    return results.some((result: SearchResult) => result.collection === (IDEAS as string) && result.id === 'i1');
  }, 'found by search');
});

test('the indexes of its store serve a declared kind, beside other kinds', async () => {
  const here = await Replicated.open();
  const { id: projectId } = await here.device.api.run('project.create', { title: 'Attic' });
  await here.documents.create(IDEAS, ideaOf('top', projectId));
  for (const position of [2, 0, 1])
    await here.documents.create(IDEAS, ideaOf(`c${position}`, projectId, { parentId: 'top', position }));
  const children = await until(
    here.device.api,
    { kind: 'find', collection: IDEAS, selector: { parentId: 'top' }, sort: [{ position: 'asc' }] },
    (ideas) => ideas.length === 3,
  );
  expect(children.map(({ id }) => id)).toEqual(['c0', 'c1', 'c2']);
  expect(
    await until(here.device.api, { kind: 'count', collection: IDEAS, selector: { projectId } }, (n) => n > 0),
  ).toBe(4);
  expect(await until(here.device.api, { kind: 'find', collection: 'projects' }, (all) => all.length > 0)).toHaveLength(
    1,
  );
});

test("a rejected document of a declared kind needs attention, and a project's documents are deleted with it", async () => {
  const here = await Replicated.open();
  // does not hold the kind: the server alone deletes the documents of the project
  const there = await Replicated.open(['projects']);
  const { id: projectId } = await here.device.api.run('project.create', { title: 'Garden' });
  await here.documents.create(IDEAS, ideaOf('kept', projectId));
  await here.documents.create(IDEAS, ideaOf('bad', projectId, { title: 'Forbidden' }));
  await until(
    here.device.api,
    { kind: 'rejectedChanges' },
    ([item]) => item?.collection === IDEAS && item.documentId === 'bad' && item.code === 'NO_PERMISSION',
  );
  await here.exchange();
  await there.exchange();
  expect(await onServer('kept')).toMatchObject({ deleted: false });
  await there.device.api.run('project.delete', { id: projectId });
  await there.exchange();
  expect(await onServer('kept')).toMatchObject({ deleted: true });
  await here.exchange();
  expect(await here.idea('kept')).toBeNull();
});
