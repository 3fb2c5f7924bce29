/**
 * The tests of a fuzz file: the kept seeds (tests/fuzz/kept-seeds.ts), then those of the day. Each day (UTC) runs 60 other
 * seeds, so that the test command keeps searching and gives everyone the same result on the same day. Controlled by
 * environment variables:
 *
 *   FUZZ_START=<seed>   the first seed, instead of the day's: repeats a day
 *   FUZZ_SEEDS=<n>      number of seeds besides the kept ones, over all files together
 *   FUZZ_MS=<ms>        time limit in milliseconds, in each process
 *   FUZZ_ENGINE=<name>  pglite or postgres: this engine only
 *   FUZZ_SEED=<seed>    repeats one run, and nothing else
 *   FUZZ_TRACE=1        prints every request and answer of a failed run
 */
// first: Yjs takes its random values when it is loaded
import './seeded-random';
import { describe, expect, test } from 'vitest';
import { KEPT_SEEDS } from '../../fuzz/kept-seeds';
import { engines, type Engine } from '../database';
import { nothingDone, Run, type Done, type Failure } from './run';
import { openServers } from './servers';

const env = process.env;
const SEEDS_OF_A_DAY = 60;
/** one of this many seeds of a day runs on PostgreSQL, if installed */
const POSTGRES_EVERY = 15;
/** limit for runs that never end; the machine may be busy */
const LIMIT_MS = 1_200_000;
/** Number of seeds after which every kind of event has occurred; asserted from twice as many on. */
const ENOUGH_SEEDS = 200;
/** Number of further fixed seeds that run until every event has occurred, if the kept ones no longer contain them all. */
const MORE_SEEDS = 100;

interface Seeds {
  first: number;
  count: number;
}

const started = Number(env['FUZZ_START'] ?? Math.floor(Date.now() / 86_400_000) * SEEDS_OF_A_DAY);
const limitMs = Number(env['FUZZ_MS'] ?? Infinity);
const keptOf = (engine: Engine): number[] =>
  KEPT_SEEDS.filter((kept) => kept.engine === engine).map(({ seed }) => seed);

/**
 * The day's seeds for one file: PostgreSQL has the last ones; of the rest the first file has fewer, as it runs the kept
 * ones as well.
 */
function daySeeds(engine: Engine, part: 0 | 1): Seeds {
  const all = Number(env['FUZZ_SEEDS'] ?? SEEDS_OF_A_DAY);
  if (env['FUZZ_ENGINE'] === 'postgres') return { first: started, count: engine === 'postgres' ? all : 0 };
  const onServer =
    engines().includes('postgres') && env['FUZZ_ENGINE'] === undefined ? Math.floor(all / POSTGRES_EVERY) : 0;
  if (engine === 'postgres') return { first: started + all - onServer, count: onServer };
  const embedded = all - onServer;
  const firstPart = Math.max(0, Math.ceil((embedded - keptOf('pglite').length) / 2));
  return part === 0
    ? { first: started, count: firstPart }
    : { first: started + firstPart, count: embedded - firstPart };
}

function* range({ first, count }: Seeds): Generator<number> {
  for (let i = 0; i < count; i += 1) yield first + i;
}

