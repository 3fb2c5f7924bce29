import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migratedTemplate } from '../../../tests/support/database';
import { FolderInUseError } from '../database/folder-lock';
import { openDatabase, type Database } from '../database/open';
import { sizeOfTree } from '../database/pglite-files';
import { DatabaseMissingError } from '../database/unusable';
import { Metrics } from '../metrics';
import { startDailyBackups } from './daily-backups';
import { backupName, listBackups } from './folders';
import { BACKUPS_TO_KEEP, makeBackup } from './make-backup';
import { restoreBackup } from './restore-backup';

/** Simulates two disks: a link between them fails with the system's error. */
function separateDisks(): void {
  const { link } = files;
  vi.spyOn(files, 'link').mockImplementation(async (from, to) => {
    if (String(from).includes('/data/') !== String(to).includes('/data/'))
      throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
    await link(from, to);
  });
}

const log = pino({ level: 'silent' });
const DAY = 24 * 60 * 60_000;
const START = Date.parse('2026-11-23T02:27:00Z');

let root: string;
let installation: { dataDir: string; backupDir: string };
let database: Database;

const open = async (): Promise<Database> =>
  openDatabase({ ...installation, log, durable: false, thread: false, template: await migratedTemplate() });
const blob = (path: string): string => join(installation.dataDir, 'blobs', path);
const write = (path: string, content: string): void => {
  mkdirSync(join(blob(path), '..'), { recursive: true });
  writeFileSync(blob(path), content);
};
const insert = (key: string) => database.db.insertInto('rate_limit').values({ key, points: 1, expire: null }).execute();
const keys = async (): Promise<string[]> =>
  (await database.db.selectFrom('rate_limit').select('key').orderBy('key').execute()).map(({ key }) => key);
