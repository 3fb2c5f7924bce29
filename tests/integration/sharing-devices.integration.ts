/** Sharing that is changed on two devices without a connection: the same readers, whichever device sends first. */
import { it } from 'vitest';
import { demoDevices } from '../support/demo-devices';
import { synced, until } from '../support/engine-device';

const deviceOf = demoDevices();

it('a note that one device made private stays so when another one named a person', async () => {
  const [laptop, phone, jihoon] = [await deviceOf('emma'), await deviceOf('emma'), await deviceOf('jihoon')];
  const { id: projectId } = await laptop.api.run('project.create', { title: 'Closed circle' });
  const share = { linkExpiresAt: 0, linkIndexed: false };
  for (const first of ['laptop', 'phone'] as const) {
    const { id } = await laptop.api.run('note.create', { projectId, title: `Sent first by the ${first}` });
    const query = { kind: 'one', collection: 'notes', id } as const;
    await synced(laptop.api);
    await until(phone.api, query, (note) => note !== null);
    await laptop.offline();
    await phone.offline();
    await laptop.api.run('note.share', { id, shareRange: 'private', userIds: [], ...share });
    await phone.api.run('note.share', { id, shareRange: 'project', userIds: [jihoon.userId], ...share });
    const order = first === 'laptop' ? [laptop, phone] : [phone, laptop];
    for (const device of order) await device.online();
    for (const { api } of order)
      await until(api, query, (note) => note?.shareRange === 'private' && note.shareUserIds?.length === 0);
    await synced(jihoon.api);
    await until(jihoon.api, query, (note) => note === null);
    for (const { api } of order) await until(api, { kind: 'status' }, (s) => s.rejected === 0);
  }
});
