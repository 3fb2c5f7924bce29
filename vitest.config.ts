import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
/** Unit tests stand beside their source; what crosses parts stands in tests/integration and tests/fuzz. */
const UNITS = ['app', 'sync', 'workers', 'server', 'scripts'].flatMap((folder) => (readdirSync(join(root, folder), { recursive: true }) as string[]).map((path) => `${folder}/${path}`)).filter((path) => /\.test\.tsx?$/.test(path));
/** What puts something else in the place of a module, or must be loaded before one, or opens what counts by process, has modules of its own. */
const OWN_MODULES = /vi\.mock\(|fake-indexeddb\/auto|tests\/support\//;
const shared = UNITS.filter((path) => !OWN_MODULES.test(readFileSync(join(root, path), 'utf8')));

export default defineConfig({
  resolve: { alias: { '~': join(root, 'app') } },
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    execArgv: [
      // megabytes that fill before the collector looks at what is new: most of what a test makes is gone by then
      '--max-semi-space-size=32',
      // a test is over before the database it opened would have paid for being compiled a second time, for speed
      '--liftoff-only',
    ],
    // these run at the lowest priority, beside recordings, on whatever the machine has left
    testTimeout: 90_000,
    hookTimeout: 120_000,
    globalSetup: ['tests/support/global-setup.ts'],
    projects: [
      { extends: true, test: { name: 'units', include: shared, isolate: false } },
      { extends: true, test: { name: 'own modules', include: [...UNITS.filter((path) => !shared.includes(path)), 'tests/{integration,fuzz}/**/*.test.ts'] } },
    ],
  },
});
