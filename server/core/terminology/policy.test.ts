import { expect, it } from 'vitest';
import type { SyncTransaction } from '../../sync/store';
import { foldIdOf, isDuplicate } from './policy';

it('finds duplicates of terms from earlier builds by their spelling, with two reads for a whole file of terms', async () => {
  const stored = [
    { id: 'old', term: 'Lantern' },
    { id: 'new', term: 'Lux', foldId: foldIdOf('Lux') },
  ];
  let reads = 0;
  const tx = {
    companyId: 'c1',
    list: (_: string, by: { space?: string; where?: { foldId?: string; term?: string } }) => {
      const { foldId, term } = by.where ?? {};
      if (foldId === undefined) reads += 1;
      return Promise.resolve(stored.filter((each) => (foldId ? each.foldId === foldId : !term || each.term === term)));
    },
    get: (_: string, id: string) => Promise.resolve(stored.find((each) => each.id === id) ?? null),
  } as unknown as SyncTransaction;
  const isThere = (term: string, id = 'x') => isDuplicate(tx, { id, term });
  expect([await isThere('Lantern'), await isThere('Lantern'), await isThere('lux'), await isThere('Lamp')]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect([await isThere('Lantern', 'old'), await isThere('Lux', 'new')]).toEqual([false, false]);
  for (let n = 0; n < 100; n += 1) expect(await isThere(`Term ${n}`)).toBe(false);
  expect(reads).toBe(2);
  stored[0]!.term = 'Lamp';
  expect(await isThere('Lantern')).toBe(false);
});
