/**
 * The first sync of a device with the real server code: truncated at any byte, answered by proxies and portals, with
 * concurrent writes, access changes and local edits. At the end the device equals the database.
 */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { gzipSync } from 'node:zlib';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { RxStorage } from 'rxdb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Fetch } from '../../../sync/engine/storage/environment';
import { leanStorage } from '../../../sync/engine/storage/lean-storage';
import type { SyncStatus } from '../../../sync/model/sync-status';
import type { Workspace } from '../../../sync/engine/host/workspace';
import type { KindName } from '../../../sync/model/kinds';
import { describeOnEngines } from '../../support/database';
import { engineDevice, synced, until, type DeviceSetup, type EngineDevice } from '../../support/engine-device';
import { ServerFixture } from '../../support/fuzz/server-fixture';
import { Choices } from '../../support/fuzz/random';
import { createParts, type Parts } from '../../support/parts';
import { html } from '../../support/scripted-server';

const NAMES: KindName[] = ['projects', 'notes', 'noteContents'];
const CHANGES = '/api/core/sync/changes';
let companies = 0;

/** A response that breaks off after `bytes` bytes. */
async function cutAfter(answer: Response, bytes: number): Promise<Response> {
  const whole = new Uint8Array(await answer.arrayBuffer());
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent || bytes === 0) return controller.error(new TypeError('terminated'));
      sent = true;
      controller.enqueue(whole.slice(0, bytes));
    },
  });
  return new Response(body, { status: answer.status, headers: answer.headers });
}

