/**
 * Databases for tests: each is new, with all migrations. The embedded one starts from a migrated template that is
 * created once per state of the migrations; on a PostgreSQL server (`TEST_DATABASE_URL`, an address of a role that may
 * create databases) each is a separate database.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe } from 'vitest';
import { migrate, readMigrations, type Migration } from '../../server/platform/database/migrate';
import { openDatabase, type Database, type DatabaseOptions } from '../../server/platform/database/open';
import { isDatabase, publishTemplate, TEMPLATE_FOLDER } from '../../server/platform/database/pglite-files';

export type Engine = Database['engine'];

export interface TestDatabase extends Database {
  /** address of the database on the server; undefined for the embedded one */
  url: string | undefined;
  /** Closes it and deletes its files, or its database on the server. */
  dispose(): Promise<void>;
}

const log = {
  error: (...args: unknown[]) => console.error(...args),
  warn: (...args: unknown[]) => console.warn(...args),
};

/** The engines of this run: the embedded one always, a server if there is one. */
export const engines = (): Engine[] => (process.env['TEST_DATABASE_URL'] ? ['pglite', 'postgres'] : ['pglite']);

/** Runs a suite on each engine of this run, for code that depends on it: locks, queues, search and replication. */
export function describeOnEngines(name: string, suite: (engine: Engine) => void): void {
  describe.each(engines())(`${name} (%s)`, (engine) => suite(engine));
}

/**
 * The PostgreSQL server if there is one, as a statement takes a tenth of the embedded engine's processor time. For rules of
 * features, whose SQL is the same on both; end-to-end and component tests run them on the embedded engine.
 */
export const anyEngine = (): Engine => engines().at(-1)!;

/** Runs a suite once, on `anyEngine`. */
export function describeOnDatabase(name: string, suite: (engine: Engine) => void): void {
  const engine = anyEngine();
  describe(`${name} (${engine})`, () => suite(engine));
}

export async function openTestDatabase(
  engine: Engine = 'pglite',
  options: Partial<DatabaseOptions> = {},
): Promise<TestDatabase> {
  return engine === 'pglite' ? openEmbedded(options) : openOnServer(options);
}

async function openEmbedded(options: Partial<DatabaseOptions>): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  const database = await openDatabase({
    durable: false,
    thread: false,
    log,
    dataDir,
    template: await migratedTemplate(),
    ...options,
  });
  return {
    ...database,
    url: undefined,
    dispose: async () => {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The folder that new databases are copied from; created if missing, before all tests (global-setup.ts). */
export async function migratedTemplate(): Promise<string> {
  const migrations = await readMigrations();
  const template = join(TEMPLATE_FOLDER, `migrated-alone-${stateOf(migrations)}`);
  if (isDatabase(template)) return template;
  await mkdir(join(TEMPLATE_FOLDER, '..'), { recursive: true });
  const dataDir = await mkdtemp(join(TEMPLATE_FOLDER, '..', 'pglite-making-'));
  const database = await openDatabase({ durable: false, log, dataDir });
  await migrate(database, migrations);
  // the two template databases are half of the files, which each test would copy and delete
  for (const text of [
    'update pg_database set datistemplate = false',
    'drop database template1',
    'drop database template0',
  ])
    await database.query({ text });
  await database.close();
  await rename(join(dataDir, 'database'), `${dataDir}.done`);
  await publishTemplate(`${dataDir}.done`, template);
  await rm(dataDir, { recursive: true, force: true });
  return template;
}

async function openOnServer(options: Partial<DatabaseOptions>): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) throw new Error('TEST_DATABASE_URL is not set.');
  const name = `satchel_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, [`create database ${name} template ${await migratedServerTemplate()}`]);
  const url = databaseUrl(server, name);
  const database = await openDatabase({ log, dataDir: tmpdir(), url, ...options });
  return {
    ...database,
    url,
    dispose: async () => {
      await database.close();
      await onServer(server, [`drop database ${name} with (force)`]);
    },
  };
}

/** The database that new ones on the server are copied from; created if missing, before all tests (global-setup.ts). */
export async function migratedServerTemplate(): Promise<string> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) throw new Error('TEST_DATABASE_URL is not set.');
  const migrations = await readMigrations();
  const name = `satchel_migrated_${stateOf(migrations)}`;
  if (await isOnServer(server, name)) return name;
  const unfinished = `${name}_${randomUUID().slice(0, 8)}`;
  await onServer(server, [`create database ${unfinished}`]);
  const database = await openDatabase({ log, dataDir: tmpdir(), url: databaseUrl(server, unfinished) });
  await migrate(database, migrations);
  await database.close();
  try {
    await onServer(server, [`alter database ${unfinished} rename to ${name}`]);
  } catch (error) {
    // another run on the same server has created it first
    if (!(await isOnServer(server, name))) throw error;
    await onServer(server, [`drop database ${unfinished} with (force)`]);
  }
  return name;
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const stateOf = (migrations: Migration[]): string =>
  createHash('sha256')
    .update(migrations.map((m) => m.hash).join())
    .digest('hex')
    .slice(0, 16);

const isOnServer = async (server: string, name: string): Promise<boolean> =>
  (await onServer(server, [`select 1 from pg_database where datname = '${name}'`])) > 0;

/** Runs statements one after another. Returns the number of rows of the last. */
async function onServer(url: string, statements: string[]): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows = 0;
    for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0;
    return rows;
  } finally {
    await client.end();
  }
}
