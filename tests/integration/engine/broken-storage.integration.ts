/**
 * Databases that cannot be opened at all. RxDB remembers a failed opening by its name for the life of a process, so that each start
 * here finds the databases under new names, as a new process would.
 */
// first: Dexie looks for IndexedDB when it is loaded
import { engineDevice, eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { IDBKeyRange } from 'fake-indexeddb';
import type { RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BrokenDisk, databaseNames, rename } from '../../support/damaged-disk';
import { ScriptedServer } from '../../support/scripted-server';

let server: ScriptedServer;
let disk: BrokenDisk;
let cut: boolean;
let kept: Map<string, string>;
let open: EngineDevice[];
let starts = 0;

beforeEach(() => {
  server = new ScriptedServer();
  disk = new BrokenDisk();
  cut = false;
  kept = new Map();
  open = [];
});
afterEach(async () => {
  for (const device of open) await device.close();
});

/** The storage with its rejected openings heard: RxDB leaves that to the first use, which Node takes for nobody's. */
function storage(): RxStorage<unknown, unknown> {
  const made = Object.assign(getRxStorageDexie({ indexedDB: disk, IDBKeyRange }), { name: `dexie-of-start-${starts}` });
  const create = made.createStorageInstance.bind(made);
  made.createStorageInstance = async (parameters) => {
    const instance = await create(parameters);
    (instance.internals as Promise<unknown>).catch(() => undefined);
    return instance;
  };
  return made as unknown as RxStorage<unknown, unknown>;
}

/** A start in a new process, on the same disk. */
async function start(): Promise<EngineDevice> {
  for (const device of open.splice(0)) await device.close();
  rename(disk, `broken${starts}-`, `broken${(starts += 1)}-`);
  const device = engineDevice({
    fetch: async (input, init) => {
      if (cut) throw new TypeError('fetch failed');
      return server.fetch(input, init);
    },
    lossCounter: {
      read: (account) => kept.get(account) ?? null,
      write: (account, value) => {
        if (value === null) kept.delete(account);
        else kept.set(account, value);
      },
    },
    storage,
    disk: { indexedDB: disk, prefix: `broken${starts}-` },
  });
  open.push(device);
  return device;
}

/** Used before: a project of the server's; with `unsent` one of its own that the server does not have. */
async function used(unsent: boolean): Promise<void> {
  server.put('projects', { id: 'p1', space: 'project:p1', title: 'Of the server', abilities: ['update'] });
  const device = await start();
  await device.api.open({ refresh: false });
  await synced(device.api);
  if (!unsent) return;
  cut = true;
  await device.api.run('project.create', { title: 'Only here' });
  await eventually(() => [...kept.values()].join().includes('"documents":1'), 'the witness knows');
}

const BROKEN = { code: 'DEVICE_STORAGE_BROKEN' };

test('the replica cannot be opened and holds what is nowhere else: nothing is deleted before the person says so, and then it is told', async () => {
  await used(true);
  const before = databaseNames(disk);
  disk.broken = /--projects$/;
  const first = await start();
  await expect(first.api.open({ refresh: false })).rejects.toMatchObject({
    ...BROKEN,
    details: { params: { count: 1 } },
  });
  expect(databaseNames(disk).length).toBe(before.length);
  // the browser may be able to, the next time
  disk.broken = null;
  const lucky = await start();
  await lucky.api.open({ refresh: false });
  await until(lucky.api, { kind: 'count', collection: 'projects' }, (n) => n === 2);
  disk.broken = /--projects$/;
  cut = false;
  const last = await start();
  await expect(last.api.open({ refresh: false })).rejects.toMatchObject(BROKEN);
  await last.api.startOver();
  const device = await start();
  await device.api.open({ refresh: false });
  await until(device.api, { kind: 'loss' }, (l) => l?.extent === 'part' && l.unsent?.documents === 1);
  await synced(device.api);
  await until(
    device.api,
    { kind: 'find', collection: 'projects' },
    (list) => list.length === 1 && list[0]!.title === 'Of the server',
  );
});

test('a replica in which nothing waited comes again by itself', async () => {
  await used(false);
  disk.broken = /--projects$/;
  const first = await start();
  await expect(first.api.open({ refresh: false })).rejects.toMatchObject({
    ...BROKEN,
    details: { params: { count: 0, mended: 1 } },
  });
  const device = await start();
  await device.api.open({ refresh: false });
  await synced(device.api);
  await until(device.api, { kind: 'count', collection: 'projects' }, (n) => n === 1);
  await until(device.api, { kind: 'loss' }, (l) => l !== null && Object.values(l.unsent!).every((n) => n === 0));
});

test('the device database cannot be opened: starting over takes it alone, and the documents stay', async () => {
  await used(true);
  disk.broken = /satchel-device/;
  const first = await start();
  await expect(first.api.open({ refresh: false })).rejects.toMatchObject({
    ...BROKEN,
    details: { params: { count: 0 } },
  });
  await first.api.startOver();
  cut = false;
  const device = await start();
  await device.api.open({ refresh: false });
  await synced(device.api);
  await eventually(
    () => [...server.rows('projects').values()].some(({ doc }) => doc['title'] === 'Only here'),
    'what waited in the documents is sent',
  );
});

test('who is signed in cannot be read: starting over takes nothing of the work', async () => {
  await used(true);
  disk.broken = /satchel-accounts/;
  const first = await start();
  await expect(first.api.open({ refresh: false })).rejects.toMatchObject(BROKEN);
  await first.api.startOver();
  cut = false;
  const device = await start();
  await device.api.open({ refresh: true });
  await synced(device.api);
  expect([...server.rows('projects').values()].some(({ doc }) => doc['title'] === 'Only here')).toBe(true);
  await until(device.api, { kind: 'loss' }, (l) => l === null);
});

test('the search index cannot be opened: it is made again, and everything else knows nothing of it', async () => {
  await used(false);
  disk.broken = /satchel-search/;
  const device = await start();
  await device.api.open({ refresh: false });
  await synced(device.api);
  await eventually(async () => (await device.api.search('server')).results.length === 1, 'found with a new index');
  expect(device.errors).toEqual([]);
});