describeOnEngines('a first sync', (engine) => {
  let parts: Parts;
  let server: ServerFixture;
  /** company of the tests without server writes; filled once */
  let unchangedServer: ServerFixture | null = null;
  let device: EngineDevice | null = null;
  /** handles a request for changes; passes it on by default */
  let respond: (
    answer: () => Promise<Response>,
    body: { collections: { name: string; checkpoint: unknown }[] },
  ) => Promise<Response> = (answer) => answer();
  let requestCount = 0;
  beforeAll(async () => {
    parts = await createParts(engine);
  });
  afterAll(async () => {
    unchangedServer?.close();
    await parts.close();
  });
  beforeEach(() => {
    [respond, requestCount] = [(answer) => answer(), 0];
  });
  afterEach(async () => {
    await device?.close();
    expect(device?.errors ?? []).toEqual([]);
    device = null;
    if (server !== unchangedServer) server.close();
  });
  const filledServer = async (): Promise<ServerFixture> => {
    server = new ServerFixture([parts], `f${engine}${(companies += 1)}`);
    for (const id of ['ann', 'ben']) await server.setPerson(id, true, [`${server.companyId}-side`]);
    for (const space of ['a', 'b', 'c']) await access(space, true);
    await fill('a', 0, 400);
    await fill('b', 400, 700);
    return server;
  };
  const useUnchangedServer = async (): Promise<ServerFixture> => (server = unchangedServer ??= await filledServer());

  const id = (name: string): string => `${name}x${server.companyId}`;
  const access = (project: string, annToo: boolean): Promise<void> =>
    server.write(server.companyId, async (tx) => {
      const space = `project:${id(project)}`;
      await tx.setAccess(space, {
        members: [
          { userId: 'ben', role: 'owner' },
          ...(annToo ? [{ userId: 'ann', role: 'contributor' as const }] : []),
        ],
      });
      if (await tx.get('projects', id(project))) return;
      await tx.put('projects', id(project), {
        space,
        title: `Project ${project}`,
        description: '',
        instructions: '',
        ownerId: 'ben',
        contributorUserIds: [],
        contributorDepartmentIds: [],
        shareRange: 'private',
        shareUserIds: [],
        shareDepartmentIds: [],
        webSearchEnabled: false,
        createdAt: 1,
      });
    });
  const fill = (project: string, from: number, to: number): Promise<void> =>
    server.write(server.companyId, async (tx) => {
      const space = `project:${id(project)}`;
      for (let i = from; i < to; i += 1) {
        await tx.put('notes', id(`n${i}`), {
          space,
          projectId: id(project),
          title: `Note ${i}`,
          snippet: 'x'.repeat(300),
          type: 'note',
          creatorId: 'ben',
          shareRange: 'project',
          words: 1,
          characters: 1,
          createdAt: 1,
        });
        await tx.put('noteContents', id(`n${i}`), {
          space,
          subject: 'note',
          subjectId: id(`n${i}`),
          creatorId: 'ben',
          state: '',
        });
      }
    });

  async function open(setup: Partial<DeviceSetup> = {}): Promise<EngineDevice> {
    const fetch: Fetch = async (input, init) => {
      const path = input.replace(/^https?:\/\/[^/]+/, '');
      const answer = (): Promise<Response> =>
        server.serve(path, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), authorization: 'Bearer ann' },
        });
      if (path !== CHANGES) return answer();
      requestCount += 1;
      return respond(answer, JSON.parse(String(init.body)) as never);
    };
    const opened = engineDevice({ fetch, collections: NAMES, ...setup });
    device = opened;
    await opened.api.open({ refresh: false });
    return opened;
  }
  const documents = (of: EngineDevice) =>
    (of.api as unknown as { workspace$: { value: Workspace } }).workspace$.value.documents;

  /**
   * Waits until the device equals the database. A poke or a poll would deliver the writes of others; here pausing and
   * resuming triggers a pull.
   */
  async function equalToDatabase(of: EngineDevice): Promise<void> {
    await of.api.setPaused(true);
    await of.api.setPaused(false);
    await synced(of.api);
    for (const name of NAMES) {
      const expected = (await server.visible('ann', [name])).get(name)!;
      await until(of.api, { kind: 'count', collection: name as 'notes' }, (count) => count === expected.size);
      const here = await documents(of).find(name, {});
      expect(new Map(here.map((doc) => [doc.id, doc.rev])), name).toEqual(
        new Map([...expected].map(([key, doc]) => [key, (doc as { rev: string }).rev])),
      );
    }
  }

  /** for tests that are independent of the database; they run on one engine only */
  const once = (name: string, test: () => Promise<void>): void => {
    if (engine === 'pglite') it(name, test);
  };

  it('arrives in one response, newest first, with its total, after one request', async () => {
    await useUnchangedServer();
    const seen: { documents: number; total: number }[] = [];
    let shown = (): void => {};
    const isShown = new Promise<void>((resolve) => {
      shown = resolve;
    });
    // Status updates are throttled: the documents follow after the total was shown.
    respond = async (answer) => {
      const [text, type] = [await (await answer()).text(), { 'content-type': 'application/x-ndjson' }];
      const head = text.indexOf('\n', text.indexOf('"kind":"total"')) + 1;
      if (!text.includes('"kind":"total"')) return new Response(text, { headers: type });
      const pieces = new TextEncoder();
      return new Response(
        new ReadableStream({
          start: async (to) => {
            to.enqueue(pieces.encode(text.slice(0, head)));
            await isShown;
            to.enqueue(pieces.encode(text.slice(head)));
            to.close();
          },
        }),
        { headers: type },
      );
    };
    const laptop = await open();
    await laptop.api.live({ kind: 'status' }, (value) => {
      const status = value as SyncStatus;
      if (status.firstSync) seen.push({ documents: status.firstSyncDocuments, total: status.firstSyncTotal });
      if (status.firstSyncTotal > 0) shown();
    });
    await synced(laptop.api);
    await equalToDatabase(laptop);
    expect((await documents(laptop).find('notes', {})).length).toBe(700);
    expect(seen.some(({ total }) => total === 700 * 2 + 3)).toBe(true);
    expect(seen.every(({ documents: came, total }) => total === 0 || came <= total)).toBe(true);
    expect(requestCount).toBeLessThanOrEqual(3);
  });

  once('is requested once, while the databases are still being created', async () => {
    await useUnchangedServer();
    let onRequest = (): void => {};
    const question = new Promise<void>((resolve) => {
      onRequest = resolve;
    });
    respond = (answer) => {
      onRequest();
      return answer();
    };
    // The databases of the replica are created after the request was sent.
    const storage = (): RxStorage<unknown, unknown> => {
      const lean = leanStorage({ indexedDB, IDBKeyRange });
      return Object.assign(Object.create(lean), {
        name: 'slow',
        createStorageInstance: async (params: never) => {
          await question;
          return lean.createStorageInstance(params);
        },
      }) as never;
    };
    const indexedDB = new IDBFactory();
    const laptop = await open({ storage, disk: { indexedDB, prefix: `slow${engine}-` } });
    await synced(laptop.api);
    expect((await documents(laptop).find('notes', {})).length).toBe(700);
    await equalToDatabase(laptop);
    expect(requestCount).toBeLessThanOrEqual(3);
  });

  once('is not requested early by a device with data', async () => {
    await useUnchangedServer();
    await open();
    await synced(device!.api);
    const disk = { indexedDB: device!.indexedDB, prefix: device!.prefix };
    await device!.close();
    let opening = true;
    const early: unknown[] = [];
    respond = (answer, body) => {
      if (opening) early.push(body);
      return answer();
    };
    const storage = (): RxStorage<unknown, unknown> => {
      const lean = leanStorage({ indexedDB: disk.indexedDB, IDBKeyRange });
      return Object.assign(Object.create(lean), {
        name: 'again',
        createStorageInstance: async (params: never) => {
          const made = await lean.createStorageInstance(params);
          opening = (made as { collectionName: string }).collectionName !== 'contents';
          return made;
        },
      }) as never;
    };
    await equalToDatabase(await open({ storage, disk }));
    expect(early).toEqual([]);
  });

  it('continues after being truncated at any byte, with concurrent writes and access changes, and loses no local edit', async () => {
    await filledServer();
    const seed = Number(process.env['SYNC_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    console.info(`SYNC_SEED=${seed} (${engine})`);
    const choices = new Choices(seed);
    let cuts = 0;
    let resumed = 0;
    const others = async (): Promise<void> => {
      const project = choices.pick(['a', 'b', 'c']);
      switch (choices.below(4)) {
        case 0:
          return fill(project, 1_000 + cuts * 10, 1_004 + cuts * 10);
        case 1:
          return access(project, choices.chance(0.6));
        case 2:
          // even ones move, odd ones are deleted: a deleted note cannot move
          await server.write(server.companyId, (tx) =>
            tx.put('notes', id(`n${choices.below(200) * 2}`), {
              space: `project:${id(project)}`,
              projectId: id(project),
            }),
          );
          return;
        default:
          await server.write(server.companyId, (tx) => tx.remove('notes', id(`n${choices.below(350) * 2 + 1}`)));
      }
    };
    respond = async (answer, body) => {
      if (body.collections.some(({ checkpoint }) => checkpoint)) resumed += 1;
      if (cuts >= 12) return answer();
      const whole = await answer();
      const bytes = (await whole.clone().arrayBuffer()).byteLength;
      await others();
      cuts += 1;
      return cutAfter(whole, choices.below(bytes));
    };
    const laptop = await open();
    await until(laptop.api, { kind: 'status' }, (status) => status.connection.state === 'online');
    const { id: mine } = await laptop.api.run('project.create', { title: 'Made meanwhile' });
    await laptop.api.run('note.create', { projectId: mine, title: 'Here first' });
    await until(laptop.api, { kind: 'status' }, (status) => !status.firstSync && status.lastSyncAt > 0);
    expect(cuts).toBe(12);
    expect(resumed).toBeGreaterThan(0);
    await equalToDatabase(laptop);
    expect((await server.visible('ann', ['projects'])).get('projects')!.get(mine)).toMatchObject({
      title: 'Made meanwhile',
    });
  });

  once('rejects foreign responses: portal pages, invalid lines, a truncated line', async () => {
    await useUnchangedServer();
    const foreignResponses: (() => Response)[] = [
      () => html(),
      () => html(502),
      () => new Response('not json\n', { headers: { 'content-type': 'application/x-ndjson' } }),
      () => new Response('null\n', { headers: { 'content-type': 'application/x-ndjson' } }),
      () =>
        new Response(
          '{"kind":"page","collection":"notes","documents":[{"title":"no id"}],"checkpoint":{"seq":1,"id":"","floor":1},"more":false}\n',
          { headers: { 'content-type': 'application/x-ndjson' } },
        ),
      () =>
        new Response('{"kind":"begin","seq":1}\n{"kind":"page","coll', {
          headers: { 'content-type': 'application/x-ndjson' },
        }),
      () => new Response(gzipSync('{}'), { headers: { 'content-type': 'application/x-ndjson' } }),
      () => Response.json({ success: true, data: {} }),
    ];
    respond = async (answer) => foreignResponses.shift()?.() ?? answer();
    const laptop = await open();
    await until(laptop.api, { kind: 'status' }, (status) => !status.firstSync && status.lastSyncAt > 0);
    expect(foreignResponses).toEqual([]);
    await equalToDatabase(laptop);
  });

  once('ignores unknown kinds of lines, and pulls each collection from a server without the call', async () => {
    await useUnchangedServer();
    let old = false;
    respond = async (answer) => {
      if (old) return Response.json({ success: false, error: 'HTTP_404', message: '' }, { status: 404 });
      const lines = (await (await answer()).text()).split('\n');
      return new Response(
        lines.flatMap((line) => [line, ...(line ? ['{"kind":"weather","degrees":21}'] : [])]).join('\n'),
        { headers: { 'content-type': 'application/x-ndjson' } },
      );
    };
    await equalToDatabase(await open());
    await device!.close();
    old = true;
    await equalToDatabase(await open());
    expect((await documents(device!).find('notes', {})).length).toBe(700);
  });

  once('continues after the process was killed', async () => {
    await useUnchangedServer();
    let first = true;
    respond = async (answer) => {
      if (!first) return answer();
      first = false;
      const whole = await answer();
      return cutAfter(whole, Math.floor((await whole.clone().arrayBuffer()).byteLength * 0.7));
    };
    const laptop = await open();
    await until(laptop.api, { kind: 'count', collection: 'notes' }, (count) => count >= 500);
    await laptop.kill();
    device = laptop.reopen();
    await device.api.open({ refresh: false });
    await equalToDatabase(device);
  });

  it('a document that was sent ahead and became invisible meanwhile is removed', async () => {
    await filledServer();
    let first = true;
    respond = async (answer) => {
      if (!first) return answer();
      first = false;
      const whole = await (await answer()).text();
      const ahead = whole.split('\n').findIndex((line) => line.includes('"ahead","collection":"notes"'));
      expect(ahead).toBeGreaterThan(0);
      await access('b', false);
      return new Response(
        `${whole
          .split('\n')
          .slice(0, ahead + 1)
          .join('\n')}\n`,
        { headers: { 'content-type': 'application/x-ndjson' } },
      );
    };
    const laptop = await open();
    await until(laptop.api, { kind: 'status' }, (status) => !status.firstSync && status.lastSyncAt > 0);
    await equalToDatabase(laptop);
    expect((await documents(laptop).find('notes', {})).length).toBe(400);
  });
});
