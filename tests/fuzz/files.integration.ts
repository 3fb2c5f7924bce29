/**
 * Random histories of files on a device: added, renamed, moved, deleted, given new versions, offline and online, with
 * killed browsers. Afterwards the server has one row and the right bytes of each file, and another device the same.
 */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ReplicaApi } from '../../sync/engine/host/api';
import type { KindName } from '../../sync/model/kinds';
import { eventually, synced, until, type EngineDevice } from '../support/engine-device';
import { engineSuite, Line } from '../support/engine-suite';
import { Choices } from '../support/fuzz/random';
import { scriptFiles, sha256Of } from '../support/scripted-files';

const suite = engineSuite();
const KINDS: KindName[] = ['projects', 'projectItems', 'itemTexts'];
const PROJECTS = ['p1', 'p2'];
const ACTIONS = { add: 6, version: 4, rename: 3, move: 3, remove: 2, line: 4, kill: 2, rest: 3 };
const STEPS = 30;

interface Known {
  title: string;
  projectId: string;
  sha256: string;
}

async function openProjects(api: ReplicaApi): Promise<void> {
  for (const id of PROJECTS) {
    const row = { id, space: `project:${id}`, abilities: ['addNote', 'update'], title: id, ownerId: 'u1' };
    suite.server.put('projects', row);
    await until(api, { kind: 'one', collection: 'projects', id }, (project) => project !== null);
  }
}

const shaOf = async (api: ReplicaApi, id: string): Promise<string> => {
  const found = await api.file(id);
  return 'blob' in found ? sha256Of(new Uint8Array(await found.blob.arrayBuffer())) : found.missing;
};

// 39: a version was sent and not pulled yet when the file was read; 119: a browser ended between two uploads
test.each([1, 2, 3, 39, 119])('no byte of a file is lost, and each has one row (seed %i)', async (seed) => {
  const state = scriptFiles(suite.server);
  const line = new Line(() => suite.server);
  const choices = new Choices(seed);
  let device: EngineDevice = await suite.device({ collections: KINDS, fetch: line.fetch });
  await openProjects(device.api);
  await synced(device.api);
  const known = new Map<string, Known>();
  const removed = new Set<string>();
  let words = 0;
  const content = (): Uint8Array<ArrayBuffer> => {
    words += 1;
    return new TextEncoder().encode(`${seed}/${words} `.repeat(1 + choices.below(3000)));
  };

  const act = async (kind: keyof typeof ACTIONS): Promise<void> => {
    const { api } = device;
    const id = known.size > 0 ? choices.pick([...known.keys()]) : '';
    if (kind === 'add') {
      const bytes = content();
      const given = { projectId: choices.pick(PROJECTS), name: `file ${words}.txt` };
      const added = await api.run('file.add', { ...given, file: new Blob([bytes]) });
      known.set(added.id, { title: given.name, projectId: given.projectId, sha256: sha256Of(bytes) });
    } else if (kind === 'line') {
      line.cut = !line.cut;
      if (!line.cut) await api.hint('online');
    } else if (kind === 'kill') {
      await suite.kill(device);
      device = await suite.again(device);
    } else if (kind === 'rest') {
      if (!line.cut) await synced(api);
    } else if (id !== '') {
      const file = known.get(id)!;
      if (kind === 'version') {
        const bytes = content();
        const given = { projectId: file.projectId, name: file.title, replaces: id };
        await api.run('file.add', { ...given, file: new Blob([bytes]) });
        file.sha256 = sha256Of(bytes);
      } else if (kind === 'rename') {
        words += 1;
        file.title = `renamed ${words}.txt`;
        await api.run('item.rename', { id, title: file.title });
      } else if (kind === 'move') {
        file.projectId = choices.pick(PROJECTS);
        await api.run('item.move', { id, projectId: file.projectId });
      } else {
        await api.run('item.delete', { id });
        known.delete(id);
        removed.add(id);
      }
    }
  };
  for (let step = 0; step < STEPS; step += 1) await act(choices.weighted(ACTIONS));

  line.cut = false;
  await device.api.hint('online');
  await until(
    device.api,
    { kind: 'status' },
    ({ waiting, rejected }) => waiting.documents + waiting.files + waiting.calls + rejected === 0,
  );
  await until(device.api, { kind: 'files' }, (rows) => rows.every((row) => row.state === 'onServer'));
  const shown = (id: string): Known | null => {
    const item = suite.server.doc('projectItems', id);
    return item
      ? { title: String(item['title']), projectId: String(item['projectId']), sha256: String(item['sha256']) }
      : null;
  };
  for (const [id, file] of known) {
    expect(shown(id)).toEqual(file);
    expect(sha256Of(state.stored.get(id)!)).toBe(file.sha256);
    expect(await shaOf(device.api, id)).toBe(file.sha256);
  }
  for (const id of removed) expect(shown(id)).toBeNull();

  const other = await suite.device({ collections: KINDS });
  await synced(other.api);
  for (const projectId of PROJECTS) {
    const expected = [...known].filter(([, file]) => file.projectId === projectId).map(([id]) => id);
    const listed = async ({ api }: EngineDevice): Promise<string> =>
      (await until(api, { kind: 'find', collection: 'projectItems', selector: { projectId } }, () => true))
        .map(({ id }) => id)
        .sort()
        .join();
    for (const each of [device, other])
      await eventually(async () => (await listed(each)) === expected.sort().join(), 'both devices list the same');
  }
  for (const [id, file] of known) expect(await shaOf(other.api, id)).toBe(file.sha256);
});
