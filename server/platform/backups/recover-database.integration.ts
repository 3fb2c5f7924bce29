import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { damage } from '../../../tests/support/damaged-files';
import { migratedTemplate } from '../../../tests/support/database';
import { openDatabase } from '../database/open';
import { recoverDatabase } from './recover-database';

const log = pino({ level: 'silent' });
const ROWS = 600;
let made: string;
let dataDir: string;
let table: string;
const open = async (folder: string) =>
  openDatabase({ dataDir: folder, log, durable: false, thread: false, template: await migratedTemplate() });

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'satchel-recover-'));
  const database = await open(made);
  await database.query({
    text: `insert into rate_limit (key, points) select 'key ' || n || repeat('.', 200), n from generate_series(1, ${ROWS}) n`,
  });
  await database.query({
    text: `insert into users (id, email, name, created_at, updated_at) values ('u1', 'ann@example.com', E'Ann\\tof\\nHouse \\\\N', 1, 1)`,
  });
  await database.query({
    text: `insert into companies (id, name, created_at, updated_at) values ('c1', 'House', 1, 1)`,
  });
  await database.query({
    text: `insert into user_company (company_id, user_id, name, started_at, updated_at) values ('c1', 'u1', 'Ann', 1, 1)`,
  });
  table = (await database.query<{ path: string }>({ text: `select pg_relation_filepath('rate_limit') as path` }))
    .rows[0]!.path;
  await database.close();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'satchel-recover-'));
  cpSync(join(made, 'database'), join(dataDir, 'database'), { recursive: true });
  return () => rmSync(dataDir, { recursive: true, force: true });
});

describe('a recovery', () => {
  it('saves every readable row, lists the unreadable ones, and leaves the damaged files unchanged', async () => {
    rmSync(join(dataDir, 'database', 'PG_VERSION'));
    damage(join(dataDir, 'database', table), 8192, 8192);
    const { tables, damaged } = await recoverDatabase(dataDir, Date.now(), log, () => Promise.resolve());
    const database = await open(dataDir);
    const {
      rows: [left],
    } = await database.query<{ n: number }>({ text: 'select count(*) as n from rate_limit' });
    expect(left!.n).toBeGreaterThan(ROWS / 2);
    expect(left!.n).toBeLessThan(ROWS);
    expect(tables.filter(({ lostBlocks, lostRows, refused }) => lostBlocks + lostRows + refused > 0)).toEqual([
      { table: 'rate_limit', rows: left!.n, unreadable: false, lostBlocks: 1, lostRows: 0, refused: 0 },
    ]);
    expect(
      (await database.query({ text: 'select u.name, c.role from users u join user_company c on c.user_id = u.id' }))
        .rows,
    ).toEqual([{ name: 'Ann\tof\nHouse \\N', role: 'member' }]);
    await database.close();
    expect(readdirSync(damaged)).not.toContain('PG_VERSION');
    expect(readdirSync(dataDir).filter((name) => name.startsWith('recovering'))).toEqual([]);
  });

  it('fails for a damaged log: the message recommends restoring a backup, and no file is moved', async () => {
    const log_ = join(dataDir, 'database', 'pg_wal');
    for (const name of readdirSync(log_)) if (/^0/.test(name)) damage(join(log_, name));
    const message = await recoverDatabase(dataDir, Date.now(), log, () => Promise.resolve()).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).toMatch(
      new RegExp(`"${join(dataDir, 'database')}" cannot be recovered.*checkpoint record.*Restore another backup`),
    );
    // The message names neither the copy's folder, which is deleted, nor the command that has just failed.
    expect(message).not.toMatch(/recovering-|--recover/);
    expect(readdirSync(dataDir)).toEqual(['database']);
  });
});
