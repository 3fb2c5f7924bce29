/** Makes names for files. */
import { extensionOf, typeOfName } from '../../../sync/model/file-types';

const two = (n: number): string => String(n).padStart(2, '0');

/** The name of a pasted image, which has none of its own: a label and the time, sortable and unique within a second. */
export function pastedName(label: string, at: Date, type: string): string {
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.');
  const extension = /^image\/([a-z0-9]+)/.exec(type)?.[1] ?? 'png';
  return `${label} ${day} ${time}.${extension === 'jpeg' ? 'jpg' : extension}`;
}

/** The name that browsers give to every pasted image. */
const GENERAL = /^image\.\w+$/i;

/** The files of a paste; files without a name of their own are named after the time. */
export function pastedFiles(files: readonly File[], label: string, at: Date): File[] {
  const taken = new Set<string>();
  return files.map((file) => {
    if (file.name !== '' && !GENERAL.test(file.name)) return file;
    const name = freeName(pastedName(label, at, file.type), taken);
    taken.add(name);
    return new File([file], name, { type: file.type });
  });
}

/** The name, with a number if the name is taken: `plan (2).pdf`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length);
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${stem} (${n})${extension}`;
  return free;
}

/**
 * A typed file name; the extension of the present name is added if the typed one has no known extension: `plan v1.2`
 * for `draft.pdf` becomes `plan v1.2.pdf`.
 */
export const withExtension = (typed: string, of: string): string =>
  typeOfName(typed) || typeOfName(of) === null ? typed : typed + extensionOf(of);
