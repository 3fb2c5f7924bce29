/**
 * The folder of an embedded database. It is copied from a prepared template, because initdb takes seconds and a gigabyte of memory;
 * the template is made once per version of PGlite and kept in the cache folder of the installation.
 *
 * Both appear by renaming a finished folder: a process that dies on the way leaves nothing that looks like a database.
 */
import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { installed } from '../installation';
import { syncPath } from './durable-fs';

const { version } = JSON.parse(readFileSync(installed('node_modules/@electric-sql/pglite/package.json'), 'utf8')) as { version: string };

/** Where templates are kept: `.cache` of the installation. */
export const TEMPLATE_FOLDER = installed('.cache/pglite');
/** The empty database of this version of PGlite. */
export const emptyTemplate = (): string => join(TEMPLATE_FOLDER, `empty-${version}`);

export const isDatabase = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'));

/** Makes the folder of a database from the template where it is none yet. */
export async function createDatabaseFolder(folder: string, template: string, durable: boolean): Promise<void> {
  if (isDatabase(folder)) return;
  if (!isDatabase(template)) await createTemplate(template);
  const fresh = `${folder}.new-${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  copyTree(isDatabase(template) ? template : emptyTemplate(), fresh);
  if (durable) await syncTree(fresh);
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
  if (durable) syncPath(dirname(folder));
}

async function createTemplate(template: string): Promise<void> {
  const fresh = `${template}.new-${process.pid}-${Date.now()}`;
  await mkdir(fresh, { recursive: true });
  const database = await PGlite.create({ fs: new NodeFS(fresh) });
  await database.exec('checkpoint');
  await database.close();
  await publishTemplate(fresh, template);
}

/** Puts a finished folder in the template's place; where another process was first, its template stands. */
export async function publishTemplate(fresh: string, template: string): Promise<void> {
  try {
    await rename(fresh, template);
  } catch (error) {
    if (!isDatabase(template)) throw error;
    await rm(fresh, { recursive: true, force: true });
  }
}

/** A thousand small files: one call each takes a tenth of the time of `cp`, which looks at every file and its parents several times. */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { mode: statSync(from).mode });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) syncPath(join(entry.parentPath, entry.name));
  syncPath(folder);
}
