/**
 * Several replicas and one server under a hostile network, killed processes, wrong clocks and changing access. After the network is whole
 * again every replica holds exactly what the database lets its person see, nothing waits, and nothing that was confirmed is lost.
 *
 *   FUZZ_SEED=<seed>   plays one run again
 *   FUZZ_RUNS=<n>      plays n runs; FUZZ_MS ends them after so many milliseconds
 *   FUZZ_FIRST=<seed>  begins with this seed; `npm run fuzz` begins with a random one, the test command with the same every time
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createParts, type Parts } from '../support/parts';
import { nothingDone, Run, type Failure } from '../support/fuzz/run';

const env = process.env;
const ONE = env['FUZZ_SEED'];
const RUNS = ONE === undefined ? Number(env['FUZZ_RUNS'] ?? 60) : 1;
const MS = Number(env['FUZZ_MS'] ?? 90_000);
const FIRST = Number(ONE ?? env['FUZZ_FIRST'] ?? 1);

let parts: Parts;
beforeAll(async () => { parts = await createParts('pglite'); });
afterAll(() => parts.close());

test(`replicas agree with the server and lose nothing (seeds from ${FIRST})`, { timeout: MS + 120_000 }, async () => {
  const done = nothingDone();
  const failures: Failure[] = [];
  const began = performance.now();
  let runs = 0;
  for (; runs < RUNS && performance.now() - began < MS && failures.length < 3; runs += 1) {
    const run = new Run(parts, FIRST + runs);
    const failure = await run.play();
    if (failure) failures.push(failure);
    for (const key of Object.keys(done) as (keyof typeof done)[]) done[key] += run.done[key];
  }
  console.log(`fuzz: ${runs} runs from seed ${FIRST} in ${Math.round(performance.now() - began)} ms; ${JSON.stringify(done)}`);
  for (const { seed, wrong, story } of failures) console.log(`FUZZ_SEED=${seed}\n${story.map((line) => `  ${line}`).join('\n')}\n  ⇒ ${wrong.join('\n  ⇒ ')}`);
  expect(failures.map(({ seed, wrong }) => ({ seed, wrong: wrong.slice(0, 3) }))).toEqual([]);
  if (runs >= 10) for (const key of ['acts', 'kills', 'killsUnsent', 'killsUnanswered', 'lost', 'cut', 'dropped', 'doubled', 'late', 'kept', 'attention', 'conflicts', 'access'] as const) expect(done[key], key).toBeGreaterThan(0);
});
