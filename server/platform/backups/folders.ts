/**
 * The folder of backups. Each backup is a folder named by its time; it appears atomically, by renaming a finished
 * folder.
 *
 *   backups/2026-11-23T02-27-00-000Z/   backup.json   secret   database/   blobs/
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { isDatabase } from '../database/pglite-files';

const Manifest = v.object({
  version: v.literal(1),
  /** time of the database copy, milliseconds since the epoch */
  at: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** bytes of the database */
  databaseBytes: v.number(),
  /** number of uploaded files, and their bytes */
  blobs: v.number(),
  blobBytes: v.number(),
});
export type Manifest = v.InferOutput<typeof Manifest>;

export interface Backup extends Manifest {
  name: string;
  /** absolute path */
  folder: string;
}

export const MANIFEST = 'backup.json';
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
/** prefix of a folder that is being written or deleted */
export const UNFINISHED = '.unfinished-';

export const backupName = (at: number): string => new Date(at).toISOString().replace(/[:.]/g, '-');

/** Complete backups in a folder, the newest first; empty if the folder does not exist. */
export function listBackups(folder: string): Backup[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];
  return names
    .sort()
    .reverse()
    .flatMap((name) => {
      const manifest = manifestOf(join(folder, name));
      return manifest && isDatabase(join(folder, name, 'database'))
        ? [{ ...manifest, name, folder: join(folder, name) }]
        : [];
    });
}

function manifestOf(folder: string): Manifest | null {
  try {
    const read = v.safeParse(Manifest, JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
