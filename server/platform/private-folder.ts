/**
 * Folders with people's data. The data folder may be readable by everybody, and PGlite even makes PostgreSQL's files
 * writable by everybody, so the permissions of the enclosing folder must exclude other users.
 */
import { chmodSync, mkdirSync } from 'node:fs';

/** Creates a folder if necessary and restricts it to the owner of the process (mode 0700). */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    // Another owner, or a file system without permissions: the operator is responsible.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}
