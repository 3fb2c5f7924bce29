/**
 * Repeats tests under the conditions of a slow machine: pinned to one core, and beside a busy loop on every core, in
 * turn. For tests that fail only at times. Reports at the end what failed how often, with its seed and stack trace; all
 * output is kept in test-results/stress.
 *
 *   npm run test:stress -- --times 5 tests/e2e/notes.spec.ts sync/merge/merge.test.ts
 *   npm run test:stress -- --times 2                    every test file, one after the other: hours
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { checkNode, installPackages, root } from './setup.mjs';
import { allTestFiles, kindOf, planOf, prepareSpecs, slashed } from './testing/files.mjs';
import { conditions, during } from './testing/load.mjs';
import { messageOf } from './testing/report.mjs';
import { results } from './testing/run.mjs';

/** formats of printed seeds: the fuzz, tests that record or upload, and fast-check */
const SEEDS = [/\b[A-Z]+_SEED=\d+(?: FUZZ_ENGINE=\w+)?/, /\bseed: -?\d+(?:, path: "[^"]*")?/];
/** grace period of programs that were asked to end */
const END_MS = 10_000;

const stop = (sentence) => {
  console.error(sentence);
  process.exit(2);
};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '5' } },
});
const times = Number(values.times);
if (!/^\d+$/.test(values.times) || times < 1) stop('--times takes a whole number from 1 on');
const files =
  positionals.length > 0 ? positionals.map((file) => slashed(relative(root, resolve(file)))) : allTestFiles();
for (const file of files) if (!existsSync(join(root, file)) || !kindOf(file)) stop(`${file} is no test file`);

checkNode();
installPackages();
const folder = join(results, 'stress', new Date().toISOString().replace(/[:.]/g, '-'));
const browserOf = files.some((file) => kindOf(file) === 'e2e') ? prepareSpecs(folder) : null;

let running = null;
let interrupted = false;
/** In a process group of its own, so that all of it can be ended. */
const play = ([command, ...args], env) =>
  new Promise((done) => {
    running = spawn(command, args, {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let printed = '';
    const end = (code) => {
      running = null;
      done({ code, printed: stripVTControlCharacters(printed) });
    };
    for (const stream of [running.stdout, running.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
    running.once('error', (error) => {
      printed += error.message;
      end(1);
    });
    running.once('close', (code) => end(code ?? 1));
  });
const signal = (name) => {
  if (running?.pid)
    try {
      process.kill(-running.pid, name);
    } catch {
      /* it has ended meanwhile */
    }
};
for (const name of ['SIGINT', 'SIGTERM']) {
  process.on(name, () => {
    interrupted = true;
    signal('SIGINT');
    setTimeout(signal, END_MS, 'SIGKILL').unref();
  });
}

/** a table line for each file and condition, and for each test that failed in it */
const rows = [];
const rowOf = (file, condition, test) => {
  const there = rows.find((row) => row.file === file && row.condition === condition && row.test === test);
  if (there) return there;
  rows.push({ file, condition, test, runs: 0, failed: 0 });
  return rows.at(-1);
};
const traced = (traces) =>
  existsSync(traces) && readdirSync(traces, { recursive: true }).some((name) => String(name).endsWith('.zip'));
const seedIn = (...texts) => texts.flatMap((text) => SEEDS.map((seed) => seed.exec(text)?.[0])).find(Boolean);

async function once(file, condition, turn) {
  const place = join(folder, file.replace(/\W+/g, '-'), `${condition.replaceAll(' ', '-')}-${turn}`);
  mkdirSync(place, { recursive: true });
  const { command, env, tally } = planOf(file, place, browserOf);
  const began = performance.now();
  const { code, printed } = await during(condition, command, (conditioned) => play(conditioned, env));
  const output = join(place, 'output.txt');
  writeFileSync(output, printed);
  if (interrupted) return;
  const { failed, failures } = tally(code);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${file}, ${condition}, ${turn} of ${times}: ${failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  const whole = rowOf(file, condition, null);
  whole.runs += 1;
  if (failed === 0) return;
  whole.failed += 1;
  const traces = join(place, 'traces');
  for (const { test, error } of failures.length > 0
    ? failures
    : [{ test: file, error: `exit code ${code}: ${messageOf(printed)}` }]) {
    const row = rowOf(file, condition, test);
    row.failed += 1;
    row.error ??= messageOf(error);
    row.seed ??= seedIn(error, test, printed);
    row.place ??= relative(root, traced(traces) ? traces : output);
  }
}

function printTable() {
  console.log('\nfailed of    condition     test');
  for (const { file, condition, runs, failed } of rows.filter(({ test }) => test === null)) {
    const line = (count, name) =>
      console.log(`${String(count).padStart(4)} of ${String(runs).padEnd(5)}${condition.padEnd(14)}${name}`);
    line(failed, file);
    for (const row of rows.filter(
      (other) => other.test !== null && other.file === file && other.condition === condition,
    )) {
      line(row.failed, `  ${row.test}`);
      const details = [
        ['error', row.error],
        ['seed', row.seed],
        ['trace', row.place],
      ].filter(([, value]) => value);
      for (const [name, value] of details) console.log(`${' '.repeat(29)}${name}: ${value}`);
    }
  }
}

const under = conditions();
for (const file of files) {
  for (let turn = 1; turn <= times; turn += 1)
    for (const condition of under) if (!interrupted) await once(file, condition, turn);
}
printTable();
process.exit(interrupted ? 130 : rows.some(({ failed }) => failed > 0) ? 1 : 0);
