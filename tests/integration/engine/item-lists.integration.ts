/** Lists of a large project: the page gets the rows that it shows, and totals of all of them. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ItemsWindow, ItemTotals, LiveQuery } from '../../../sync/engine/host/api';
import { NEWEST_FIRST } from '../../../sync/model/item-order';
import { eventually, until } from '../../support/engine-device';
import { engineSuite } from '../../support/engine-suite';
import { fileItem as item } from '../../support/scripted-files';

const suite = engineSuite();
const FILES = 5_000;

test('of 5,000 files a list gets those that it shows, in its order, and the number and size of all', async () => {
  for (let n = 1; n <= FILES; n += 1)
    suite.server.put('projectItems', item(`f${n}`, { createdAt: n, title: `file ${n}.${n % 100 ? 'txt' : 'png'}` }));
  suite.server.put('projectItems', item('site', { itemType: 'website', title: 'Site', url: 'https://a.example/' }));
  for (let n = 1; n <= 50; n += 1)
    suite.server.put('projectItems', item(`page${n}`, { itemType: 'websiteUrl', parentId: 'site', position: n }));
  suite.server.put('projectItems', item('other', { projectId: 'p2', space: 'project:p2' }));
  const { api } = await suite.device({ collections: ['projectItems'] });
  // it stays open as on the screen of the project, whose tabs have the numbers
  let totals: ItemTotals | null = null;
  const close = await api.live({ kind: 'itemTotals', projectId: 'p1' }, (value) => (totals = value as ItemTotals));
  await eventually(() => totals?.files === FILES && totals.links === 1, 'all are counted');
  expect(totals).toEqual({ files: FILES, links: 1, bytes: FILES * 10 });

  const query: Extract<LiveQuery, { kind: 'items' }> = {
    kind: 'items',
    projectId: 'p1',
    of: 'files',
    order: NEWEST_FIRST,
    language: 'en',
    limit: 30,
  };
  const titles = async (more: Partial<typeof query>): Promise<{ titles: string[]; found: number; total: number }> => {
    const { rows, found, total } = await until(api, { ...query, ...more }, () => true);
    return { titles: rows.map(({ title }) => title), found, total };
  };
  const newest = await titles({});
  expect(newest.titles).toHaveLength(30);
  expect(newest.titles[0]).toBe('file 5000.png');
  expect([newest.found, newest.total]).toEqual([FILES, FILES]);
  expect(await titles({ order: { by: 'name', isDescending: false }, limit: 3 })).toEqual({
    titles: ['file 1.txt', 'file 2.txt', 'file 3.txt'],
    found: FILES,
    total: FILES,
  });
  expect(await titles({ category: 'image', limit: 2 })).toEqual({
    titles: ['file 5000.png', 'file 4900.png'],
    found: FILES / 100,
    total: FILES,
  });
  expect(await titles({ of: 'links' })).toEqual({ titles: ['Site'], found: 1, total: 1 });

  // all values that the page received of an open list
  const values: ItemsWindow[] = [];
  const end = await api.live(query, (value) => values.push(value as ItemsWindow));
  await eventually(() => values.length === 1, 'the list was read');
  suite.server.put('projectItems', item('f1', { createdAt: FILES + 1, title: 'renamed.txt' }));
  await eventually(() => values.at(-1)?.rows[0]?.title === 'renamed.txt', 'a change is shown');
  expect(Math.max(...values.map(({ rows }) => rows.length))).toBe(30);
  end();
  close();
});
