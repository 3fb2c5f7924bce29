/**
 * Search through the page's API: local typing and documents of the server are found, and a sign-out deletes the index.
 */
import { expect, test } from 'vitest';
import type { ReplicaApi } from '../../../sync/engine/host/api';
import { eventually, synced } from '../../support/engine-device';
import { engineSuite, typed } from '../../support/engine-suite';
import { putColleagueNote } from '../../support/colleague-note';

const suite = engineSuite();
const found = async (api: ReplicaApi, question: string): Promise<string> =>
  (await api.search(question)).results.map((r) => r.title).join('|');

test('local typing and documents of others are found, until access to them is lost', async () => {
  const device = await suite.device({ searchGatherMs: 1 });
  const { id: projectId } = await device.api.run('project.create', { title: 'Search' });
  const { id } = await device.api.run('note.create', { projectId, title: 'Mine' });
  const text = await device.api.openText(id, () => {});
  await text.append(typed(text.state, '東京の会議').update);
  await text.close();
  await synced(device.api);
  putColleagueNote(suite.server, { projectId, title: 'Theirs', markdown: '예산을 확인했어요' });
  await eventually(async () => (await found(device.api, '會議')) === 'Mine', 'the typed words are found');
  await eventually(async () => (await found(device.api, '예산')) === 'Theirs', 'the words of others are found');
  suite.server.remove('notes', 'n2');
  suite.server.remove('noteContents', 'n2');
  await eventually(async () => (await found(device.api, '예산')) === '', 'inaccessible words are not found');
});

test('a sign-out deletes the index', async () => {
  const device = await suite.device({ searchGatherMs: 1 });
  await device.api.run('project.create', { title: 'Secret plans' });
  await synced(device.api);
  await eventually(async () => (await found(device.api, 'secret')) === 'Secret plans', 'it is indexed');
  const databases = async (): Promise<string[]> =>
    (await device.indexedDB.databases()).map((d) => d.name!).filter((name) => name.includes('satchel-sealed-search'));
  expect(await databases()).toHaveLength(1);
  await device.api.logout({ force: true });
  expect(await databases()).toEqual([]);
});
