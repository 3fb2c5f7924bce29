/**
 * Runs a command and writes its time: `node timed.mjs <file> <command> [argument …]` writes `{ wall, processor }`
 * there, in seconds.
 *
 * Node cannot read the processor time of ended children (getrusage). Linux has it in /proc/self/stat, so each command
 * gets a parent process of its own; elsewhere `processor` is null. It includes all descendants that were waited for,
 * not processes that were left behind and adopted by init, such as pages of a killed Chromium.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** ticks per second; Linux reports 100 to every program, whatever the kernel's own clock */
const TICKS = 100;

function processorOfChildren() {
  try {
    // the second field is a name in brackets, which may contain spaces; cutime and cstime are the 16th and 17th
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return null;
  }
}

const [file, command, ...args] = process.argv.slice(2);
const began = performance.now();
const child = spawn(command, args, { stdio: 'inherit' });
// The terminal sends Ctrl-C to the child as well; this process stays to wait for it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.once('close', (code) => {
  writeFileSync(file, JSON.stringify({ wall: (performance.now() - began) / 1000, processor: processorOfChildren() }));
  process.exit(code ?? 1);
});
