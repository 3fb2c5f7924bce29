/** Names of files, as device and server accept them. */
import { extensionOf, typeOfName } from './file-types';
import { LIMITS } from './limits';
import { clean, graphemeLength, truncate } from './text';

/** characters that lead to another folder, in a zip or on a disk */
const SEPARATORS = /[/\\]/g;

/** A name that is safe on every disk: separators become underscores; '' if nothing is left, or for `.` and `..`. */
export function cleanFileName(name: string): string {
  const cleaned = clean(name).replace(SEPARATORS, '_');
  return /^\.+$/.test(cleaned) ? '' : cleaned;
}

export const isFileName = (name: string): boolean =>
  name !== '' && cleanFileName(name) === name && graphemeLength(name) <= LIMITS.fileName.max;

/** Whether two names say types of one category: of a file and its new version, before and after it is renamed. */
export const keepsCategory = (before: string, after: string): boolean =>
  extensionOf(before) === extensionOf(after) || typeOfName(before)?.category === typeOfName(after)?.category;

/** Whether a file may get this name: its category stays, or the name says what the content is. */
export const mayBeRenamed = (file: { title: string; mimeType: string }, name: string): boolean =>
  keepsCategory(file.title, name) || (file.mimeType !== '' && typeOfName(name)?.mimeType === file.mimeType);

/** `plan.pdf` as `plan (2).pdf`, within the limit of a name. */
export function numberedName(name: string, n: number): string {
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length);
  const ending = ` (${n})${name.slice(stem.length)}`;
  return truncate(stem, LIMITS.fileName.max - graphemeLength(ending)) + ending;
}

/** The name in a form in which two names that a disk or a person takes for one are equal. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

/** numbers that are tried one after another, before they are searched */
const TRIED = 10;

/** The name, numbered if it is among those in use. Of ten thousand files of one name it tries a few numbers only. */
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
