/** Restoring on real devices of two people, one of them offline half of the time: no word is lost. */
import { expect, it } from 'vitest';
import { demoDevices } from '../support/demo-devices';
import { eventually, synced, until } from '../support/engine-device';
import { typed } from '../support/typing';

const deviceOf = demoDevices();

it('a project restored from the trash comes back with what another person wrote in it meanwhile', async () => {
  const emma = await deviceOf('emma');
  const { id: projectId } = await emma.api.run('project.create', { title: 'Deleted and restored' });
  await emma.api.run('project.share', { id: projectId, shareRange: 'company', userIds: [], departmentIds: [] });
  const jihoon = await deviceOf('jihoon');
  await emma.api.run('project.contributors', { id: projectId, userIds: [jihoon.userId], departmentIds: [] });
  await synced(emma.api);
  await until(jihoon.api, { kind: 'one', collection: 'projects', id: projectId }, (p) => p?.abilities.length === 3);
  const { id: noteId } = await jihoon.api.run('note.create', { projectId, title: 'Minutes' });
  await synced(jihoon.api);
  await until(emma.api, { kind: 'one', collection: 'notes', id: noteId }, (note) => note !== null);

  await jihoon.offline();
  const text = await jihoon.api.openText(noteId, () => {});
  await text.append(typed(text.state, 'written on the train').update);
  await text.close();
  await emma.api.run('project.delete', { id: projectId });
  await synced(emma.api);
  await emma.offline();
  // the server has the deletion: the restore waits
  expect((await emma.api.run('document.restore', { collection: 'projects', id: projectId })).state).toBe('queued');
  await emma.online();
  await until(emma.api, { kind: 'one', collection: 'notes', id: noteId }, (note) => note?.title === 'Minutes');
  await jihoon.online();
  await eventually(
    async () => (await emma.api.textOf(noteId, 'text')).includes('written on the train'),
    'Emma reads what Jihoon wrote',
  );
  await until(jihoon.api, { kind: 'one', collection: 'projects', id: projectId }, (p) => p !== null);
  await until(jihoon.api, { kind: 'status' }, (s) => s.rejected === 0 && s.waiting.documents === 0);
});
