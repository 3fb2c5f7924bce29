/** A parser process that misbehaves according to the name of its file; other files are answered immediately. */
import { readSync, writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const [memory, server] = process.argv.slice(2).map(Number);
new Worker(new URL('../../server/parsing/parser-watchdog.mjs', import.meta.url), {
  workerData: { memory, server },
  execArgv: [],
}).unref();

const answer = (line) => writeSync(3, `${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
const answerAndEnd = (line) => {
  answer(line);
  process.exit(0);
};
const text = (parts) => ({ title: '', language: '', outline: [], pages: 0, notices: [], parts });
const forever = () => {
  for (;;);
};
const kill = () => process.kill(process.pid, 'SIGKILL');

const DEEDS = {
  hang: forever,
  'progress and hang': () => {
    answer({ progress: 0.5 });
    forever();
  },
  'heap of memory': () => {
    const kept = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, at) => ({ at })));
  },
  'native memory': () => {
    const kept = [];
    for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, 1));
  },
  'flood of lines': () => {
    for (;;) answer({ progress: 0.1 });
  },
  'line without an end': () => {
    for (;;) writeSync(3, 'x'.repeat(100_000));
  },
  'killed at its start': kill,
  'killed after its progress': () => {
    answer({ progress: 0.5 });
    kill();
  },
  'killed within its answer': () => {
    writeSync(3, '{"result":{"title":');
    kill();
  },
  'ends without an answer': () => process.exit(0),
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  nonsense: () => answerAndEnd('no JSON'),
  'text beyond its limits': () =>
    answerAndEnd({ result: text([{ id: 'p1', kind: 'song', level: 0, text: 'x', place: {} }]), peakBytes: 1 }),
  environment: () =>
    answerAndEnd({
      result: text([{ id: 'p1', kind: 'text', level: 0, text: Object.keys(process.env).join(' '), place: {} }]),
      peakBytes: 1,
    }),
  'says its number': () => {
    answer({ progress: process.pid / 1e9 });
    forever();
  },
};

let head = '';
const buffer = Buffer.alloc(64 * 1024);
while (!head.includes('\n')) head += buffer.toString('latin1', 0, readSync(0, buffer));
const { name } = JSON.parse(head.slice(0, head.indexOf('\n')));
DEEDS[name]?.();
answer({ result: text([]), peakBytes: 1 });
process.exit(0);
