import { defineConfig } from '@playwright/test';
import { chromiumPath, FLAGS } from './tests/support/device';
import { PATIENCE_MS, TEST_PATIENCE_MS } from './tests/support/patience';

/** Tests that record for some seconds and are killed at a given moment: one file at a time, and nothing else at their priority. */
const ALONE = /(deleted-data|main-job|meeting-walk|recorded-sound|recorder-kills|recorder-faults|updates)\.spec\.ts$/;

/**
 * End-to-end tests run against the built app. One process of the runner has one server (tests/support/e2e.ts) on a copy of a data folder
 * that is made once (tests/support/demo-data.ts), and one Chromium.
 *
 *   --project=alone --workers=1    then    --project=together        (npm run test:e2e)
 *
 * Two runs, not one that depends on the other: what fails alone must not keep the rest from running.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/demo-data.ts',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: TEST_PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  use: { launchOptions: { executablePath: chromiumPath(), args: FLAGS } },
  projects: [
    { name: 'alone', testMatch: ALONE },
    { name: 'together', testIgnore: ALONE },
  ],
});
