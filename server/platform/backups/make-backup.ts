/**
 * Makes a consistent backup of the running embedded installation: database, files and secret.
 *
 *   files ──► database (checkpoint, copy while no statement runs) ──► files again ──► fsync ──► rename into place
 *
 * Files are copied before the database, because a file that it references may be deleted during the copy, and again
 * after it, because it may reference files that have arrived since.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import files, { copyFile, mkdir, rename, rm, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error';
import type { Database } from '../database/open';
import { sizeOfTree, syncTree } from '../database/pglite-files';
import { syncPath } from '../database/durable-fs';
import { bytesToCopy, copyBlobs } from './blob-files';
import { backupName, listBackups, MANIFEST, UNFINISHED, type Backup, type Manifest } from './folders';

/** number of backups to keep, the newest */
export const BACKUPS_TO_KEEP = 7;
/** Bytes of the disk that a backup leaves free for the database. */
const RESERVED_BYTES = 256 * 1024 * 1024;

export interface Installation {
  /** data folder */
  dataDir: string;
  /** folder of the backups */
  backupDir: string;
}

/**
 * Makes a backup and deletes the oldest ones. A failure leaves no folder behind. Throws OperatorError for a database server,
 * and if the disk would be full.
 * @param at time of the backup, milliseconds since the epoch; it becomes the backup's name
 */
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
  const last = listBackups(backupDir)[0];
  const fresh = join(backupDir, `${UNFINISHED}${randomUUID()}`);
  const blobs = join(dataDir, 'blobs');
  const lastBlobs = last ? join(last.folder, 'blobs') : null;
  try {
    await mkdir(fresh, { mode: 0o700 });
    await refuseFullDisk(backupDir, databaseBytes + (await bytesToCopy(blobs, fresh, lastBlobs)));
    const copyFiles = (): ReturnType<typeof copyBlobs> => copyBlobs(blobs, join(fresh, 'blobs'), lastBlobs);
    await copyFiles();
    await database.snapshot(join(fresh, 'database'));
    const { files: count, bytes } = await copyFiles();
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

/** Removes the oldest backups beyond BACKUPS_TO_KEEP. Folders that are not backups stay. */
async function prune(backupDir: string): Promise<void> {
  for (const { folder } of listBackups(backupDir).slice(BACKUPS_TO_KEEP)) {
    // Rename first: a partly deleted backup must not look complete.
    const aside = join(backupDir, `${UNFINISHED}${randomUUID()}`);
    await rename(folder, aside);
    await rm(aside, { recursive: true, force: true });
  }
}

/** Removes the folders of a process that ended while it wrote or deleted a backup. */
async function removeUnfinished(backupDir: string): Promise<void> {
  for (const name of await readdir(backupDir))
    if (name.startsWith(UNFINISHED)) await rm(join(backupDir, name), { recursive: true, force: true });
}

/** Refuses a backup that would take the disk space that the database needs. */
async function refuseFullDisk(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await files.statfs(folder);
  if (bavail * bsize < needed + RESERVED_BYTES) {
    const mb = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;
    throw new OperatorError(
      `There is no room for a backup in "${folder}": it needs ${mb(needed + RESERVED_BYTES)}, and ` +
        `${mb(bavail * bsize)} are free. Free some space, or set BACKUP_DIR to another disk.`,
    );
  }
}
