/** The repository's own files, for tests that check documents and names. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', 'build', 'data', 'public', 'fixtures', 'test-results', 'playwright-report']);

/** Paths of all files below a folder, relative to the repository, with `/`. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = folder === '.' ? entry.name : join(folder, entry.name).replaceAll('\\', '/');
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
