/** Versions of texts on a device: sealed, few, kept over a list of the server that lacks a queued name, gone with their text. */
import { expect, test } from 'vitest';
import { stateFromMarkdown } from '../../../sync/merge/note-text';
import { toBase64 } from '../../../sync/merge/yjs';
import { readableIn } from '../../support/disk-bytes';
import type { EngineDevice } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';

const suite = engineSuite();
const state = toBase64(stateFromMarkdown('Quarzkristalle'));

let projectId = '';
const note = async ({ api }: EngineDevice): Promise<string> => {
  projectId = projectId || (await api.run('project.create', { title: 'Versions' })).id;
  return (await api.run('note.create', { projectId, title: 'Note' })).id;
};
const version = (id: string, at: number) => ({ id, at, authorIds: ['u1'], name: '' });
const keep = (device: EngineDevice, contentId: string, at: number, ids: string[]) =>
  device.api.run('version.store', {
    contentId,
    at,
    versions: ids.map((id, i) => version(id, 1_000 - i)),
    total: ids.length,
    present: null,
    states: Object.fromEntries(ids.map((id) => [id, state])),
  });

test('are sealed on disk, and survive a restart', async () => {
  const device = await suite.device();
  const id = await note(device);
  await keep(device, id, 1, ['a', 'b']);
  expect(await readableIn(device.indexedDB, ['Quarz'], (name) => !name.includes('satchel-accounts'))).toEqual([]);
  await device.kill();
  const again = await suite.again(device);
  expect(await again.api.run('version.text', { contentId: id, id: 'b' })).toEqual({ state });
  expect(await again.api.run('version.text', { contentId: id, id: 'constructor' })).toBeNull();
  // a version that the server has deleted goes
  await again.api.run('version.store', {
    contentId: id,
    at: 2,
    versions: [version('c', 2_000), version('b', 999)],
    total: 2,
    present: null,
    states: {},
  });
  const known = await again.api.run('version.last', { contentId: id });
  expect(known!.versions.map(({ id: of, hasText }) => [of, hasText])).toEqual([
    ['c', false],
    ['b', true],
  ]);
});

test('stay for the twenty texts looked at last, and go with their text', async () => {
  projectId = '';
  const device = await suite.device();
  const ids: string[] = [];
  for (let i = 0; i < 22; i += 1) {
    ids.push(await note(device));
    await keep(device, ids[i]!, i + 1, ['a']);
  }
  const known = async (i: number) => (await device.api.run('version.last', { contentId: ids[i]! })) !== null;
  expect(await Promise.all([0, 1, 2, 21].map(known))).toEqual([false, false, true, true]);
  await device.api.run('note.delete', { id: ids[21]! });
  expect(await known(21)).toBe(false);
  expect(await device.api.run('version.text', { contentId: ids[21]!, id: 'a' })).toBeNull();
});

test('a name given here is shown until the server has it', async () => {
  projectId = '';
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const id = await note(device);
  await keep(device, id, 1, ['a', 'b']);
  line.cut = true;
  await device.api.run('version.name', { contentId: id, id: 'a', name: 'First' });
  const { id: saved } = await device.api.run('version.save', { contentId: id, name: 'Here', state });
  // a list of before
  await keep(device, id, 2, ['a', 'b']);
  const names = (await device.api.run('version.last', { contentId: id }))!.versions.map(({ id: of, name }) => [
    of,
    name,
  ]);
  expect(names).toEqual([
    [saved, 'Here'],
    ['a', 'First'],
    ['b', ''],
  ]);
});
