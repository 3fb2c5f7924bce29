/** Databases that are deleted under an open tab: what is in memory is written into new ones and sent, and nothing is claimed meanwhile. */
// first: Dexie looks for IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import { forceCloseDatabase, type IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import type { StorageState } from '../../../sync/engine/host/api';
import { synced, until, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line, typed } from '../../support/engine-suite';

const suite = engineSuite();
interface Raw {
  connections: { close(): void; _closed?: boolean }[];
}
const rawOf = (indexedDB: IDBFactory): Map<string, Raw> =>
  (indexedDB as unknown as { _databases: Map<string, Raw> })._databases;

/** As any script of the origin may do it, or another tab. */
async function deleteAll({ indexedDB }: EngineDevice): Promise<void> {
  await Promise.all(
    (await indexedDB.databases()).map(
      ({ name = '' }) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = () => resolve();
          request.onerror = () => reject(request.error!);
        }),
    ),
  );
}

/** As the browser does it that clears the data of the site: connections end, files go. */
async function clearData({ indexedDB }: EngineDevice): Promise<void> {
  const raw = rawOf(indexedDB);
  for (const [name, { connections }] of [...raw]) {
    raw.delete(name);
    for (const connection of [...connections]) forceCloseDatabase(connection as never);
  }
}

const WAYS: [string, (device: EngineDevice) => Promise<void>][] = [
  ['deleteDatabase', deleteAll],
  ['the clear-data command of the browser', clearData],
];

test.each(WAYS)('%s: what waits and what is open is written anew and sent, offline too', async (_, remove) => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const { id: projectId } = await device.api.run('project.create', { title: 'Sent before' });
  const { id: noteId } = await device.api.run('note.create', { projectId, title: 'Open' });
  await synced(device.api);
  line.cut = true;
  await device.api.hint('offline');
  await until(device.api, { kind: 'status' }, (s) => s.connection.state === 'offline');
  await device.api.run('project.create', { title: 'Never sent', id: 'p-waiting' });
  const text = await device.api.openText(noteId, () => {});
  const { update, state: inEditor } = typed(text.state, 'words in a tunnel');
  await text.append(update);

  const states: StorageState['state'][] = [];
  const end = await device.api.live({ kind: 'storage' }, (value) => states.push((value as StorageState).state));
  await remove(device);
  await until(device.api, { kind: 'storage' }, ({ state }) => state === 'restored');
  end();
  expect(states).toEqual(['whole', 'deleted', 'restored']);
  expect(await (await device.api.salvagedFile())!.blob.text()).toContain('words in a tunnel');

  // the editor has what was typed and saves it anew, into the text as it is now
  const again = await device.api.openText(noteId, () => {});
  expect(again.writable).toBe(true);
  await again.append(inEditor);
  await again.compact();
  await until(device.api, { kind: 'one', collection: 'projects', id: 'p-waiting' }, (p) => p?.title === 'Never sent');
  expect(await device.api.textOf(noteId, 'text')).toContain('words in a tunnel');
  line.cut = false;
  await device.api.hint('online');
  await synced(device.api);
  expect(suite.server.doc('projects', 'p-waiting')).toMatchObject({ title: 'Never sent' });
  expect(String(suite.server.doc('noteContents', noteId)?.['state'])).not.toBe('');
  // it is on the disk as well: a new start has it
  await device.close();
  const next = await suite.again(device);
  expect(await next.api.textOf(noteId, 'text')).toContain('words in a tunnel');
});

test('an account that another tab erases is left, not restored', async () => {
  const device = await suite.device();
  await device.api.run('project.create', { title: 'Mine' });
  await synced(device.api);
  const states: StorageState['state'][] = [];
  await device.api.live({ kind: 'storage' }, (value) => states.push((value as StorageState).state));
  await device.api.logout({ force: true });
  await until(device.api, { kind: 'account' }, (account) => account === null);
  expect(states).toEqual(['whole']);
  expect(await device.api.salvagedFile()).toBeNull();
});

test('a sign-out forgets what was kept in memory of deleted databases', async () => {
  const device = await suite.device();
  await device.api.run('project.create', { title: 'Mine' });
  await synced(device.api);
  await deleteAll(device);
  await until(device.api, { kind: 'storage' }, ({ state }) => state === 'restored');
  expect(await device.api.salvagedFile()).not.toBeNull();
  await device.api.logout({ force: true });
  expect(await device.api.salvagedFile()).toBeNull();
  await until(device.api, { kind: 'storage' }, ({ state }) => state === 'whole');
});
