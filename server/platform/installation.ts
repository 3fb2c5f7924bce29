/**
 * The folder in which Satchel is installed, whether this code runs from its sources or from the build's single file.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function folderOfPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error('Satchel does not find the folder it is installed in: there is no package.json above its code.');
  return folderOfPackage(parent);
}

const root = folderOfPackage(dirname(fileURLToPath(import.meta.url)));

/** Absolute path of a file or folder of the installation, e.g. `installed('locales/en/mail.json')`. */
export const installed = (path: string): string => join(root, path);
