import { defineConfig } from '@playwright/test';

/** Tests that are too long for the test command: `npm run test:uploads`. */
export default defineConfig({
  testDir: '.',
  globalSetup: '../support/demo-data.ts',
  workers: 1,
  retries: 0,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: '../../test-results/memory',
});
