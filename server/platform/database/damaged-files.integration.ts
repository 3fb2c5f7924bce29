import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { damage } from '../../../tests/support/damaged-files';
import { explainFailure } from '../failure';
import { openDatabase } from './open';

const log = pino({ level: 'silent' });
const open = (dataDir: string, thread = false) => openDatabase({ dataDir, log, durable: false, thread });

const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
/** files that PostgreSQL recreates at each start */
const RECREATED = /postmaster\.pid$|pg_internal\.init$/;

let made: string;
let table: string;
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'satchel-damaged-'));
  const database = await open(made);
  await database.query({ text: 'create table written (n int, words text)' });
  await database.query({ text: `insert into written select n, repeat('word ', 20) from generate_series(1, 2000) n` });
  table = (await database.query<{ path: string }>({ text: `select pg_relation_filepath('written') as path` })).rows[0]!
    .path;
  await database.close();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

describe('a database folder that is damaged', () => {
  let dataDir: string;
  let folder: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'satchel-damaged-'));
    folder = join(dataDir, 'database');
    cpSync(join(made, 'database'), folder, { recursive: true });
    return () => rmSync(dataDir, { recursive: true, force: true });
  });

  /** The error message for the operator. */
  const failure = async (thread = false): Promise<string> => {
    const error = await open(dataDir, thread).then(
      async (database) => {
        await database.close();
        return null;
      },
      (each: unknown) => each,
    );
    return explainFailure(error, { dataDir, embedded: true }) ?? `not explained: ${String(error)}`;
  };

  const CASES: [string, (folder: string) => void, RegExp][] = [
    ['without PG_VERSION', (f) => rmSync(join(f, 'PG_VERSION')), /PG_VERSION is missing/],
    [
      'without anything but one file',
      (f) => {
        rmSync(f, { recursive: true });
        mkdirSync(f);
        writeFileSync(join(f, 'left'), 'over');
      },
      /PG_VERSION is missing/,
    ],
    ['with a damaged pg_control', (f) => damage(join(f, 'global', 'pg_control')), /incompatible with server/],
    [
      'with a damaged log',
      (f) => {
        for (const name of readdirSync(join(f, 'pg_wal'))) if (/^0/.test(name)) damage(join(f, 'pg_wal', name));
      },
      /checkpoint record/,
    ],
    ['without its log', (f) => rmSync(join(f, 'pg_wal'), { recursive: true }), /pg_wal/],
    ['without its tables', (f) => rmSync(join(f, 'base'), { recursive: true }), /base/],
    ['with a damaged catalog', (f) => damage(join(f, 'base', '5', '1259')), /invalid page/],
  ];
  it.each(CASES)('reports %s in one sentence and leaves the files unchanged', async (_name, harm, reason) => {
    harm(folder);
    const before = filesIn(folder);
    const message = await failure();
    expect(message).toMatch(reason);
    expect(message).toContain(`The embedded database in "${folder}" cannot be opened`);
    expect(message).toContain('npm run restore');
    const after = filesIn(folder);
    expect(before.filter((name) => !after.includes(name) && !RECREATED.test(name))).toEqual([]);
    expect(readdirSync(dataDir)).toEqual(['database']);
  });

  it('reports the same from a worker thread', async () => {
    rmSync(join(folder, 'PG_VERSION'));
    expect(await failure(true)).toMatch(/PG_VERSION is missing/);
    // A second attempt fails as well instead of creating a new database.
    expect(await failure(true)).toMatch(/PG_VERSION is missing/);
  });

  it('opens with a damaged table and reports the table when it is read', async () => {
    damage(join(folder, table), 8192, 8192);
    const database = await open(dataDir);
    const error = await database.query({ text: 'select count(*) from written' }).catch((each: unknown) => each);
    await database.close();
    expect(explainFailure(new Error('The migration failed', { cause: error }), { dataDir, embedded: true })).toMatch(
      /cannot be opened: invalid page in block 1/,
    );
  });

  it('is not created again when its folder vanishes while it is open', async () => {
    const database = await open(dataDir);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await database.close().catch(() => undefined);
    expect(readdirSync(folder)).not.toContain('PG_VERSION');
  });
});
