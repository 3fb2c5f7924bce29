/**
 * The fuzz of replicas.fuzz.ts against two server processes on one PostgreSQL server, where its programs are installed: requests go
 * to them in turn, some at once, and each hears of the other's changes by LISTEN and NOTIFY alone.
 */
import { expect, test } from 'vitest';
import { engines } from '../support/database';
import { planned, play } from '../support/fuzz/suite';

const plan = engines().includes('postgres') ? planned({ engine: 'postgres', first: 2_000, runs: 14, ms: 240_000 }, 2) : null;

test.runIf(plan)(`replicas agree with two servers and lose nothing (seeds from ${plan?.first})`, { timeout: (plan?.ms ?? 0) + 120_000 }, async () => {
  const { done, played } = await play(plan!);
  if (played >= 10) for (const name of ['kills', 'lost', 'together', 'conflicts', 'access', 'made', 'effects'] as const) expect(done[name], name).toBeGreaterThan(0);
});
