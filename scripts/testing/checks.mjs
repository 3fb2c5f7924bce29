/**
 * Checks of the sources: `node scripts/testing/checks.mjs types lint format layers`. In a working copy each caches its
 * results in `.cache` and checks changed files again; with CI set no cache is read.
 */
import { fileURLToPath } from 'node:url';
import { run } from '../setup.mjs';
import { tool } from './run.mjs';

const kept = (...flags) => (process.env.CI ? [] : flags);

export const CHECKS = {
  // incremental by tsconfig.json
  types: [
    ...tool('tsc'),
    '--noEmit',
    ...(process.env.CI ? ['--incremental', 'false', '--tsBuildInfoFile', 'null'] : []),
  ],
  lint: [
    ...tool('eslint'),
    '.',
    '--max-warnings',
    '0',
    ...kept('--cache', '--cache-location', '.cache/eslint/', '--cache-strategy', 'content'),
  ],
  format: [
    ...tool('prettier'),
    '.',
    '--check',
    '--log-level',
    'warn',
    ...kept('--cache', '--cache-location', '.cache/prettier', '--cache-strategy', 'content'),
  ],
  layers: [
    ...tool('depcruise'),
    '--config',
    '.dependency-cruiser.cjs',
    'app',
    'sync',
    'workers',
    'server',
    'bench',
    '--output-type',
    'err',
    ...kept('--cache', '.cache/depcruise', '--cache-strategy', 'content'),
  ],
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of process.argv.slice(2)) {
    const [command, ...args] = CHECKS[name];
    const code = run(command, args);
    if (code !== 0) process.exit(code);
  }
}
