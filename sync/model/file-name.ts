/** Rules of file names, for device and server. */
import { extensionOf, typeOfName } from './file-types';
import { LIMITS } from './limits';
import { clean, graphemeLength, truncate } from './text';

/** path separators, which could lead to another folder in a ZIP file or on a disk */
const SEPARATORS = /[/\\]/g;

/** A name that is safe on every disk: separators become underscores; '' if nothing is left, or for `.` and `..`. */
export function cleanFileName(name: string): string {
  const cleaned = clean(name).replace(SEPARATORS, '_');
  return /^\.+$/.test(cleaned) ? '' : cleaned;
}

export const isFileName = (name: string): boolean =>
  name !== '' && cleanFileName(name) === name && graphemeLength(name) <= LIMITS.fileName.max;

/** Whether the extensions of two names belong to the same category; for new versions and renaming. */
export const keepsCategory = (before: string, after: string): boolean =>
  extensionOf(before) === extensionOf(after) || typeOfName(before)?.category === typeOfName(after)?.category;

/** Whether a file may get this name: its category stays, or the extension matches the content. */
export const mayBeRenamed = (file: { title: string; mimeType: string }, name: string): boolean =>
  keepsCategory(file.title, name) || (file.mimeType !== '' && typeOfName(name)?.mimeType === file.mimeType);

/** `plan.pdf` as `plan (2).pdf`, within the limit of a name. */
export function numberedName(name: string, n: number): string {
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length);
  const ending = ` (${n})${name.slice(stem.length)}`;
  return truncate(stem, LIMITS.fileName.max - graphemeLength(ending)) + ending;
}

/** A key that is equal for names that differ only in case or width. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

/** consecutive numbers that are tried before a binary search */
const TRIED = 10;

/** The name, with a number if it is taken. Needs few tries even among ten thousand files of the same name. */
export function freeName(name: string, isTaken: (key: string) => boolean): string {
  if (!isTaken(nameKey(name))) return name;
  const isFree = (n: number): boolean => !isTaken(nameKey(numberedName(name, n)));
  for (let n = 2; n < TRIED; n += 1) if (isFree(n)) return numberedName(name, n);
  let [taken, free] = [TRIED - 1, TRIED];
  while (!isFree(free)) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isFree(middle)) free = middle;
    else taken = middle;
  }
  return numberedName(name, free);
}
