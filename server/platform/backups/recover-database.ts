/**
 * Saves the readable rows of a damaged database into a new one. It works on a copy and never changes the damaged files.
 *
 *   copy (a missing PG_VERSION is added) ──► open ──► each table: whole ──(damaged)──► block by block ──► row by row
 *                                              └ fails (log, pg_control, catalog): only a backup helps
 *   new database: migrations of the damaged one ──► rows ──► remaining migrations
 *
 * Jobs (schema `pgboss`) are not copied; they are enqueued again.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { Logger } from 'pino';
import { lockFolder } from '../database/folder-lock';
import { migrate, readMigrations, type Migration } from '../database/migrate';
import { openDatabase, type Database } from '../database/open';
import { openPglite } from '../database/pglite-backend';
import { copyTree, createDatabaseFolder, emptyTemplate } from '../database/pglite-files';
import { CopyUnusableError } from '../database/unusable';
import { OperatorError } from '../operator-error';
import { backupName } from './folders';
import { replaceDatabase } from './restore-backup';

export interface RecoveredTable {
  table: string;
  rows: number;
  /** nothing of the table is readable, not even its columns */
  unreadable: boolean;
  /** unreadable parts: blocks of 8 kB, and single rows */
  lostBlocks: number;
  lostRows: number;
  /** rows that were read but rejected by the new database */
  refused: number;
}

/** Table that migrations fill. */
const OWN = 'applied_migration';
/** maximum rows of one 8 kB block */
const ROWS_OF_BLOCK = 291;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Replaces the present database by one with its readable rows; the damaged one is set aside unchanged.
 * @param prepare runs on the new database before its first use
 */
export async function recoverDatabase(
  dataDir: string,
  at: number,
  log: Logger,
  prepare: (database: Database) => Promise<void>,
): Promise<{ tables: RecoveredTable[]; damaged: string }> {
  const unlock = lockFolder(join(dataDir, 'database.lock'));
  const work = join(dataDir, `recovering-${randomUUID()}`);
  const present = join(dataDir, 'database');
  try {
    if (!existsSync(present) || readdirSync(present).length === 0)
      throw new OperatorError(`There is no database in "${present}" to recover.`);
    const fresh = join(work, 'database');
    await createDatabaseFolder(fresh, emptyTemplate(), true);
    copyDamaged(present, join(work, 'damaged'));
    const tables = await CopyUnusableError.rethrow(
      `The database in "${present}" cannot be recovered. A copy of it`,
      recoverTables(join(work, 'damaged'), fresh, await readMigrations()),
    );
    if (tables.every(({ rows }) => rows === 0))
      throw new OperatorError(
        `Nothing in "${present}" could be read. It stays as it is; restore a backup with "npm run restore" (it lists them).`,
      );
    const database = await openDatabase({ dataDir: work, log });
    try {
      await migrate(database);
      await prepare(database);
    } finally {
      await database.close();
    }
    return { tables, damaged: replaceDatabase(dataDir, fresh, `damaged-${backupName(at)}`)! };
  } finally {
    await rm(work, { recursive: true, force: true });
    unlock();
  }
}

/** Copies a damaged database for reading. */
function copyDamaged(folder: string, to: string): void {
  copyTree(folder, to);
  const version = join(to, 'PG_VERSION');
  // The file has one line, the same in every database of this version.
  if (!existsSync(version)) writeFileSync(version, readFileSync(join(emptyTemplate(), 'PG_VERSION')));
}

/**
 * Throws DatabaseUnusableError if the copy cannot be opened.
 * @param from folder of the copy
 * @param to folder of a new, empty database
 */
