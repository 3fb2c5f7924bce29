/** The status says at any time what the device knows: screens and people rely on "everything is on the server". */
import { expect, test } from 'vitest';
import type { SyncStatus } from '../../../sync/model/sync-status';
import { synced, until } from '../../support/engine-device';
import { engineSuite } from '../../support/engine-suite';

const suite = engineSuite();

test('a change is counted as waiting when its command is answered, also while the status changes often', async () => {
  const { api } = await suite.device();
  await synced(api);
  const seen: SyncStatus[] = [];
  await api.live({ kind: 'status' }, (status) => seen.push(status as SyncStatus));
  const counted: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    await api.setPaused(true);
    await api.run('project.create', { title: `Project ${round}` });
    counted.push(seen.at(-1)!.waiting.documents);
    await api.setPaused(false);
    await synced(api);
    await until(api, { kind: 'status' }, ({ waiting }) => waiting.documents === 0);
  }
  expect(counted).toEqual(counted.map(() => 1));
});
