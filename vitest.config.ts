import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Unit tests stand beside their source; what crosses parts stands in tests/integration and tests/fuzz. */
export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: {
    include: ['{app,sync,workers,server,scripts}/**/*.test.{ts,tsx}', 'tests/{integration,fuzz}/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // megabytes that fill before the collector looks at what is new: most of what a test makes is gone by then
    execArgv: ['--max-semi-space-size=32'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/support/global-setup.ts'],
  },
});
