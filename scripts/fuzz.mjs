/**
 * The fuzz test of several replicas for as long as wanted: the kept seeds, then seeds from a random one on, in two
 * processes, until the time is over or a check fails.
 *
 *   npm run fuzz -- --minutes 30             minutes for the seeds after the kept ones
 *   npm run fuzz -- --engine postgres        on two server processes and one PostgreSQL server, in one process
 *   npm run fuzz -- --seed 12345             one run again
 *
 * FUZZ_START in the environment is the first seed instead of a random one.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { checkNode, installPackages, run } from './setup.mjs';
import { tool } from './testing/run.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    engine: { type: 'string', default: 'pglite' },
  },
});
const stop = (sentence) => {
  console.error(sentence);
  process.exit(2);
};
const minutes = Number(values.minutes);
if (!(minutes > 0)) stop('--minutes takes a positive number');
if (values.seed !== undefined && !/^\d+$/.test(values.seed)) stop('--seed takes a whole number');
const FILES = {
  pglite: ['tests/fuzz/replicas.fuzz.ts', 'tests/fuzz/replicas-more.fuzz.ts'],
  postgres: ['tests/fuzz/replicas-postgres.fuzz.ts'],
};
const files = FILES[values.engine];
if (!files) stop(`--engine takes one of ${Object.keys(FILES).join(', ')}`);
checkNode();
installPackages();
const wanted =
  values.seed === undefined
    ? {
        FUZZ_START: process.env.FUZZ_START ?? String(randomInt(1_000_000_000)),
        FUZZ_SEEDS: '1000000000',
        FUZZ_MS: String(minutes * 60_000),
      }
    : { FUZZ_SEED: values.seed };
const [command, ...args] = tool('vitest');
const env = { ...process.env, FUZZ_ENGINE: values.engine, ...wanted };
process.exit(run(command, [...args, 'run', '--project', 'fuzz', ...files], { env }));
