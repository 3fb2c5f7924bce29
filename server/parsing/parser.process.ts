/**
 * A parser process: reads an order and an original, answers with its text, ends; or waits for the next, as the order
 * says.
 */
import { writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { cannotParse, codeOf } from './failure';
import { ANSWERS, type Answer, type Order } from './messages';
import { closeNetwork } from './child/close-network';
import { readOrders } from './child/read-input';

const PROGRESS_STEP = 0.02;

const [memory = '0', server = '0'] = process.argv.slice(2);
const watchdog = new Worker(new URL('./parser-watchdog.mjs', import.meta.url), {
  workerData: { memory: Number(memory), server: Number(server) },
  execArgv: [],
});
watchdog.unref();
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // not allowed everywhere
}
closeNetwork();

function answer(line: Answer): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let at = 0; at < bytes.length;) at += writeSync(ANSWERS, bytes, at);
}

let told = 0;
function progress(share: number): void {
  if (share < told + PROGRESS_STEP) return;
  told = share;
  answer({ progress: Math.min(1, share) });
}

async function parse(order: Order, bytes: Buffer): Promise<unknown> {
  const terms = { progress, scratch: order.scratch, deadline: Date.now() + order.time };
  if (order.kind === 'page') return (await import('./child/page')).parsePage({ ...order, bytes }, terms);
  return (await import('./child/parse')).parseFile({ ...order, bytes }, terms);
}

const failed = (error: unknown): void =>
  answer({ failed: codeOf(error), reason: error instanceof Error ? error.message.slice(0, 500) : String(error) });

try {
  for await (const { order, bytes } of readOrders(process.stdin)) {
    told = 0;
    try {
      if (bytes === null) throw cannotParse('FILE_TOO_COMPLEX');
      const result = await parse(order, bytes);
      answer({ result, peakBytes: process.resourceUsage().maxRSS * 1024 });
    } catch (error) {
      failed(error);
    }
    if (order.bytes === undefined) break;
    // what this original took counts against the next one otherwise
    globalThis.gc?.();
  }
} catch (error) {
  failed(error);
}
process.exit(0);
