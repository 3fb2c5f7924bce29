import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { SCREENS } from './source-hash.mjs';

/** Adds the scripts that a file imports, directly or through other scripts. */
function collectScripts(path: string, found: Set<string>): Set<string> {
  for (const [, name] of readFileSync(path, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)) {
    const file = join(dirname(path), name!.endsWith('.mjs') ? name! : `${name}.ts`);
    if (!file.startsWith('scripts/') || found.has(file) || !existsSync(file)) continue;
    found.add(file);
    collectScripts(file, found);
  }
  return found;
}

it('an edit of a script that builds the screens makes their build stale', () => {
  const scripts = [...collectScripts('vite.config.ts', new Set())];
  expect(scripts).toContain('scripts/offline-build.ts');
  expect(SCREENS.sources).toEqual(expect.arrayContaining(scripts));
});
