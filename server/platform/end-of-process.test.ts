import { expect, test } from 'vitest';
import { DRAIN_MS } from './http/host';
import { STOP_AT_LATEST_MS } from './jobs/pg-boss-queue';

test('open requests and running jobs together get less than the ten seconds after which a process is killed', () => {
  expect(DRAIN_MS + STOP_AT_LATEST_MS).toBeLessThan(10_000);
});
