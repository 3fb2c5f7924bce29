/**
 * Makes a backup of the embedded installation while it runs: database, files and secret, at one moment.
 *
 *   files ──► database (checkpoint, then a copy while no statement runs) ──► files once more ──► to the disk ──► renamed into its place
 *
 * Files are copied before the database, because one that it names may be deleted meanwhile, and again after it, because new ones may have
 * arrived that it names.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, readdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error';
import type { Database } from '../database/open';
import { sizeOfTree, syncTree } from '../database/pglite-files';
import { syncPath } from '../database/durable-fs';
import { copyBlobs } from './blob-files';
import { backupName, listBackups, MANIFEST, UNFINISHED, type Backup, type Manifest } from './folders';

/** backups that are kept, the newest */
export const KEPT = 7;
/** A backup leaves at least this much of the disk to the database, in bytes. */
const LEFT_FREE = 256 * 1024 * 1024;

export interface Installation {
  /** data folder */
  dataDir: string;
  /** folder of the backups */
  backupDir: string;
}

export async function makeBackup(
  { dataDir, backupDir }: Installation,
  database: Pick<Database, 'snapshot'>,
  at: number,
): Promise<Backup> {
  if (!database.snapshot)
    throw new OperatorError('Satchel makes backups of the embedded database only; a PostgreSQL server has its own.');
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  await removeUnfinished(backupDir);
  const databaseBytes = await sizeOfTree(join(dataDir, 'database'));
  await refuseFullDisk(backupDir, databaseBytes);
  const last = listBackups(backupDir)[0];
  const fresh = join(backupDir, `${UNFINISHED}${randomUUID()}`);
  const blobs = join(dataDir, 'blobs');
  try {
    await mkdir(fresh, { mode: 0o700 });
    const files = (): ReturnType<typeof copyBlobs> =>
      copyBlobs(blobs, join(fresh, 'blobs'), last ? join(last.folder, 'blobs') : null);
    await files();
    await database.snapshot(join(fresh, 'database'));
    const { files: count, bytes } = await files();
    if (existsSync(join(dataDir, 'secret'))) await copyFile(join(dataDir, 'secret'), join(fresh, 'secret'));
    const manifest: Manifest = { version: 1, at, databaseBytes, blobs: count, blobBytes: bytes };
    await writeFile(join(fresh, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    await syncTree(fresh);
    const name = backupName(at);
    await rename(fresh, join(backupDir, name));
    syncPath(backupDir);
    await prune(backupDir);
    return { ...manifest, name, folder: join(backupDir, name) };
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

/** Backups beyond those that are kept go, the oldest first; what is no backup of ours stays. */
async function prune(backupDir: string): Promise<void> {
  for (const { folder } of listBackups(backupDir).slice(KEPT)) {
    // half of a backup must not pass for one
    const aside = join(backupDir, `${UNFINISHED}${randomUUID()}`);
    await rename(folder, aside);
    await rm(aside, { recursive: true, force: true });
  }
}

/** What a process left that ended while it wrote or deleted one. */
async function removeUnfinished(backupDir: string): Promise<void> {
  for (const name of await readdir(backupDir))
    if (name.startsWith(UNFINISHED)) await rm(join(backupDir, name), { recursive: true, force: true });
}

/** A backup must not take the last of the disk that the database needs. */
async function refuseFullDisk(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < needed + LEFT_FREE) {
    const mb = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;
    throw new OperatorError(
      `There is no room for a backup in "${folder}": it needs ${mb(needed + LEFT_FREE)}, and ${mb(bavail * bsize)} are free. Free some space, or set BACKUP_DIR to another disk.`,
    );
  }
}
