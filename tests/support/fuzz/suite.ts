/**
 * Plays seeds one after the other and tells what happened. By the environment:
 *
 *   FUZZ_SEED=<seed>    plays one run again
 *   FUZZ_RUNS=<n>       plays n runs; FUZZ_MS ends them after so many milliseconds
 *   FUZZ_FIRST=<seed>   begins with this seed; `npm run fuzz` begins with a random one, the test command with the same every time
 *   FUZZ_ENGINE=<name>  pglite or postgres
 *   FUZZ_TRACE=1        tells every request and answer of a run that went wrong
 */
import { expect } from 'vitest';
import type { Engine } from '../database';
import { nothingDone, Run, type Done, type Failure } from './run';
import { openGrounds } from './servers';

const env = process.env;
const ONE = env['FUZZ_SEED'];

export interface Plan { engine: Engine; first: number; runs: number; /** milliseconds */ ms: number }

/** What the environment wants instead of the plan; null: nothing, as another engine is asked for or another file plays the one seed. */
export const planned = (plan: Plan, part = 0): Plan | null => {
  if (env['FUZZ_ENGINE'] !== undefined && env['FUZZ_ENGINE'] !== plan.engine) return null;
  if (ONE !== undefined) return part === 0 || env['FUZZ_ENGINE'] === 'postgres' ? { ...plan, first: Number(ONE), runs: 1 } : null;
  if (env['FUZZ_FIRST'] === undefined) return plan;
  return { ...plan, first: Number(env['FUZZ_FIRST']) + part * 100_000_000, runs: Number(env['FUZZ_RUNS'] ?? plan.runs), ms: Number(env['FUZZ_MS'] ?? plan.ms) };
};

/** Plays; fails with the first three seeds that went wrong. Gives what was done, and how often. */
export async function play({ engine, first, runs, ms }: Plan): Promise<{ done: Done; played: number }> {
  const grounds = await openGrounds(engine);
  const done = nothingDone();
  const failures: Failure[] = [];
  const began = performance.now();
  let played = 0;
  try {
    for (; played < runs && performance.now() - began < ms && failures.length < 3; played += 1) {
      const run = new Run(grounds, first + played);
      const failure = await run.play();
      if (failure) failures.push(failure);
      for (const key of Object.keys(done) as (keyof Done)[]) done[key] += run.done[key];
    }
  } finally {
    await grounds.close();
  }
  console.log(`fuzz (${engine}): ${played} runs from seed ${first} in ${Math.round(performance.now() - began)} ms; ${JSON.stringify(done)}`);
  for (const { seed, wrong, story } of failures) console.log(`FUZZ_SEED=${seed} FUZZ_ENGINE=${engine}\n${story.map((line) => `  ${line}`).join('\n')}\n  ⇒ ${wrong.join('\n  ⇒ ')}`);
  expect(failures.map(({ seed, wrong }) => ({ seed, wrong: wrong.slice(0, 3) }))).toEqual([]);
  return { done, played };
}

/**
 * Everything happened, over all seeds. Not so an act that the replica refuses: people do only what their device shows and lets them do
 * at that moment, so it takes a change that arrives between the look and the act. That may happen and is no goal of the fuzz.
 */
export function expectAll({ refusedActs: _, ...done }: Done): void {
  for (const [name, times] of Object.entries(done)) expect(times, name).toBeGreaterThan(0);
}
