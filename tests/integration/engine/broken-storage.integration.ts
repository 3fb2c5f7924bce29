/**
 * Databases that cannot be opened. RxDB caches a failed opening by name for the life of a process; therefore each start
 * renames the databases, as a new process would see them.
 */
// First import: Dexie reads the global IndexedDB when it is loaded.
import { leanStorage } from '../../../sync/engine/storage/lean-storage';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { IDBKeyRange } from 'fake-indexeddb';
import type { RxStorage } from 'rxdb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BrokenDisk, databaseNames, rename } from '../../support/damaged-disk';
import { ScriptedServer } from '../../support/scripted-server';

let server: ScriptedServer;
let disk: BrokenDisk;
let cut: boolean;
let lossCounters: Map<string, string>;
let open: EngineDevice[];
let starts = 0;

beforeEach(() => {
  server = new ScriptedServer();
  disk = new BrokenDisk();
  cut = false;
  lossCounters = new Map();
  open = [];
});
afterEach(async () => {
  for (const device of open) await device.close();
});

/**
 * The storage with handled rejections: RxDB handles them with the first use, but Node reports unhandled ones earlier.
 */
function storage(): RxStorage<unknown, unknown> {
  const made = Object.assign(leanStorage({ indexedDB: disk, IDBKeyRange }), { name: `dexie-of-start-${starts}` });
  const create = made.createStorageInstance.bind(made);
  made.createStorageInstance = async (parameters) => {
    const instance = await create(parameters);
    (instance.internals as Promise<unknown>).catch(() => undefined);
    return instance;
  };
  return made;
}

/** A start in a new process on the same disk. */
async function start(): Promise<EngineDevice> {
  for (const device of open.splice(0)) await device.close();
  rename(disk, `broken${starts}-`, `broken${(starts += 1)}-`);
  const device = engineDevice({
    fetch: async (input, init) => {
      if (cut) throw new TypeError('fetch failed');
      return server.fetch(input, init);
    },
    lossCounter: {
      read: (account) => lossCounters.get(account) ?? null,
      write: (account, value) => {
        if (value === null) lossCounters.delete(account);
        else lossCounters.set(account, value);
      },
    },
    storage,
    disk: { indexedDB: disk, prefix: `broken${starts}-` },
  });
  open.push(device);
  return device;
}

/** A used device with a project of the server; with `unsent` also an unsent one. */
async function useDevice(unsent: boolean): Promise<void> {
  server.put('projects', { id: 'p1', space: 'project:p1', title: 'Of the server', abilities: ['update'] });
  const device = await start();
  await device.api.open({ refresh: false });
  await synced(device.api);
  if (!unsent) return;
  cut = true;
  await device.api.run('project.create', { title: 'Only here' });
  await eventually(() => [...lossCounters.values()].join().includes('"documents":1'), 'the loss counter is up to date');
}

const BROKEN = { code: 'DEVICE_STORAGE_BROKEN' };

test('a replica with unsent documents cannot be opened: nothing is deleted before the person confirms, and the loss is reported', async () => {
  await useDevice(true);
  const before = databaseNames(disk);
  disk.broken = /--items$/;
  const first = await start();
  await expect(first.api.open({ refresh: false })).rejects.toMatchObject({
    ...BROKEN,
    details: { params: { count: 1 } },
  });
  expect(databaseNames(disk).length).toBe(before.length);
  // The browser may be able to open it the next time.
  disk.broken = null;
  const lucky = await start();
  await lucky.api.open({ refresh: false });
  await until(lucky.api, { kind: 'count', collection: 'projects' }, (n) => n === 2);
  disk.broken = /--items$/;
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

test('a replica without pending documents is rebuilt automatically', async () => {
  await useDevice(false);
  disk.broken = /--items$/;
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

test('the device database cannot be opened: starting over deletes only it, and the documents are preserved', async () => {
  await useDevice(true);
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
    'pending documents are sent',
  );
});

test('the stored account cannot be read: starting over deletes no work', async () => {
  await useDevice(true);
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

test('the search index cannot be opened: it is rebuilt without affecting anything else', async () => {
  await useDevice(false);
  disk.broken = /satchel-search/;
  const device = await start();
  await device.api.open({ refresh: false });
  await synced(device.api);
  await eventually(async () => (await device.api.search('server')).results.length === 1, 'found with a new index');
  expect(device.errors).toEqual([]);
});
