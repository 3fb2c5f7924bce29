/** Opens the database: a PostgreSQL server by its address, or PGlite in the data folder, both through `pg`. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { lockFolder } from './folder-lock';
import { startMaintenance } from './maintenance';
import { emptyTemplate, isDatabase } from './pglite-files';
import { PgliteServer } from './pglite-server';
import { makePrivate } from '../private-folder';
import type { Tables } from './tables';
import { Transactions, type Statement } from './transactions';
import { DatabaseMissingError } from './unusable';

/** folder of a database that a restore or a recovery has set aside */
const SET_ASIDE = /^database\.(replaced|damaged)-/;
/** milliseconds */
const LOCK_TIMEOUT = 3_000;
const IDLE_IN_TRANSACTION = 5_000;
/**
 * milliseconds after which a request without a free connection fails, so that requests do not pile up behind a stuck
 * one
 */
const CONNECTION_WAIT = 30_000;

export interface Database {
  engine: 'pglite' | 'postgres';
  db: Kysely<Tables>;
  transaction<T>(work: () => Promise<T>): Promise<T>;
  afterCommit(work: () => void | Promise<void>): void;
  /** Runs a raw statement, possibly prepared under a name; joins the open transaction as `db` does. */
  query<R extends pg.QueryResultRow = pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<R>>;
  /** One connection for several statements (advisory locks); never inside a transaction. */
  session<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** A connection for LISTEN, not connected yet; null for PGlite, which has one process only. */
  listener(): pg.Client | null;
  /**
   * Copies the files of the embedded database, consistent between two transactions, to a folder that does not exist;
   * null with a server.
   */
  snapshot: ((to: string) => Promise<void>) | null;
  /** connections in use, and requests that wait for one */
  load(): { connections: number; waiting: number };
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** a PostgreSQL server; undefined for the embedded database */
  url?: string | undefined;
  poolSize?: number;
  /** folder of the embedded database and its lock */
  dataDir: string;
  /**
   * folder of the backups of the embedded database: if it contains any, a missing database is not replaced by an empty
   * one
   */
  backupDir?: string | undefined;
  log: Pick<Logger, 'error' | 'warn'>;
  /** a prepared database to copy, instead of an empty one */
  template?: string;
  /** false only in tests that need no durability */
  durable?: boolean;
  /** false only in tests: PGlite runs in this thread instead of a worker thread */
  thread?: boolean;
  /** milliseconds a transaction may be idle; 0: unlimited */
  idleInTransaction?: number;
}

/** Parses int8 as number: sequences, sizes and times are far below 2^53; larger values are rejected. */
function parseInt8(value: string): number {
  const parsed = Number(value);
  if (!Number.isSafeInteger(parsed)) throw new RangeError(`The database gave ${value}, which a number cannot hold.`);
  return parsed;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? parseInt8
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Throws DatabaseUnusableError or DatabaseMissingError for an embedded database, and the errors of `pg` for a server. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url ? openServer(options, options.url) : openEmbedded(options);
}

async function openServer(options: DatabaseOptions, url: string): Promise<Database> {
  const settings: pg.ClientConfig = {
    connectionString: url,
    types,
    keepAlive: true,
    application_name: 'satchel',
    lock_timeout: LOCK_TIMEOUT,
    idle_in_transaction_session_timeout: options.idleInTransaction ?? IDLE_IN_TRANSACTION,
  };
  const pool = new pg.Pool({ ...settings, max: options.poolSize ?? 10, connectionTimeoutMillis: CONNECTION_WAIT });
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  return assemble('postgres', pool, options, {
    listener: () => new pg.Client(settings),
    snapshot: null,
    end: () => Promise.resolve(),
    idleLimit: 0,
  });
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  mkdirSync(options.dataDir, { recursive: true });
  const unlock = lockFolder(join(options.dataDir, 'database.lock'));
  const server = new PgliteServer({
    folder: join(options.dataDir, 'database'),
    template: options.template ?? emptyTemplate(),
    durable: options.durable ?? true,
    thread: options.thread ?? true,
  });
  try {
    refuseStartingOver(options);
    await server.start();
    makePrivate(join(options.dataDir, 'database'));
  } catch (error) {
    unlock();
    throw error;
  }
  const config: pg.PoolConfig = {
    stream: () => server.stream(),
    user: 'postgres',
    database: 'postgres',
    password: '',
    types,
  };
  const pool = new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: CONNECTION_WAIT });
  const stopMaintenance = startMaintenance((sql) => pool.query(sql), options.log);
  const snapshot = async (to: string): Promise<void> => {
    // The pool has one connection, so no transaction is open while this one is held.
    const client = await pool.connect();
    try {
      await server.copyTo(to);
    } finally {
      client.release();
    }
  };
  const end = async (): Promise<void> => {
    await server.close();
    unlock();
  };
  const database = assemble('pglite', pool, options, {
    listener: () => null,
    snapshot,
    end,
    idleLimit: options.idleInTransaction ?? IDLE_IN_TRANSACTION,
  });
  return {
    ...database,
    close: async () => {
      await stopMaintenance();
      await database.close();
    },
  };
}

/** Refuses to create an empty database where one was set aside or has backups. */
function refuseStartingOver({ dataDir, backupDir }: DatabaseOptions): void {
  const folder = join(dataDir, 'database');
  if (existsSync(folder) && readdirSync(folder).length > 0) return;
  const aside = readdirSync(dataDir)
    .filter((name) => SET_ASIDE.test(name) && isDatabase(join(dataDir, name)))
    .sort()
    .map((name) => join(dataDir, name));
  const backups =
    backupDir && existsSync(backupDir)
      ? readdirSync(backupDir)
          .filter((name) => isDatabase(join(backupDir, name, 'database')))
          .map((name) => join(backupDir, name))
      : [];
  const found = [...aside, ...backups.sort()].at(-1);
  if (found) throw new DatabaseMissingError(folder, found);
}

interface Parts {
  listener: Database['listener'];
  snapshot: Database['snapshot'];
  end: () => Promise<void>;
  idleLimit: number;
}

function assemble(engine: Database['engine'], pool: pg.Pool, options: DatabaseOptions, parts: Parts): Database {
  // The pool replaces an idle connection that breaks; without a listener the error event would end the process.
  let closing: Promise<void> | null = null;
  pool.on('error', (error) => {
    if (!closing) options.log.warn({ err: error }, 'An idle database connection broke.');
  });
  const transactions = new Transactions(pool, parts.idleLimit, options.log);
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: () => transactions.connect() as Promise<never>, end: () => Promise.resolve() },
    }),
  });
  return {
    engine,
    db,
    transaction: (work) => transactions.run(work),
    afterCommit: (work) => transactions.afterCommit(work),
    query: (statement) => transactions.query(statement),
    session: async (work) => {
      if (transactions.isOpen) throw new Error('A session cannot be opened inside a transaction.');
      const client = await pool.connect();
      let broken: Error | undefined;
      // a connection that breaks during a long statement would otherwise end the process
      const onError = (error: Error): void => {
        broken = error;
      };
      client.on('error', onError);
      try {
        return await work(client);
      } finally {
        client.off('error', onError);
        client.release(broken);
      }
    },
    listener: parts.listener,
    snapshot: parts.snapshot,
    load: () => ({ connections: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    close: () => {
      closing ??= db
        .destroy()
        .then(() => pool.end())
        .then(parts.end);
      return closing;
    },
  };
}
