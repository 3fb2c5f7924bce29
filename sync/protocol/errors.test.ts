import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ERRORS } from './errors';

const CODE = /[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+/g;
const codesIn = (text: string): string[] => text.match(CODE) ?? [];
const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (file) =>
        file.isFile() &&
        /\.tsx?$/.test(file.name) &&
        !/\.(test|integration|fuzz)\.tsx?$/.test(file.name) &&
        file.name !== 'errors.ts',
    )
    .map((file) => join(file.parentPath, file.name));

it('every error code is raised somewhere, or listed as unused', () => {
  const used = new Set(
    ['app', 'sync', 'workers', 'server']
      .flatMap(sources)
      .flatMap((file) => codesIn(withoutComments(readFileSync(file, 'utf8')))),
  );
  const listed = new Set(codesIn(readFileSync('docs/deltas.md', 'utf8').split('## Codes that nothing raises')[1]!));
  expect(Object.keys(ERRORS).filter((code) => !used.has(code) && !listed.has(code))).toEqual([]);
});
