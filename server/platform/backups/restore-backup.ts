/**
 * Replaces the embedded installation by a backup. The lock of the data folder excludes a running server.
 *
 *   lock ──► copy of the backup's database, migrated to this version ──► missing files ──► secret
 *        ──► database → database.replaced-<time> ──► copy → database
 *
 * The previous database is kept beside the new one. A process that is killed has changed nothing or
 * has left no database; in the second case Satchel refuses to start (open.ts) and the same command completes the
 * restore.
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
import { backupName, type Backup } from './folders';
import type { Installation } from './make-backup';

export interface Restored {
  /** path of the previous database; null if there was none */
  replaced: string | null;
}

/**
 * Throws FolderInUseError while a server runs, OperatorError for unexpected content of the backup, CopyUnusableError if
 * its database cannot be opened.
 * @param prepare runs on the restored database before its first use
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
    const database = await CopyUnusableError.rethrow(
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
    return { replaced: replaceDatabase(dataDir, join(fresh, 'database'), `replaced-${backupName(at)}`) };
  } finally {
    await rm(fresh, { recursive: true, force: true });
    unlock();
  }
}

/**
 * A backup may come from an untrusted source. It may contain only files and folders: a symbolic link would import files
 * of the machine, and a pipe would block the restore.
 */
async function refuseLinks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() && !entry.isDirectory())
      throw new OperatorError(
        `The backup is not restored: "${join(entry.parentPath, entry.name)}" is neither a file ` +
          `nor a folder, which no backup of Satchel holds.`,
      );
  }
}

/** Sets the present database aside and moves another into its place. Returns the path of the previous one. */
export function replaceDatabase(dataDir: string, fresh: string, aside: string): string | null {
  const folder = join(dataDir, 'database');
  const replaced = existsSync(folder) ? `${folder}.${aside}` : null;
  if (replaced) renameSync(folder, replaced);
  renameSync(fresh, folder);
  syncPath(dataDir);
  return replaced;
}

/** Restores the secret of the backup: keys in the database are encrypted with it. */
function restoreSecret(dataDir: string, backup: Backup, at: number): void {
  const [mine, theirs] = [join(dataDir, 'secret'), join(backup.folder, 'secret')];
  if (!existsSync(theirs)) return;
  if (existsSync(mine)) {
    if (readFileSync(mine, 'utf8') === readFileSync(theirs, 'utf8')) return;
    renameSync(mine, `${mine}.replaced-${backupName(at)}`);
  }
  copyFileSync(theirs, mine);
  syncPath(mine);
}
