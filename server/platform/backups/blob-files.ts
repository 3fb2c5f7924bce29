/**
 * Copies uploaded files into a backup and back. A complete file is immutable, so on one disk its backup is a hard link:
 * it takes no space and survives the deletion of the original. On another disk it is a hard link to the same file of
 * the previous backup, or a copy.
 *
 *   complete file ──► link ──(another disk)──► link to the previous backup's file of the same size and time ──► copy
 *   upload in progress (grows in place), tus metadata beside a file ──► copy
 */
import { constants } from 'node:fs';
import files, { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { randomUUID } from 'node:crypto';

export interface Copied {
  files: number;
  bytes: number;
}

/** prefix of a file that is being written */
const UNFINISHED = /^\.new-/;
const CANNOT_LINK = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

async function ifThere<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The files below a folder, without those that are being written; none if there is no folder. */
async function filesBelow(folder: string): Promise<{ source: string; path: string }[]> {
  const entries = (await ifThere(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
  return entries
    .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((source) => ({ source, path: relative(folder, source) }));
}

/**
 * Returns the bytes of the files that `copyBlobs` will copy into an empty folder since it cannot link them.
 * @param to an existing folder on the disk of the backup; whether links work is tried there
 */
export async function bytesToCopy(from: string, to: string, before: string | null): Promise<number> {
  let bytes = 0;
  let canLink: boolean | undefined;
  for (const { source, path } of await filesBelow(from)) {
    const mine = await ifThere(stat(source));
    if (!mine) continue;
    if (await isWhole(source, mine.size)) {
      canLink ??= (await ifThere(tryLink(source, to))) ?? undefined;
      if (canLink || (before && (await isAlike(join(before, path), mine)))) continue;
    }
    bytes += mine.size;
  }
  return bytes;
}

async function tryLink(source: string, folder: string): Promise<boolean> {
  const target = join(folder, `.new-${randomUUID()}`);
  const isLinked = await linked(source, target);
  await rm(target, { force: true });
  return isLinked;
}

/**
 * Copies every file below `from` that is missing or shorter below `to`. Files that vanish during the copy are skipped.
 * @param before the same folder in the previous backup, on the disk of `to`
 */
export async function copyBlobs(from: string, to: string, before: string | null = null): Promise<Copied> {
  const copied: Copied = { files: 0, bytes: 0 };
  for (const { source, path } of await filesBelow(from)) {
    const bytes = await ifThere(copyFileOnce(source, join(to, path), before && join(before, path)));
    if (bytes === null) continue;
    copied.files += 1;
    copied.bytes += bytes;
  }
  return copied;
}

/** Returns the size of the file. */
async function copyFileOnce(source: string, target: string, before: string | null): Promise<number> {
  const [mine, there] = [await stat(source), await ifThere(stat(target))];
  if (there && there.size >= mine.size) return there.size;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const fresh = join(dirname(target), `.new-${randomUUID()}`);
  try {
    if (
      !(await isWhole(source, mine.size)) ||
      !((await linked(source, fresh)) || (before && (await isAlike(before, mine)) && (await linked(before, fresh))))
    )
      await copied(source, fresh, mine);
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  return mine.size;
}

/** Whether a file is complete: tus writes an upload's size beside it; the file is complete when it has that size. */
async function isWhole(path: string, size: number): Promise<boolean> {
  if (path.endsWith('.json')) return false;
  const note = await ifThere(readFile(`${path}.json`, 'utf8'));
  if (note === null) return true;
  try {
    return (JSON.parse(note) as { size?: unknown }).size === size;
  } catch {
    return false;
  }
}

async function linked(source: string, target: string): Promise<boolean> {
  try {
    await files.link(source, target);
    return true;
  } catch (error) {
    if (CANNOT_LINK.has(codeOf(error))) return false;
    throw error;
  }
}

/** Whether the previous backup's file has the same content, judged by size and time. */
async function isAlike(before: string, mine: { size: number; mtimeMs: number }): Promise<boolean> {
  const last = await ifThere(stat(before));
  // copied times have a precision of milliseconds
  return last !== null && last.size === mine.size && Math.abs(last.mtimeMs - mine.mtimeMs) < 2;
}

async function copied(source: string, target: string, { atime, mtime }: { atime: Date; mtime: Date }): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const file = await open(target, 'r+');
  await file.sync().finally(() => file.close());
  await utimes(target, atime, mtime);
}