async function recoverTables(from: string, to: string, migrations: readonly Migration[]): Promise<RecoveredTable[]> {
  const source = new Reader(from);
  // Open before the first table: a database that does not open must not pass for one without rows.
  await source.open();
  const target = await openPglite(to, true);
  try {
    const applied = new Set(await source.applied().catch(() => migrations.map(({ name }) => name)));
    await target.exec(
      `create table ${OWN} (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    );
    const apply = async (each: Migration): Promise<void> => {
      await target.exec(each.sql);
      await target.query(`insert into ${OWN} (name, hash) values ($1, $2)`, [each.name, each.hash]);
    };
    for (const each of migrations) if (applied.has(each.name)) await apply(each);
    const report: RecoveredTable[] = [];
    // Keep rows whose parents are lost: a person decides about them, not a constraint.
    await target.exec('set session_replication_role = replica');
    for (const table of await tablesOf(target)) report.push(await recoverTable(source, target, table));
    await target.exec(`set session_replication_role = default`);
    await setSequences(target);
    for (const each of migrations) if (!applied.has(each.name)) await apply(each);
    await target.exec('checkpoint');
    return report;
  } finally {
    await source.close();
    await target.close();
  }
}

/** Reads the copy; opens it again when the WASM aborts on a page. */
class Reader {
  private database: PGlite | null = null;

  constructor(private readonly folder: string) {}

  async open(): Promise<PGlite> {
    this.database ??= await openPglite(this.folder, false);
    return this.database;
  }

  async rows<T>(sql: string): Promise<T[]> {
    return (await (await this.open()).query<T>(sql)).rows;
  }

  async applied(): Promise<string[]> {
    return (await this.rows<{ name: string }>(`select name from ${OWN} order by name`)).map(({ name }) => name);
  }

  /** Rows in the text format of COPY. Throws if a row is damaged. */
  async copy(sql: string): Promise<Blob> {
    const database = await this.open();
    try {
      return (await database.query(`copy (${sql}) to '/dev/blob'`)).blob!;
    } catch (error) {
      // An error of PostgreSQL has a code; an error without one is an abort of the WASM.
      if ((error as { code?: unknown }).code === undefined) this.database = null;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.database?.close().catch(() => undefined);
  }
}

async function tablesOf(target: PGlite): Promise<string[]> {
  const { rows } = await target.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '${OWN}' order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function columnsOf(table: string, query: <T>(sql: string) => Promise<T[]>): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = to_regclass('public.${quoted(table)}') and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  );
  return rows.map(({ name }) => name);
}

async function recoverTable(source: Reader, target: PGlite, table: string): Promise<RecoveredTable> {
  const report: RecoveredTable = { table, rows: 0, unreadable: false, lostBlocks: 0, lostRows: 0, refused: 0 };
  const targetColumns = new Set(await columnsOf(table, async (sql) => (await target.query<never>(sql)).rows));
  const found = await columnsOf(table, (sql) => source.rows(sql)).catch(() => null);
  if (found === null) return { ...report, unreadable: true };
  const columns = found
    .filter((name) => targetColumns.has(name))
    .map(quoted)
    .join(', ');
  if (columns === '') return report;
  // The rows that migrations inserted are in the damaged database too; with session_replication_role = replica the
  // delete does not cascade.
  await target.exec(`delete from ${quoted(table)}`);
  const take = async (where: string): Promise<void> => {
    const blob = await source.copy(`select ${columns} from ${quoted(table)}${where}`);
    if (blob.size === 0) return;
    try {
      report.rows +=
        (await target.query(`copy ${quoted(table)} (${columns}) from '/dev/blob'`, [], { blob })).affectedRows ?? 0;
    } catch {
      await takeLines(blob);
    }
  };
  /** Inserts row by row: a damaged value may violate a constraint. */
  const takeLines = async (blob: Blob): Promise<void> => {
    for (const line of (await blob.text()).split('\n').filter(Boolean)) {
      try {
        report.rows +=
          (
            await target.query(`copy ${quoted(table)} (${columns}) from '/dev/blob'`, [], {
              blob: new Blob([`${line}\n`]),
            })
          ).affectedRows ?? 0;
      } catch {
        report.refused += 1;
      }
    }
  };
  try {
    await take('');
    return report;
  } catch {
    // The batch wrote nothing; read it again in smaller parts.
  }
  const blocks = await source
    .rows<{ n: number }>(`select (pg_relation_size('public.${quoted(table)}') / 8192)::int as n`)
    .then(
      ([row]) => row?.n ?? 0,
      () => 0,
    );
  for (let block = 0; block < blocks; block += 1) {
    try {
      await take(` where ctid >= '(${block},0)' and ctid < '(${block + 1},0)'`);
    } catch {
      await takeRows(source, table, block, take, report);
    }
  }
  return report;
}

/**
 * Reads a block with damage row by row: the block itself may be damaged, or an out-of-line value (TOAST) of one of its
 * rows.
 */
async function takeRows(
  source: Reader,
  table: string,
  block: number,
  take: (where: string) => Promise<void>,
  report: RecoveredTable,
): Promise<void> {
  const ids = await source
    .rows<{ n: number }>(
      `select split_part(trim(both '()' from ctid::text), ',', 2)::int as n from ${quoted(table)}
        where ctid >= '(${block},0)' and ctid < '(${block + 1},0)' limit ${ROWS_OF_BLOCK}`,
    )
    .catch(() => null);
  if (!ids) {
    report.lostBlocks += 1;
    return;
  }
  for (const { n } of ids) {
    try {
      await take(` where ctid = '(${block},${n})'`);
    } catch {
      report.lostRows += 1;
    }
  }
}

/** Sets each sequence above the highest value in its column. */
async function setSequences(target: PGlite): Promise<void> {
  const { rows } = await target.query<{ sequence: string; table: string; column: string }>(`
    select s.oid::regclass::text as sequence, t.relname as table, a.attname as column
    from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') join pg_class t on t.oid = d.refobjid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace`);
  for (const { sequence, table, column } of rows) {
    await target.query(
      `select setval($1::regclass, greatest((select coalesce(max(${quoted(column)}), 0) from ${quoted(table)}), 1))`,
      [sequence],
    );
  }
}
