import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { PDF_FOLDER } from './sync/protocol/pdf-viewer';
import { PATIENCE_MS, TEST_PATIENCE_MS } from './tests/support/patience';

const root = fileURLToPath(new URL('.', import.meta.url));
const SOURCES = '{app,sync,workers,server,scripts,tests}';
/** tests that replace a module: each file has its own process */
const ISOLATED = { integration: 'tests/isolated/*.integration.ts', component: 'tests/isolated/*.test.tsx' };

/** makes properties of fast-check repeatable */
const PROPERTY_SEED = 'tests/support/property-seed.ts';

/** V8 flags of every test process. */
const FLAGS = [
  // A larger young generation: most of what a test allocates is garbage before the first collection.
  '--max-semi-space-size=32',
];
/** Compile WebAssembly once, without the optimising tier: a test ends before the optimised database would have paid for itself. */
const BASELINE_WASM = '--liftoff-only';

/**
 * The kinds of tests that run without a browser, by file suffix. End-to-end tests are `*.spec.ts` (playwright.config.ts).
 *
 *   *.test.ts           unit: pure code, beside its source
 *   *.test.tsx          component: React screens in jsdom on a real replica and a real server, all in one process
 *   *.integration.ts    several parts together: databases, replicas, HTTP servers, child processes
 *   *.fuzz.ts           random histories from seeds (`npm run fuzz` plays more of them)
 *
 * Files of one kind share processes and loaded modules (`isolate: false`): a file that replaces a module or sets a flag of the engine would
 * change the files after it, so it has a process of its own (tests/isolated). A fuzz file has its own process: it moves the clock.
 */
export default defineConfig({
  resolve: { alias: { '~': join(root, 'app') } },
  test: {
    environment: 'node',
    pool: 'forks',
    // One more than the cores of the smallest machine: many integration tests wait for polls and timers of real parts.
    maxWorkers: 3,
    execArgv: [...FLAGS, BASELINE_WASM],
    // These tests run at the lowest priority, beside recordings, on whatever the machine has left.
    testTimeout: TEST_PATIENCE_MS,
    hookTimeout: TEST_PATIENCE_MS,
    // One second unless told: less than this machine may stand still.
    expect: { poll: { timeout: PATIENCE_MS } },
    globalSetup: ['tests/support/global-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${SOURCES}/**/*.test.ts`],
          isolate: false,
          setupFiles: [PROPERTY_SEED],
          execArgv: [...FLAGS, '--expose-gc'],
        },
      },
      {
        extends: true,
        // its modules as modules, for what the next comment says
        resolve: {
          alias: {
            '@remix-run/react': join(root, 'node_modules/@remix-run/react/dist/esm/index.js'),
            // the address at which the page loads it; the legacy build runs on Node, too
            [`${PDF_FOLDER}pdf.min.mjs`]: join(root, 'node_modules/pdfjs-dist/legacy/build/pdf.min.mjs'),
          },
        },
        test: {
          name: 'component',
          include: [`${SOURCES}/**/*.test.tsx`],
          exclude: [ISOLATED.component],
          isolate: false,
          setupFiles: ['tests/support/component/setup.ts'],
          // Each page loads the modules of the app anew, and with them those that keep a page's state.
          server: { deps: { inline: [/@remix-run\/react\//, /i18next/] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'component-isolated',
          include: [ISOLATED.component],
          setupFiles: ['tests/support/component/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [`${SOURCES}/**/*.integration.ts`],
          exclude: [ISOLATED.integration],
          isolate: false,
          setupFiles: ['tests/support/indexed-db.ts', PROPERTY_SEED],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration-isolated',
          include: [ISOLATED.integration],
          setupFiles: ['tests/support/indexed-db.ts'],
        },
      },
      { extends: true, test: { name: 'fuzz', include: ['tests/fuzz/**/*.fuzz.ts'], execArgv: FLAGS } },
    ],
  },
});
