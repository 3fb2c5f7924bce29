/**
 * Writes of a tab that ends. A tab that closes may not have announced its last update: the tabs here share a disk and
 * locks, but no change events.
 */
import { expect, test } from 'vitest';
import { textOfState } from '../../../sync/merge/note-text';
import { fromBase64 } from '../../../sync/merge/yjs';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { engineSuite, typed } from '../../support/engine-suite';
import { TabLocks } from '../../support/tab-locks';

const suite = engineSuite();

/** Another tab of the browser, without change events in either direction. */
async function silentTab(device: EngineDevice, locks = device.locks): Promise<EngineDevice> {
  const tab = engineDevice({
    fetch: (i, o) => suite.server.fetch(i, o),
    locks,
    openChannel: device.openChannel,
    disk: { indexedDB: device.indexedDB, prefix: device.prefix },
  });
  suite.devices.push(tab);
  await tab.api.open({ refresh: false });
  await until(tab.api, { kind: 'status' }, (status) => status.connection.state === 'online');
  return tab;
}

const titleOnServer = (id: string): unknown => suite.server.doc('projects', id)?.['title'];

test('the last edit of a closed tab is sent by the leader, and shown there', async () => {
  const first = await suite.device();
  const { id } = await first.api.run('project.create', { title: 'Before' });
  await synced(first.api);
  const second = await silentTab(first);
  await second.api.run('project.update', { id, title: 'After' });
  expect(titleOnServer(id)).toBe('Before');
  await second.close();
  await eventually(() => titleOnServer(id) === 'After', 'the server has it');
  await synced(first.api);
  await until(first.api, { kind: 'one', collection: 'projects', id }, (project) => project?.title === 'After');
});

test('an edit that the server accepted is not pending anywhere, and the next leader has nothing to send', async () => {
  const first = await suite.device();
  const { id } = await first.api.run('project.create', { title: 'Before' });
  await synced(first.api);
  const second = await silentTab(first);
  await second.api.run('project.update', { id, title: 'Of the second' });
  await until(second.api, { kind: 'status' }, (status) => status.waiting.documents === 1);
  // The first tab sends both edits, and the second is not notified.
  await first.api.run('project.update', { id, description: 'Of the first' });
  await synced(first.api);
  expect(titleOnServer(id)).toBe('Of the second');
  await first.close();
  await synced(second.api);
  await until(
    second.api,
    { kind: 'one', collection: 'projects', id },
    (project) => project?.description === 'Of the first',
  );
  expect(second.errors).toEqual([]);
});

test('logged typing of a killed tab is compacted and sent', async () => {
  const first = await suite.device();
  const { id: projectId } = await first.api.run('project.create', { title: 'Texts' });
  const { id } = await first.api.run('note.create', { projectId, title: 'Note' });
  await synced(first.api);
  const locks = new TabLocks(first.locks);
  const second = await silentTab(first, locks);
  const text = await second.api.openText(id, () => {});
  await text.append(typed(text.state, 'last words').update);
  locks.kill();
  const onServer = (): string => textOfState(fromBase64(String(suite.server.doc('noteContents', id)?.['state'] ?? '')));
  await eventually(() => onServer() === 'last words', 'the server has the words').finally(() => locks.buried());
});
