/** The bytes of files on devices: only right ones are shown, and those without permission are deleted. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { fileContentPath } from '../../../sync/protocol/files';
import { eventually, synced, until } from '../../support/engine-device';
import { engineSuite } from '../../support/engine-suite';
import { deviceDatabaseOf } from '../../support/recorded-meeting';
import { serveFile, sha256Of } from '../../support/scripted-files';
import { filesOn, text } from '../../support/engine-files';

const suite = engineSuite();
const { device, project, theirs, read } = filesOn(suite);

test('a response that is not the file is not shown: another version, other bytes, a page of a captive portal, a file the server lacks', async () => {
  const { api } = await device();
  await project(api);
  const bytes = text(300);
  const id = await theirs(api, bytes);
  const address = `GET ${fileContentPath(id)}`;
  suite.server.calls[address] = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  expect(await read(api, id)).toBe('offline');
  suite.server.calls[address] = () =>
    new Response(text(299), { headers: { 'x-satchel-file-version': `1-${sha256Of(bytes)}` } });
  expect(await read(api, id)).toBe('offline');
  suite.server.calls[`GET ${fileContentPath(id, 2)}`] = () =>
    new Response(bytes, { headers: { 'x-satchel-file-version': `1-${sha256Of(bytes)}` } });
  expect(await read(api, id, 2)).toBe('offline');
  suite.server.calls[address] = () => Response.json({ success: false, error: 'FILE_NOT_STORED' }, { status: 409 });
  expect(await read(api, id)).toBe('notOnServer');
  serveFile(suite.server, id, bytes, 1);
  expect(await read(api, id)).toBe(sha256Of(bytes));
});

test('the bytes of a file are deleted when this person may no longer read it', async () => {
  const reader = await device();
  const { api } = reader;
  await project(api);
  const id = await theirs(api, text(300));
  await read(api, id);
  const db = await deviceDatabaseOf(reader);
  expect(JSON.stringify(await db.fileChunks.rows.toArray())).not.toContain('again');
  suite.server.remove('projectItems', id);
  await eventually(async () => (await db.files.count()) + (await db.fileChunks.count()) === 0, 'nothing is left');
  await db.close();
});

test('files of a kept project are read in the background, follow new versions, and are freed', async () => {
  const { api } = await device();
  await project(api);
  await project(api, 'p2');
  const id = await theirs(api, text(300));
  const other = await theirs(api, text(200), { id: 'f2', projectId: 'p2', space: 'project:p2' });
  await synced(api);
  await api.run('project.keep', { id: 'p1', isKept: true });
  expect(await until(api, { kind: 'keptProjects' }, (ids) => ids.length === 1)).toEqual(['p1']);
  await until(api, { kind: 'files' }, (rows) => rows.length === 1 && rows[0]!.id === id);
  const next = text(300, 'b');
  serveFile(suite.server, id, next, 2);
  suite.server.put('projectItems', { id, version: 2, sha256: sha256Of(next), contentAt: 2 });
  await until(api, { kind: 'one', collection: 'projectItems', id }, (item) => item?.version === 2);
  await until(api, { kind: 'files', projectId: 'p1' }, (rows) => rows.length === 1);
  suite.server.fault = () => 'network';
  expect(await read(api, id)).toBe(sha256Of(next));
  expect(await read(api, other)).toBe('offline');
  await api.run('project.keep', { id: 'p1', isKept: false });
  await api.run('file.free', { id });
  expect(await until(api, { kind: 'files' }, (rows) => rows.length === 0)).toEqual([]);
});
