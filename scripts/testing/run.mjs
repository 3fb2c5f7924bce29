/** Runs programs for the test scripts: installed tools by name, several at once, with their times. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../setup.mjs';

const TIMED = fileURLToPath(new URL('timed.mjs', import.meta.url));
/** Started directly: `npx` needs half a second of processor time to resolve them. */
const TOOLS = {
  tsc: 'typescript/bin/tsc',
  eslint: 'eslint/bin/eslint.js',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
  prettier: 'prettier/bin/prettier.cjs',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
};
/** The command of an installed tool, to be followed by its arguments. */
export const tool = (name) => [process.execPath, join(root, 'node_modules', TOOLS[name])];

export const results = join(root, 'test-results');

export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Runs a program beside others. `behind`: at the lowest priority. `live`: shows its output as it arrives, otherwise
 * returns it. Returns its exit code, its output and, if it ended by itself, its time.
 */
export async function start([command, ...args], { name, behind = false, live = false, ...options }) {
  const times = join(results, 'times', `${name.replace(/\W+/g, '-')}.json`);
  mkdirSync(join(results, 'times'), { recursive: true });
  rmSync(times, { force: true });
  const { code, printed } = await new Promise((resolve) => {
    const stdio = live ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const program = spawn(process.execPath, [TIMED, times, command, ...args], { cwd: root, stdio, ...options });
    // Child processes inherit its priority. If the system refuses, it only takes longer.
    if (behind && program.pid !== undefined)
      try {
        setPriority(program.pid, constants.priority.PRIORITY_LOW);
      } catch {
        /* see above */
      }
    let text = '';
    for (const stream of [program.stdout, program.stderr])
      stream?.setEncoding('utf8').on('data', (more) => {
        text += more;
      });
    program.once('error', (error) => resolve({ code: 1, printed: `${text}${error.message}\n` }));
    program.once('close', (ended) => resolve({ code: ended ?? 1, printed: text }));
  });
  return { code, printed, time: readJson(times) };
}
