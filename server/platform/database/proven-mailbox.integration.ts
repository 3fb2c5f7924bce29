import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database';
import { readMigrations } from './migrate';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

const NOTED = Date.parse('2026-01-01T00:00:00Z');

it('keeps accounts in use; removes passwords that an administrator chose, with their sessions', async () => {
  const migrations = await readMigrations();
  const at = migrations.findIndex((m) => m.name === '046-proven-mailbox.sql');
  await database.session(async (client) => {
    // the previous schema beside the present one
    await client.query('create schema before');
    await client.query('set search_path = before');
    try {
      await client.query('create table applied_migration (name text primary key, applied_at timestamptz not null)');
      for (const { name, sql } of migrations.slice(0, at)) {
        await client.query(sql);
        await client.query('insert into applied_migration values ($1, to_timestamp($2::float8 / 1000))', [name, NOTED]);
      }
      const user = async (
        id: string,
        created: number,
        password: string | null,
        chosen: number | null,
        actived: boolean,
      ): Promise<void> => {
        await client.query(
          `insert into users (id, email, name, password_hash, password_set_at, actived, created_at, updated_at)
            values ($1, $1, $1, $2, $3, $4, $5, $5)`,
          [id, password, chosen, actived, created],
        );
        await client.query(
          'insert into sessions (id, user_id, created_at, last_seen_at, expires_at) values ($1, $1, $2, $2, $2)',
          [id, created],
        );
      };
      await user('own', NOTED + 1, 'hash', NOTED + 2, true);
      await user('old', NOTED - 1, 'hash', null, true);
      await user('none', NOTED + 1, null, null, true);
      await user('chosen by an administrator', NOTED + 1, 'hash', null, true);
      await user('never came', NOTED + 1, 'hash', null, false);
      await client.query(migrations[at]!.sql);
      const { rows } = await client.query(
        `select u.id, has_password, mailbox_proven_at - u.created_at as proven, s.revoked_reason
          from users u join sessions s on s.user_id = u.id order by u.id`,
      );
      expect(rows).toEqual([
        { id: 'chosen by an administrator', has_password: false, proven: 0, revoked_reason: 'password' },
        { id: 'never came', has_password: false, proven: null, revoked_reason: null },
        { id: 'none', has_password: false, proven: 0, revoked_reason: null },
        { id: 'old', has_password: true, proven: 0, revoked_reason: null },
        { id: 'own', has_password: true, proven: 0, revoked_reason: null },
      ]);
    } finally {
      await client.query('reset search_path');
    }
  });
});
