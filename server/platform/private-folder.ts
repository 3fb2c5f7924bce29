/**
 * Folders of what people wrote. An operator may have made the data folder for everybody to read; PostgreSQL's files are even writable for
 * everybody in PGlite, so the folder around them has to keep others out.
 */
import { chmodSync, mkdirSync } from 'node:fs';

/** Makes a folder where there is none, and lets nobody but the owner of the process into it. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    // of another owner, or of a file system without permissions: its operator decides
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}
