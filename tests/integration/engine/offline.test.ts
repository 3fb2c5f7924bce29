import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { engineDevice, synced, until, type EngineDevice } from '../../support/engine-device';
import { ScriptedServer } from '../../support/scripted-server';

let server: ScriptedServer;
let devices: EngineDevice[];
const open = async (device = engineDevice({ fetch: (i, o) => server.fetch(i, o) })): Promise<EngineDevice> => {
  devices.push(device);
  await device.api.open({ refresh: false });
  return device;
};

beforeEach(() => { server = new ScriptedServer(); devices = []; });
afterEach(async () => {
  for (const device of devices) await device.close();
  expect(devices.flatMap((device) => device.errors)).toEqual([]);
});

test('what is made online is on the server, and what the server has is here', async () => {
  server.put('projects', { id: 'p9', space: 'project:p9', title: 'From before', abilities: ['update'] });
  const { api } = await open();
  await until(api, { kind: 'one', collection: 'projects', id: 'p9' }, (p) => p?.title === 'From before');
  const { id } = await api.run('project.create', { title: 'Field notes' });
  const note = await api.run('note.create', { projectId: id, title: 'Monday' });
  await synced(api);
  expect(server.doc('projects', id)?.['title']).toBe('Field notes');
  expect(server.doc('notes', note.id)).toMatchObject({ title: 'Monday', projectId: id, space: `project:${id}` });
  expect(server.doc('noteContents', note.id)).toMatchObject({ subjectId: note.id, state: '' });
  server.put('projects', { id, title: 'Renamed elsewhere' });
  await until(api, { kind: 'one', collection: 'projects', id }, (p) => p?.title === 'Renamed elsewhere');
});
