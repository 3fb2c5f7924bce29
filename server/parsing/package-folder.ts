/** Folders of installed packages whose data are read as files. */
import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';

const require = createRequire(import.meta.url);

/** With a separator at its end. */
export const packageFolder = (name: string): string => dirname(require.resolve(`${name}/package.json`)) + sep;
