import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database';
import { startMaintenance } from './maintenance';
import { createDatabaseFolder, emptyTemplate, isDatabase } from './pglite-files';

describe('the embedded database', () => {
  it('discards the state of a connection when it closes', async () => {
    const database = await openTestDatabase('pglite', { thread: true });
    await database.session(async (client) => {
      await client.query('begin');
      await client.query(`insert into rate_limit (key, points) values ('left open', 1)`);
      await client.query('set search_path = nowhere');
      // The pool drops a connection that is released with an error.
      client.release(new Error('on purpose'));
      client.release = () => undefined;
    });
    expect(await database.db.selectFrom('rate_limit').selectAll().execute()).toEqual([]);
    await database.dispose();
  });

  it('transfers large values completely, and many concurrent statements', async () => {
    const database = await openTestDatabase('pglite', { thread: true });
    const text = 'ü'.repeat(3_000_000);
    expect(
      (await database.query<{ t: string }>({ text: 'select $1::text as t', values: [text] })).rows[0]!.t === text,
    ).toBe(true);
    const numbers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        database.query<{ n: number }>({ text: 'select $1::int as n', values: [n] }),
      ),
    );
    expect(numbers.map((r) => r.rows[0]!.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    await database.dispose();
  });

  it('delivers notifications of LISTEN', async () => {
    const database = await openTestDatabase('pglite', { thread: true });
    const notifications = await database.session(async (client) => {
      const arrived = new Promise<string>((resolve) =>
        client.once('notification', ({ payload }) => resolve(payload ?? '')),
      );
      await client.query('listen here');
      await client.query(`notify here, 'hello'`);
      return arrived;
    });
    expect(notifications).toBe('hello');
    await database.dispose();
  });

  it('starts from the template and leaves no partial folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'satchel-template-'));
    const target = join(folder, 'database');
    await createDatabaseFolder(target, emptyTemplate(), true);
    expect(isDatabase(target)).toBe(true);
    expect(existsSync(join(target, 'pg_wal'))).toBe(true);
    expect(await readdir(folder)).toEqual(['database']);
    await rm(folder, { recursive: true, force: true });
  });

  it('checkpoints and vacuums on timers, and continues after a failure', async () => {
    const statements: string[] = [];
    const enough = new Promise<void>((resolve) => {
      const stop = startMaintenance(
        (sql) => {
          statements.push(sql);
          if (statements.filter((s) => s === 'checkpoint').length >= 3 && statements.includes('vacuum analyze'))
            void stop().then(resolve);
          return statements.length === 1 ? Promise.reject(new Error('on purpose')) : Promise.resolve({ rows: [] });
        },
        { warn: () => undefined },
        { checkpoint: 5, vacuum: 11, statistics: 60_000 },
      );
    });
    await enough;
    expect(new Set(statements)).toEqual(new Set(['checkpoint', 'vacuum analyze']));
    const database = await openTestDatabase('pglite', { thread: true });
    for (const sql of new Set(statements)) await database.query({ text: sql });
    await database.dispose();
  });

  it('analyzes after many rows were written, and not again without new ones', async () => {
    const database = await openTestDatabase('pglite', { thread: true });
    const statements: string[] = [];
    let asked = (): void => {};
    const stop = startMaintenance(
      async (sql) => {
        const answer = await database.query({ text: sql });
        statements.push(sql);
        asked();
        return answer;
      },
      { warn: (...args: unknown[]) => console.error(...args) },
      { checkpoint: 3_600_000, vacuum: 3_600_000, statistics: 20 },
    );
    const until = (done: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        asked = () => {
          if (done()) resolve();
        };
        asked();
      });
    const planned = async (): Promise<number> =>
      (
        await database.query<{ n: number }>({
          text: `select reltuples::int as n from pg_class where relname = 'rate_limit'`,
        })
      ).rows[0]!.n;
    expect(await planned()).toBeLessThanOrEqual(0);
    await database.query({
      text: `insert into rate_limit (key, points) select 'k' || n, 1 from generate_series(1, 5000) n`,
    });
    await until(() => statements.includes('analyze'));
    expect(await planned()).toBe(5000);
    const before = statements.length;
    await until(() => statements.length > before + 5);
    expect(statements.filter((sql) => sql === 'analyze')).toHaveLength(1);
    await stop();
    await database.dispose();
  });
});
