/** The orders and originals of a parser process, from its standard input. */
import type { Readable } from 'node:stream';
import type { Order } from '../messages';

/** bytes of the line of the order */
const LINE = 16 * 1024;
/** Audio is not read: its first bytes tell its type. */
const AUDIO_HEAD = 64 * 1024;
const AUDIO = /\.(wav|webm|mp3)$/i;

/** `bytes` is null if the original is larger than its limit. */
export async function* readOrders(input: Readable): AsyncGenerator<{ order: Order; bytes: Buffer | null }> {
  const chunks = (input as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  for (;;) {
    let end = rest.indexOf(10);
    for (; end < 0; end = rest.indexOf(10)) {
      if (rest.length > LINE) throw new Error('The order has no end.');
      const next = await chunks.next();
      if (next.done) return;
      rest = Buffer.concat([rest, next.value]);
    }
    const order = JSON.parse(rest.toString('utf8', 0, end)) as Order;
    const [parts, wanted] = [[rest.subarray(end + 1)], order.bytes ?? Infinity];
    let size = parts[0]!.length;
    while (size < wanted && size <= order.limit && !isEnough(order, size)) {
      const next = await chunks.next();
      if (next.done) break;
      parts.push(next.value);
      size += next.value.length;
    }
    const read = Buffer.concat(parts);
    rest = read.subarray(Math.min(wanted, size));
    yield { order, bytes: Math.min(wanted, size) > order.limit ? null : read.subarray(0, Math.min(wanted, size)) };
  }
}

const isEnough = (order: Order, size: number): boolean =>
  order.kind === 'file' && AUDIO.test(order.name) && size > AUDIO_HEAD;
