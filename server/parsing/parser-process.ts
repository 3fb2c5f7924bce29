/** The server's end of a parser process: starts it, sends the original, reads the answer, and ends it at a limit. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { cannotParse } from './failure';
import type { ParsingLimits } from './limits';
import { ANSWERS, Answer, type Order } from './messages';

const ENTRY = new URL('./parser.process.mjs', import.meta.url);

/** Of the server's environment, what Node and its caches need; none of its secrets. */
const KEPT_ENVIRONMENT = ['NODE_ENV', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'TZ'];

/**
 * The C library's allocator gives large blocks back as soon as they are free: pictures and models would otherwise count
 * as resident long after their use.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

export interface ParserJob {
  order: Order;
  bytes: Buffer | AsyncIterable<Uint8Array>;
  limits: ParsingLimits;
  signal: AbortSignal;
  progress?: ((share: number) => void) | undefined;
  /** module of the process, for tests */
  entry?: URL | undefined;
}
export interface ParserResult {
  result: unknown;
  peakBytes: number;
}

/**
 * A process for one original after another. After an answer that is not one of the original's text or a plain refusal,
 * it has ended.
 */
export class ParserProcess {
  private readonly child: ChildProcess;
  private readonly closed: Promise<[number | null, NodeJS.Signals | null]>;
  /** what ended the process before it answered, decided on this side */
  private ended: unknown;
  private reader: AnswerReader | null = null;
  /** originals that it was given */
  originals = 0;

  constructor(limits: ParsingLimits, entry?: URL) {
    this.child = start(limits, entry);
    this.closed = once(this.child, 'close') as typeof this.closed;
    this.closed.catch(() => undefined);
    const end = (reason: unknown): void => this.end(reason);
    this.child.on('error', end);
    this.child.stdin!.on('error', () => undefined);
    // what libraries print is not kept
    this.child.stderr!.resume();
    (this.child.stdio[ANSWERS] as Readable).on('data', (chunk: Buffer) =>
      // an answer to nothing is none of an original's text
      this.reader ? this.reader.take(chunk) : end(new Error('The parser answered unasked.')),
    );
  }

  get isAlive(): boolean {
    return this.ended === undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  end(reason: unknown = new Error('The parser is not needed any more.')): void {
    this.ended ??= reason;
    this.child.kill('SIGKILL');
  }

  /**
   * With `bytes` in the order the process lives on, otherwise it ends with the original.
   * @throws CallError; the error of the source of the bytes; the reason of the signal
   */
  async run(job: ParserJob): Promise<ParserResult> {
    const { signal, order, limits } = job;
    const end = (reason: unknown): void => this.end(reason);
    const timer = setTimeout(() => end(cannotParse('FILE_PARSE_TIMEOUT')), limits.time);
    const abort = (): void => end(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    const reader = (this.reader = new AnswerReader(job, end));
    this.originals += 1;
    try {
      const sent = this.send(job);
      const answered = order.bytes === undefined ? this.closed : Promise.race([reader.answered, this.closed]);
      const [[code, killedBy]] = await Promise.all([answered.then((closed) => closed ?? [null, null]), sent]);
      if (this.ended !== undefined) throw this.ended;
      const { last } = reader;
      if (last && 'failed' in last) throw cannotParse(last.failed, new Error(last.reason));
      if (last && 'result' in last) return last;
      throw unanswered(code, killedBy);
    } finally {
      this.reader = null;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (order.bytes === undefined) this.child.kill('SIGKILL');
      await rm(order.scratch, { recursive: true, force: true });
    }
  }

  /** The order, then the original as it comes. A process that reads no further has its answer, or ends. */
  private async send({ order, bytes }: ParserJob): Promise<void> {
    const input = this.child.stdin!;
    input.write(`${JSON.stringify(order)}\n`);
    try {
      for await (const part of Buffer.isBuffer(bytes) ? [bytes] : bytes) {
        if (!input.writable) break;
        if (!input.write(part)) await drained(input);
      }
      if (order.bytes === undefined) input.end();
    } catch (error) {
      this.end(error);
    }
  }
}

/** Until more can be written, or nothing any more. */
async function drained(input: Writable): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  await Promise.race([once(input, 'drain', { signal }), once(input, 'close', { signal })]).catch(() => undefined);
  // a process of many originals would collect the listeners of all
  ending.abort();
}

/** Parses one original in a process of its own. */
export function runParser(job: ParserJob): Promise<ParserResult> {
  job.signal.throwIfAborted();
  return new ParserProcess(job.limits, job.entry).run(job);
}

function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => KEPT_ENVIRONMENT.includes(name));
  return Object.assign(Object.fromEntries(kept) as NodeJS.ProcessEnv, ALLOCATOR);
}

function start(limits: ParsingLimits, entry = ENTRY): ChildProcess {
  return spawn(
    process.execPath,
    [
      `--max-old-space-size=${limits.heapMegabytes}`,
      '--no-warnings',
      '--expose-gc',
      fileURLToPath(entry),
      String(limits.memory),
      String(process.pid),
    ],
    {
      env: environment(),
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      windowsHide: true,
    },
  );
}

/** Reads the lines of one answer up to the limit. */
class AnswerReader {
  last: Answer | null = null;
  /** resolves with the last answer */
  readonly answered: Promise<null>;
  private resolve: (value: null) => void = () => undefined;
  private parts: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly job: Pick<ParserJob, 'limits' | 'progress'>,
    private readonly end: (reason: unknown) => void,
  ) {
    this.answered = new Promise((resolve) => (this.resolve = resolve));
  }

  take(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > this.job.limits.answer) return this.end(cannotParse('FILE_TOO_COMPLEX'));
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      this.line(Buffer.concat([...this.parts, chunk.subarray(from, at)]).toString());
      [this.parts, from] = [[], at + 1];
    }
    if (from < chunk.length) this.parts.push(chunk.subarray(from));
  }

  private line(text: string): void {
    if (this.last) return this.end(cannotParse('FILE_DAMAGED', new Error('The parser answered more than once.')));
    const answer = v.safeParse(Answer, parsed(text));
    if (!answer.success) return this.end(cannotParse('FILE_DAMAGED', new Error('The parser gave an unknown answer.')));
    if ('progress' in answer.output) return this.job.progress?.(answer.output.progress);
    this.last = answer.output;
    this.resolve(null);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Why a process ended without an answer: killed by its watchdog or by the system for its memory, aborted by V8 for its
 * heap; anything else is a crash of native code by the document.
 */
function unanswered(code: number | null, signal: NodeJS.Signals | null): Error {
  const reason = new Error(`The parser ended with ${signal ?? `code ${String(code)}`}.`);
  const isMemory = signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134;
  return cannotParse(isMemory ? 'FILE_TOO_COMPLEX' : 'FILE_DAMAGED', reason);
}
