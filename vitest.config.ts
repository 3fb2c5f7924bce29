import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
/** Unit tests stand beside their source; what crosses parts stands in tests/integration and tests/fuzz. */
const TESTS = ['app', 'sync', 'workers', 'server', 'scripts', 'tests/integration', 'tests/fuzz']
  .flatMap((folder) => (readdirSync(join(root, folder), { recursive: true }) as string[]).map((path) => `${folder}/${path}`))
  .filter((path) => /\.test\.tsx?$/.test(path));

/** What puts something else in the place of a module, or sets flags of the engine, has a process of its own. */
const OWN_PROCESS = /vi\.mock\(|setFlagsFromString/;
/** Must be loaded before modules that look for it. */
const REPLICA = /fake-indexeddb/;
/** The source of a test, and of all it imports from tests/support. */
function sourceOf(path: string, known = new Set<string>()): string {
  if (known.has(path)) return '';
  known.add(path);
  const source = readFileSync(join(root, path), 'utf8');
  const imported = [...source.matchAll(/from '(\.[^']+)'/g)].map(([, to]) => `${join(dirname(path), to!)}.ts`);
  return source + imported.filter((to) => to.startsWith('tests/support/') && existsSync(join(root, to))).map((to) => sourceOf(to, known)).join('');
}
const alone = TESTS.filter((path) => OWN_PROCESS.test(sourceOf(path)));
const replicas = TESTS.filter((path) => !alone.includes(path) && REPLICA.test(sourceOf(path)));
const shared = TESTS.filter((path) => !alone.includes(path) && !replicas.includes(path));
/** Each opens databases: apart from what only reckons, which is over while one opens. */
const servers = shared.filter((path) => /tests\/support\//.test(sourceOf(path)) || path.startsWith('tests/'));

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
      { extends: true, test: { name: 'units', include: shared.filter((path) => !servers.includes(path)), isolate: false } },
      { extends: true, test: { name: 'servers', include: servers, isolate: false } },
      { extends: true, test: { name: 'replicas', include: replicas, isolate: false } },
      { extends: true, test: { name: 'own process', include: alone } },
    ],
  },
});
