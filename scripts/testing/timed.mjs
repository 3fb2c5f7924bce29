/**
 * Runs a command and writes how long it took: `node timed.mjs <file> <command> [argument …]` leaves `{ wall, processor }` there, in
 * seconds.
 *
 * Node cannot ask for the processor time of ended children (getrusage). Linux has it in /proc/self/stat, so each command gets a process of
 * its own above it; elsewhere `processor` is null. Counted is what somebody waited for, down to the last descendant: not what is left
 * behind and falls to init, as the pages of a Chromium that is killed.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** per second; Linux tells every program 100, whatever the kernel's own clock */
const TICKS = 100;

function processorOfChildren() {
  try {
    // the second field is a name in brackets, which may hold spaces; cutime and cstime are the 16th and 17th
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
