/** Damage to a file on a server's disk. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';

/** Overwrites bytes of a file, all of them by default, with invalid content. */
export function damage(path: string, at = 0, length = statSync(path).size - at): void {
  const file = openSync(path, 'r+');
  try {
    writeSync(file, Buffer.alloc(length, 0xa5), 0, length, at);
  } finally {
    closeSync(file);
  }
}