const nothing = (): Promise<void> => Promise.resolve();

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'satchel-backups-'));
  installation = { dataDir: join(root, 'data'), backupDir: join(root, 'backups') };
  database = await open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a backup of the embedded installation', () => {
  it('restores database, files and secret, and sets the previous state aside', async () => {
    writeFileSync(join(installation.dataDir, 'secret'), 'of then');
    write('logos/c1', 'logo');
    await insert('before');
    const backup = await makeBackup(installation, database, START);
    await insert('after');
    rmSync(blob('logos/c1'));
    write('logos/c2', 'newer');
    writeFileSync(join(installation.dataDir, 'secret'), 'of now');
    await database.close();

    const { replaced } = await restoreBackup(installation, backup, START + DAY, log, nothing);
    database = await open();
    expect(await keys()).toEqual(['before']);
    expect(readFileSync(blob('logos/c1'), 'utf8')).toBe('logo');
    // A file without a reference is harmless; a device may still refer to it.
    expect(readFileSync(blob('logos/c2'), 'utf8')).toBe('newer');
    expect(readFileSync(join(installation.dataDir, 'secret'), 'utf8')).toBe('of then');
    await database.close();
    database = await openDatabase({
      dataDir: join(root, 'aside'),
      log,
      durable: false,
      thread: false,
      template: replaced!,
    });
    expect(await keys()).toEqual(['after', 'before']);
    expect(readdirSync(installation.dataDir).filter((name) => name.startsWith('restoring'))).toEqual([]);
  });

  it('is a consistent snapshot of the database: it contains each transaction whole or not at all', async () => {
    const pair = (n: number) =>
      database.transaction(async () => {
        await insert(`pair-${n}-a`);
        await insert(`pair-${n}-b`);
      });
    const writing = Promise.all(Array.from({ length: 20 }, (_, n) => pair(n)));
    const backup = await makeBackup(installation, database, START);
    await writing;
    await database.close();
    await restoreBackup(installation, backup, START, log, nothing);
    database = await open();
    const found = await keys();
    expect(found.filter((key) => key.endsWith('a')).map((key) => key.slice(0, -1))).toEqual(
      found.filter((key) => key.endsWith('b')).map((key) => key.slice(0, -1)),
    );
  });

  it('shares the space of immutable files and copies those that still grow', async () => {
    write('uploads/whole', '12345');
    writeFileSync(`${blob('uploads/whole')}.json`, JSON.stringify({ id: 'whole', size: 5 }));
    write('uploads/open', '123');
    writeFileSync(`${blob('uploads/open')}.json`, JSON.stringify({ id: 'open', size: 5 }));
    write('uploads/.new-half', 'half');
    const backup = await makeBackup(installation, database, START);
    const backedUp = (name: string): string => join(backup.folder, 'blobs', 'uploads', name);
    expect(statSync(backedUp('whole')).ino).toBe(statSync(blob('uploads/whole')).ino);
    appendFileSync(blob('uploads/open'), '45');
    expect(readFileSync(backedUp('open'), 'utf8')).toBe('123');
    expect(readdirSync(join(backup.folder, 'blobs', 'uploads')).sort()).toEqual([
      'open',
      'open.json',
      'whole',
      'whole.json',
    ]);
    expect(backup).toMatchObject({ blobs: 4 });
    // The backup's copy does not grow with bytes that arrive later.
    rmSync(blob('uploads/open'));
    await database.close();
    await restoreBackup(installation, backup, START, log, nothing);
    appendFileSync(blob('uploads/open'), '45');
    expect(readFileSync(backedUp('open'), 'utf8')).toBe('123');
    database = await open();
  });

  it('shares files with the previous backup when it is on another disk', async () => {
    separateDisks();
    write('uploads/whole', '12345');
    utimesSync(blob('uploads/whole'), 1_700_000_000, 1_700_000_000.123);
    const first = await makeBackup(installation, database, START);
    write('uploads/second', 'second');
    const second = await makeBackup(installation, database, START + DAY);
    const inode = (folder: string, name: string): number => statSync(join(folder, 'blobs', 'uploads', name)).ino;
    expect(inode(first.folder, 'whole')).not.toBe(statSync(blob('uploads/whole')).ino);
    expect(inode(second.folder, 'whole')).toBe(inode(first.folder, 'whole'));
    expect(readFileSync(join(second.folder, 'blobs', 'uploads', 'second'), 'utf8')).toBe('second');
  });

  it('is refused before files are copied for which the other disk has no room', async () => {
    write('uploads/large', 'x'.repeat(16 * 1024 * 1024));
    const databaseBytes = await sizeOfTree(join(installation.dataDir, 'database'));
    const free = vi.spyOn(files, 'statfs');
    const leave = (bytes: number): void => void free.mockResolvedValue({ bavail: bytes, bsize: 1 } as never);
    leave(databaseBytes + (256 + 8) * 1024 * 1024);
    // a link needs no room
    await makeBackup(installation, database, START);
    separateDisks();
    rmSync(installation.backupDir, { recursive: true });
    await expect(makeBackup(installation, database, START)).rejects.toThrow(/no room for a backup/);
    expect(readdirSync(installation.backupDir)).toEqual([]);
    leave(databaseBytes + (256 + 32) * 1024 * 1024);
    await makeBackup(installation, database, START);
    // nor does a file of the previous backup
    leave(databaseBytes + (256 + 8) * 1024 * 1024);
    await makeBackup(installation, database, START + DAY);
    expect(listBackups(installation.backupDir)).toHaveLength(2);
  });

  it('runs once a day, keeps the newest seven, and leaves other folders alone', async () => {
    let now = START;
    mkdirSync(join(installation.backupDir, 'mine'), { recursive: true });
    writeFileSync(join(installation.backupDir, 'mine', 'file'), 'kept');
    mkdirSync(join(installation.backupDir, '.unfinished-1', 'database'), { recursive: true });
    const daily = startDailyBackups(installation, database, { log, metrics: new Metrics(), clock: { now: () => now } });
    for (let day = 0; day < BACKUPS_TO_KEEP + 2; day += 1) {
      await daily.runIfDue();
      now += DAY / 2;
      await daily.runIfDue();
      now += DAY / 2;
    }
    await daily.stop();
    const days = Array.from({ length: BACKUPS_TO_KEEP }, (_, i) => backupName(START + (BACKUPS_TO_KEEP + 1 - i) * DAY));
    expect(listBackups(installation.backupDir).map(({ name }) => name)).toEqual(days);
    expect(readdirSync(installation.backupDir).sort()).toEqual([...days, 'mine'].sort());
  });

  it('leaves no folder that looks like a backup when it fails', async () => {
    const failing = {
      snapshot: async (to: string) => {
        mkdirSync(to);
        writeFileSync(join(to, 'PG_VERSION'), '18');
        throw new Error('on purpose');
      },
    };
    await expect(makeBackup(installation, failing, START)).rejects.toThrow('on purpose');
    expect(readdirSync(installation.backupDir)).toEqual([]);
  });

  it('is not restored while a server runs, and no server starts during a restore', async () => {
    const backup = await makeBackup(installation, database, START);
    await expect(restoreBackup(installation, backup, START, log, nothing)).rejects.toThrow(FolderInUseError);
    await database.close();
    await restoreBackup(installation, backup, START, log, async () => {
      await expect(open()).rejects.toThrow(FolderInUseError);
    });
    database = await open();
  });

  it('is refused when it contains a symbolic link, which could import any file of the machine', async () => {
    writeFileSync(join(installation.dataDir, 'secret'), 'of then');
    write('logos/c1', 'logo');
    const backup = await makeBackup(installation, database, START);
    rmSync(blob('logos/c1'));
    await database.close();
    const elsewhere = join(root, 'elsewhere');
    for (const path of ['blobs', 'blobs/logos', 'blobs/logos/c1', 'database/pg_hba.conf', 'secret']) {
      renameSync(join(backup.folder, path), elsewhere);
      symlinkSync(elsewhere, join(backup.folder, path));
      await expect(restoreBackup(installation, backup, START + DAY, log, nothing), path).rejects.toThrow(
        /neither a file nor a folder/,
      );
      rmSync(join(backup.folder, path));
      renameSync(elsewhere, join(backup.folder, path));
    }
    expect(existsSync(blob('logos/c1'))).toBe(false);
    await restoreBackup(installation, backup, START + DAY, log, nothing);
    expect(readFileSync(blob('logos/c1'), 'utf8')).toBe('logo');
    database = await open();
  });

  it("leaves the present database in place when the backup's own cannot be opened", async () => {
    await insert('present');
    const backup = await makeBackup(installation, database, START);
    await database.close();
    rmSync(join(backup.folder, 'database', 'global', 'pg_control'));
    await expect(restoreBackup(installation, backup, START, log, nothing)).rejects.toThrow(
      new RegExp(`^The backup ${backup.name} cannot be opened`),
    );
    database = await open();
    expect(await keys()).toEqual(['present']);
    expect(readdirSync(installation.dataDir).sort()).toEqual(['database', 'database.lock']);
  });

  it('prevents a start with an empty database in its place', async () => {
    const { folder } = await makeBackup(installation, database, START);
    await database.close();
    rmSync(join(installation.dataDir, 'database'), { recursive: true });
    await expect(open()).rejects.toThrow(DatabaseMissingError);
    await expect(open()).rejects.toThrow(folder);
    expect(existsSync(join(installation.dataDir, 'database'))).toBe(false);
    // State after a restore that was killed between its two renames.
    const aside = join(installation.dataDir, 'database.replaced-1');
    mkdirSync(aside);
    linkSync(join(folder, 'database', 'PG_VERSION'), join(aside, 'PG_VERSION'));
    rmSync(folder, { recursive: true });
    await expect(open()).rejects.toThrow(aside);
    rmSync(aside, { recursive: true });
    database = await open();
  });
});