/** Runs until seeds, time or limit are used up; fails with the first three failed seeds. */
async function play(
  engine: Engine,
  seeds: Iterable<number>,
  { name, enough = () => false }: { name: string; enough?: (done: Done, played: number) => boolean },
): Promise<{ done: Done; played: number }> {
  const servers = await openServers(engine);
  const done = nothingDone();
  const failures: Failure[] = [];
  const began = performance.now();
  let played = 0;
  try {
    for (const seed of seeds) {
      if (failures.length >= 3 || enough(done, played)) break;
      const run = new Run(servers, seed);
      const failure = await run.play();
      if (failure) failures.push(failure);
      played += 1;
      for (const key of Object.keys(done) as (keyof Done)[]) done[key] += run.done[key];
    }
  } finally {
    await servers.close();
  }
  console.log(
    `fuzz (${engine}), ${name}: ${played} runs in ${Math.round((performance.now() - began) / 1000)} s; ${JSON.stringify(done)}`,
  );
  const option = engine === 'postgres' ? ' --engine postgres' : '';
  const again = (seed: number): string =>
    `FUZZ_SEED=${seed} FUZZ_ENGINE=${engine}, again by: npm run fuzz -- --seed ${seed}${option}`;
  for (const { seed, wrong, story } of failures) {
    console.log([again(seed), ...story.map((line) => `  ${line}`), ...wrong.map((line) => `  ⇒ ${line}`)].join('\n'));
  }
  const messages = failures.map(({ seed, wrong }) => `${again(seed)}: ${wrong.slice(0, 3).join(' | ')}`);
  if (messages.length > 0) throw new Error(messages.join('\n'));
  return { done, played };
}

/**
 * Events that did not happen. An act that the replica rejects is not required: it only occurs if a change arrives between
 * the choice of the act and its execution.
 */
const missing = ({ refusedActs: _, ...done }: Done): string[] =>
  Object.entries(done)
    .filter(([, times]) => times === 0)
    .map(([name]) => name);

/**
 * Runs the kept seeds and requires every kind of event in them, so that the fuzz keeps covering all. The seeds are fixed,
 * so the result does not depend on the day. If an event no longer occurs, because the fuzz was changed or a busy machine
 * answers in another order, further fixed seeds run until all have occurred.
 */
async function playKept(engine: Engine): Promise<void> {
  const kept = keptOf(engine);
  const more = [...range({ first: 1, count: MORE_SEEDS })].filter((seed) => !kept.includes(seed));
  const enough = (done: Done, played: number): boolean => played >= kept.length && missing(done).length === 0;
  const { done, played } = await play(engine, [...kept, ...more], { name: 'kept seeds', enough });
  const others = played - kept.length;
  if (others > 0)
    console.warn(
      `Not everything happened in the kept seeds: ${others} more played. If so on a quiet machine, keep one.`,
    );
  expect(missing(done), 'kinds of events that no longer occur').toEqual([]);
}

/**
 * Declares the tests of one file. `part`: of the two files on the embedded database, which one; the first runs the kept
 * seeds.
 */
export function fuzz(engine: Engine, part: 0 | 1 = 0): void {
  const wanted = engines().includes(engine) && (env['FUZZ_ENGINE'] ?? engine) === engine;
  describe.runIf(wanted)(`replicas agree with the server and lose nothing (${engine})`, () => {
    const one = env['FUZZ_SEED'];
    if (one !== undefined) {
      test.runIf(part === 0 && (env['FUZZ_ENGINE'] ?? 'pglite') === engine)(
        `seed ${one}`,
        { timeout: LIMIT_MS },
        async () => {
          await play(engine, [Number(one)], { name: `seed ${one}` });
        },
      );
      return;
    }
    const kept = part === 0 && keptOf(engine).length > 0;
    test.runIf(kept)('the kept seeds, in which every event occurs', { timeout: LIMIT_MS }, () => playKept(engine));

    const day = daySeeds(engine, part);
    const name = `seeds from ${day.first}`;
    test.runIf(day.count > 0)(name, { timeout: Number.isFinite(limitMs) ? limitMs + LIMIT_MS : LIMIT_MS }, async () => {
      const again = Number.isFinite(limitMs) ? 'npm run fuzz' : 'npm test -- fuzz';
      console.log(`fuzz (${engine}): ${name}; the same again: FUZZ_START=${started} ${again}`);
      const until = performance.now() + limitMs;
      const { done, played } = await play(engine, range(day), { name, enough: () => performance.now() > until });
      if (played >= ENOUGH_SEEDS) expect(missing(done), 'kinds of events that no longer occur').toEqual([]);
    });
  });
}
