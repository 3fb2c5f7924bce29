/**
 * The fuzz of several replicas for as long as wanted: seed after seed until the time is over or something is wrong.
 *
 *   npm run fuzz -- --minutes 30          from a random seed
 *   npm run fuzz -- --seed 12345          one run again
 */
import { parseArgs } from 'node:util';
import { checkNode, installPackages, run } from './setup.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error('--minutes takes a positive number');
  process.exit(2);
}
checkNode();
installPackages();
process.exit(run('npx', ['vitest', 'run', 'tests/fuzz/replicas.fuzz.ts'], {
  env: { ...process.env, FUZZ_RUNS: '1000000000', FUZZ_MS: String(minutes * 60_000), FUZZ_FIRST: String(Math.floor(Math.random() * 1_000_000_000)), ...(values.seed === undefined ? {} : { FUZZ_SEED: values.seed }) },
}));
