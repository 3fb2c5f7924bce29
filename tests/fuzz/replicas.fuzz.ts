/**
 * Several replicas and one server under a hostile network, killed processes, wrong clocks and changing access. After the network is whole
 * again every replica holds exactly what the database lets its person see, nothing waits, and nothing that was confirmed is lost. The
 * other half of the seeds is played beside these (replicas-more.fuzz.ts), some on two server processes (replicas-postgres).
 */
import { test } from 'vitest';
import { expectAll, planned, play } from '../support/fuzz/suite';

const plan = planned({ engine: 'pglite', first: 1, runs: 100, ms: 1_200_000 });

test.runIf(plan)(`replicas agree with the server and lose nothing (seeds from ${plan?.first})`, { timeout: (plan?.ms ?? 0) + 120_000 }, async () => {
  const { done, played } = await play(plan!);
  if (played >= 100) expectAll(done);
});
