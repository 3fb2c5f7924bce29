/** The other half of the seeds of replicas.fuzz.ts, played beside them. */
import { test } from 'vitest';
import { expectAll, planned, play } from '../support/fuzz/suite';

const plan = planned({ engine: 'pglite', first: 1_000, runs: 100, ms: 1_200_000 }, 1);

test.runIf(plan)(`replicas agree with the server and lose nothing (seeds from ${plan?.first})`, { timeout: (plan?.ms ?? 0) + 120_000 }, async () => {
  const { done, played } = await play(plan!);
  if (played >= 100) expectAll(done);
});
