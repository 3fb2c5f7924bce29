/**
 * Languages whose text can be read from pictures: the product's five. Their data are packages; nothing is downloaded.
 */
import { copyFile, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../package-folder';

export const READABLE = ['en', 'ja', 'ko', 'zh-Hans', 'zh-Hant'] as const;
export type Readable = (typeof READABLE)[number];

const CODES: Record<Readable, string> = { en: 'eng', ja: 'jpn', ko: 'kor', 'zh-Hans': 'chi_sim', 'zh-Hant': 'chi_tra' };
export const codeOf = (language: Readable): string => CODES[language];

/** The small models, which are the neural network alone. */
const MODELS = '4.0.0_best_int';

/** Makes the data of all languages appear in one folder, where tesseract.js looks for them. */
export async function gatherData(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const code of Object.values(CODES)) {
    const name = `${code}.traineddata.gz`;
    const [from, to] = [join(packageFolder(`@tesseract.js-data/${code}`), MODELS, name), join(folder, name)];
    // links to files need a right on Windows
    await symlink(from, to).catch(() => copyFile(from, to));
  }
}
