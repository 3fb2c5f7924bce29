/** Names that files get here. */
import { extensionOf, typeOfName } from '../../../sync/model/file-types';

const two = (n: number): string => String(n).padStart(2, '0');

/** A pasted picture has no name of its own: it is named by the time, which sorts and is unique within a second. */
export function pastedName(label: string, at: Date, type: string): string {
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.');
  const extension = /^image\/([a-z0-9]+)/.exec(type)?.[1] ?? 'png';
  return `${label} ${day} ${time}.${extension === 'jpeg' ? 'jpg' : extension}`;
}

/** Browsers name each pasted picture alike. */
const GENERAL = /^image\.\w+$/i;

/** The files of a paste, those without a name of their own named by the time. */
export function pastedFiles(files: readonly File[], label: string, at: Date): File[] {
  const taken = new Set<string>();
  return files.map((file) => {
    if (file.name !== '' && !GENERAL.test(file.name)) return file;
    const name = freeName(pastedName(label, at, file.type), taken);
    taken.add(name);
    return new File([file], name, { type: file.type });
  });
}

/** The name, with a number if another file has it: `plan (2).pdf`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length);
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${stem} (${n})${extension}`;
  return free;
}

/**
 * The name that was typed for a file; one that says no type gets the extension of the file: `plan v1.2` for `draft.pdf`
 * is `plan v1.2.pdf`.
 */
export const withExtension = (typed: string, of: string): string =>
  typeOfName(typed) || typeOfName(of) === null ? typed : typed + extensionOf(of);
