import { PGlite } from '@electric-sql/pglite';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database';
import { DurableNodeFS, startParameters } from './durable-fs';
import { createDatabaseFolder, emptyTemplate } from './pglite-files';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-durable-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Commits rows while only fsynced bytes reach `disk`; then simulates a power loss by opening a database from there.
 * Returns how many of the acknowledged rows it contains.
 */
async function rowsAfterPowerLoss(parameters: string[], commits: number): Promise<number> {
  const live = join(folder, 'live');
  const disk = join(folder, 'disk');
  await createDatabaseFolder(live, emptyTemplate(), false);
  cpSync(live, disk, { recursive: true });
  const reached = (path: string): void => {
    const target = join(disk, relative(live, path));
    if (statSync(path).isDirectory()) return void mkdirSync(target, { recursive: true });
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(path, target);
  };
  const database = await PGlite.create({
    fs: new DurableNodeFS(live, (path) => existsSync(path) && reached(path)),
    startParams: parameters,
  });
  await database.exec('create table kept (n int)');
  for (let n = 0; n < commits; n += 1) await database.query('insert into kept values ($1)', [n]);
  // The running database is abandoned: nothing more reaches the disk.
  const after = await PGlite.create({ fs: new DurableNodeFS(disk), startParams: startParameters(true) });
  const { rows } = await after
    .query<{ n: number }>('select count(*)::int as n from kept')
    .catch(() => ({ rows: [{ n: 0 }] }));
  await after.close();
  await database.close();
  return rows[0]!.n;
}

describe('the embedded database', () => {
  it('keeps every acknowledged commit through a power loss', async () => {
    expect(await rowsAfterPowerLoss(startParameters(true), 12)).toBe(12);
  });

  it('loses them without fsync, which proves that the simulation works', async () => {
    expect(await rowsAfterPowerLoss(startParameters(false), 12)).toBe(0);
  });

  it('runs with fsync in the worker too', async () => {
    const database = await openTestDatabase('pglite', { durable: true, thread: true });
    const { rows } = await database.query({
      text: `select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method, current_setting('synchronous_commit') as commit`,
    });
    await database.dispose();
    expect(rows).toEqual([{ fsync: 'on', method: 'fsync', commit: 'on' }]);
  });
});
