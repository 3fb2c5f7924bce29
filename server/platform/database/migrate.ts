/**
 * Migrates the database to the schema of this build: the SQL files of `migrations/` in the order of their numbers, each
 * in its own transaction, recorded with its hash. An advisory lock lets one process migrate; the others wait and find
 * nothing to do.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { installed } from '../installation';
import type { Database } from './open';

export const MIGRATIONS = installed('server/platform/database/migrations');

export interface Migration {
  /** the file's name, e.g. `001-identity.sql` */
  name: string;
  sql: string;
  /** sha256 of the text */
  hash: string;
}

/** An arbitrary key of an advisory lock, unique within the database. */
const LOCK = 7_283_001;

export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const misnamed = names.find(
    (name, i) => !/^\d{3}-[a-z0-9-]+\.sql$/.test(name) || names[i - 1]?.slice(0, 3) === name.slice(0, 3),
  );
  if (misnamed)
    throw new Error(
      `The migration "${misnamed}" needs a number of its own and a name in small letters, such as 005-invitations.sql.`,
    );
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Applies the missing migrations; returns their names. */
export async function migrate(database: Pick<Database, 'session'>, migrations?: Migration[]): Promise<string[]> {
  const available = migrations ?? (await readMigrations());
  return database.session(async (client) => {
    // Waiting for a migrating process may take long and is not a lock timeout.
    await client.query('set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    try {
      return await applyMissing(client, available);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
      await client.query('reset lock_timeout');
    }
  });
}

async function applyMissing(client: pg.PoolClient, wanted: Migration[]): Promise<string[]> {
  await client.query(
    'create table if not exists applied_migration (name text primary key, hash text not null, applied_at ' +
      'timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from applied_migration');
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  const names: string[] = [];
  for (const { name, sql, hash } of wanted) {
    const before = applied.get(name);
    if (before === hash) continue;
    if (before !== undefined)
      throw new Error(
        `The migration ${name} was changed after it had been applied to this database; changes need a migration of their own.`,
      );
    await client.query('begin');
    try {
      await client.query(sql);
      await client.query('insert into applied_migration (name, hash) values ($1, $2)', [name, hash]);
      await client.query('commit');
    } catch (cause) {
      await client.query('rollback');
      throw new Error(`The migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    }
    names.push(name);
  }
  return names;
}
