/**
 * The conditions of `npm run test:stress`: those of a slow machine. A condition changes the command and may add load:
 * `during(condition, command, work)` calls `work` with the command to run and keeps up the load until it ends.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Spins, and ends by itself within a second if its parent was killed. */
const SPIN = `
  const parent = process.ppid;
  for (;;) {
    const until = Date.now() + 500;
    while (Date.now() < until);
    if (process.ppid !== parent) process.exit();
  }
`;
const spinning = new Set();
const quiet = () => {
  for (const child of spinning) child.kill('SIGKILL');
  spinning.clear();
};
process.on('exit', quiet);

/** The first core this process may use: a container may not have core 0. */
function firstCore() {
  try {
    return /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  } catch {
    return '0';
  }
}

const ONE_CORE = 'one core';
const BUSY = 'busy cores';

/** The conditions available on this system. */
export function conditions() {
  if (!spawnSync('taskset', ['--version']).error) return [ONE_CORE, BUSY];
  console.log('There is no taskset here: nothing is pinned to one core, the tests run beside busy cores only.');
  return [BUSY];
}

export async function during(condition, command, work) {
  if (condition === ONE_CORE) return work(['taskset', '-c', firstCore(), ...command]);
  for (let i = 0; i < availableParallelism(); i += 1)
    spinning.add(spawn(process.execPath, ['-e', SPIN], { stdio: 'ignore' }));
  try {
    return await work(command);
  } finally {
    quiet();
  }
}
