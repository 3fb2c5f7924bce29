/** Databases deleted under an open tab: the data in memory is written into new ones and sent; until then no document counts as stored. */
// imported first: Dexie reads the global IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import { forceCloseDatabase, type IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import type { StorageState } from '../../../sync/engine/host/api';
import { textOfState } from '../../../sync/merge/note-text';
import { fromBase64 } from '../../../sync/merge/yjs';
import { synced, until, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line, typed } from '../../support/engine-suite';

const suite = engineSuite();
interface Raw {
  connections: { close(): void; _closed?: boolean }[];
}
const rawOf = (indexedDB: IDBFactory): Map<string, Raw> =>
  (indexedDB as unknown as { _databases: Map<string, Raw> })._databases;

/** Deletes them as a script of the origin, or another tab, does. */
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

/** Deletes them as the browser's "clear site data" does: connections close, files are deleted. */
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

test.each(WAYS)('%s: pending documents and open texts are written again and sent, also offline', async (_, remove) => {
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

  // the editor still has the typed text and saves it into the current text
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
  // it is on disk, too: a new start finds it
  await device.close();
  const next = await suite.again(device);
  expect(await next.api.textOf(noteId, 'text')).toContain('words in a tunnel');
});

test('a text whose row was stored before it is saved again, although no editor has it any more', async () => {
  const device = await suite.device();
  const { id: projectId } = await device.api.run('project.create', { title: 'Sent before' });
  const { id: noteId } = await device.api.run('note.create', { projectId, title: 'Open' });
  await synced(device.api);
  const text = await device.api.openText(noteId, () => {});
  await text.append(typed(text.state, 'words in a tunnel').update);
  // as a compaction writes it before the text
  suite.server.put('notes', { ...suite.server.doc('notes', noteId)!, snippet: 'words', words: 4, characters: 14 });
  await until(device.api, { kind: 'one', collection: 'notes', id: noteId }, (note) => note?.characters === 14);
  await clearData(device);
  await until(device.api, { kind: 'storage' }, ({ state }) => state === 'restored');
  const again = await device.api.openText(noteId, () => {});
  expect([again.writable, textOfState(again.state)]).toEqual([true, 'words in a tunnel']);
  await again.close();
  await synced(device.api);
  expect(textOfState(fromBase64(String(suite.server.doc('noteContents', noteId)?.['state'])))).toBe(
    'words in a tunnel',
  );
});

test('databases deleted again during their recreation lose no pending row', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  await synced(device.api);
  line.cut = true;
  await device.api.run('project.create', { title: 'Never sent', id: 'p-waiting' });
  let restored = 0;
  const end = await device.api.live({ kind: 'storage' }, (value) => {
    const isFirst = (value as StorageState).state === 'restored' && (restored += 1) === 1;
    if (isFirst) void clearData(device);
  });
  await deleteAll(device);
  await until(device.api, { kind: 'storage' }, ({ state }) => state === 'restored' && restored === 2);
  end();
  await until(device.api, { kind: 'one', collection: 'projects', id: 'p-waiting' }, (p) => p?.title === 'Never sent');
  line.cut = false;
  await device.api.hint('online');
  await synced(device.api);
  expect(suite.server.doc('projects', 'p-waiting')).toMatchObject({ title: 'Never sent' });
  // queries of the workspace whose databases ended while it started
  expect(device.errors.splice(0).every((error) => (error as Error).name === 'DatabaseClosedError')).toBe(true);
});

test('an account erased by another tab is closed, not restored', async () => {
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

test('a sign-out drops the data salvaged from deleted databases', async () => {
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
