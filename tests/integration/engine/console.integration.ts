/** The stored answers of the admin console: per account, and erased with its data. */
import { expect, test } from 'vitest';
import { readableIn } from '../../support/disk-bytes';
import { engineSuite } from '../../support/engine-suite';

const suite = engineSuite();
const MINE = 'c1/u1';

test('an answer of the console is stored for its account only, survives a restart, and is sealed on disk', async () => {
  const device = await suite.device();
  const { api } = device;
  expect(
    await api.run('console.keep', { account: 'c2/u1', key: 'employees', at: 1, value: { name: 'Zweigstelle' } }),
  ).toEqual({ kept: false });
  expect(await api.run('console.last', { key: 'employees' })).toBeNull();
  await api.run('console.keep', {
    account: MINE,
    key: 'employees?q=Quarz',
    at: 1_000,
    value: { name: 'Quarzkristalle' },
  });
  await api.run('console.keep', {
    account: MINE,
    key: 'employees?q=Quarz',
    at: 2_000,
    value: { name: 'Quarzkristalle AG' },
  });
  expect(await readableIn(device.indexedDB, ['Quarz'], (name) => !name.includes('satchel-accounts'))).toEqual([]);
  await device.kill();
  const again = await suite.again(device);
  expect(await again.api.run('console.last', { key: 'employees?q=Quarz' })).toEqual({
    at: 2_000,
    value: { name: 'Quarzkristalle AG' },
  });
  await again.api.run('console.forget', {});
  expect(await again.api.run('console.last', { key: 'employees?q=Quarz' })).toBeNull();
});

test('the oldest of more than 60 answers are deleted', async () => {
  const { api } = await suite.device();
  for (let i = 0; i < 62; i += 1) await api.run('console.keep', { account: MINE, key: `page ${i}`, at: i, value: i });
  expect(
    await Promise.all(
      [0, 1, 2, 61].map(async (i) => (await api.run('console.last', { key: `page ${i}` }))?.value ?? null),
    ),
  ).toEqual([null, null, 2, 61]);
});
