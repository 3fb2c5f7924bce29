/**
 * Puts a backup in the place of the embedded installation. No server runs meanwhile: both take the lock of the data folder.
 *
 *   lock ──► copy of its database, brought to this version ──► files that are missing ──► secret
 *        ──► database → database.replaced-<time> ──► copy → database
 *
 * Nothing is deleted: what stood before stands beside it. A process that ends on the way has changed nothing, or left no database at all;
 * then Satchel does not start (open.ts), and the same command does it again.
 */
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { syncPath } from '../database/durable-fs';
import { lockFolder } from '../database/folder-lock';
import { migrate } from '../database/migrate';
import { openDatabase, type Database } from '../database/open';
import { copyDatabase } from '../database/pglite-files';
import { CopyUnusableError } from '../database/unusable';
import { OperatorError } from '../operator-error';
import { copyBlobs } from './blob-files';
import { timeInName, type Backup } from './folders';
import type { Installation } from './make-backup';

export interface Restored {
  /** where the database is now that stood before; null: there was none */
  replaced: string | null;
}

/**
 * @param prepare what is done to the restored database before anybody uses it
 * Throws FolderInUseError while a server runs, OperatorError where the backup holds what no backup does, CopyUnusableError where it cannot be
 * opened.
 */
export async function restoreBackup(
  { dataDir }: Pick<Installation, 'dataDir'>,
  backup: Backup,
  at: number,
  log: Logger,
  prepare: (database: Database) => Promise<void>,
): Promise<Restored> {
  await refuseLinks(backup.folder);
  const unlock = lockFolder(join(dataDir, 'database.lock'));
  const fresh = join(dataDir, `restoring-${randomUUID()}`);
  try {
    await copyDatabase(join(backup.folder, 'database'), join(fresh, 'database'), true);
    const database = await CopyUnusableError.instead(
      `The backup ${backup.name}`,
      openDatabase({ dataDir: fresh, log }),
    );
    try {
      await migrate(database);
      await prepare(database);
    } finally {
      await database.close();
    }
    await copyBlobs(join(backup.folder, 'blobs'), join(dataDir, 'blobs'));
    restoreSecret(dataDir, backup, at);
    return { replaced: putInPlace(dataDir, join(fresh, 'database'), `replaced-${timeInName(at)}`) };
  } finally {
    await rm(fresh, { recursive: true, force: true });
    unlock();
  }
}

/**
 * A backup may have come from elsewhere. It consists of files and folders: a link in it would bring files of the machine into the
 * installation, and a pipe would hold the restore for ever.
 */
async function refuseLinks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() && !entry.isDirectory())
      throw new OperatorError(
        `The backup is not restored: "${join(entry.parentPath, entry.name)}" is neither a file nor a folder, which no backup of Satchel holds.`,
      );
  }
}

/** Sets the present database aside and puts another in its place. Gives where the present one is now. */
export function putInPlace(dataDir: string, fresh: string, aside: string): string | null {
  const folder = join(dataDir, 'database');
  const replaced = existsSync(folder) ? `${folder}.${aside}` : null;
  if (replaced) renameSync(folder, replaced);
  renameSync(fresh, folder);
  syncPath(dataDir);
  return replaced;
}

/** Keys that the database holds are sealed with the secret of its time. */
function restoreSecret(dataDir: string, backup: Backup, at: number): void {
  const [mine, theirs] = [join(dataDir, 'secret'), join(backup.folder, 'secret')];
  if (!existsSync(theirs)) return;
  if (existsSync(mine)) {
    if (readFileSync(mine, 'utf8') === readFileSync(theirs, 'utf8')) return;
    renameSync(mine, `${mine}.replaced-${timeInName(at)}`);
  }
  copyFileSync(theirs, mine);
  syncPath(mine);
}
