/** The common part of answers that stream values: lines (lines.ts) and events (events-answer.ts). */
import { Readable } from 'node:stream';
import { SERVER_TIME_HEADER } from '../../../sync/protocol/messages';

export interface Streamed {
  type: string;
  requestId: string;
  now: number;
  headers: Headers;
}

/**
 * Waits for the first value of a stream, so that an error before it is thrown here and answered like that of an ordinary
 * call. Returns the first value, and the iterator for the others.
 */
export async function startStream(
  values: AsyncIterable<unknown>,
): Promise<{ iterator: AsyncIterator<unknown>; first: IteratorResult<unknown> }> {
  const iterator = values[Symbol.asyncIterator]();
  return { iterator, first: await iterator.next() };
}

export function streamedAnswer(body: Readable, { type, requestId, now, headers }: Streamed): Response {
  headers.set('content-type', `${type}; charset=utf-8`);
  headers.set('cache-control', 'no-store');
  headers.set(SERVER_TIME_HEADER, String(now));
  headers.set('x-request-id', requestId);
  // a buffering proxy would defeat the purpose
  headers.set('x-accel-buffering', 'no');
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status: 200, headers });
}

/**
 * The chunks of a body. Closes the values' iterator when the chunks end, or the body is destroyed.
 * @param onEnd called once, with the error that ended the values early
 */
export async function* chunksOf(
  iterator: AsyncIterator<unknown>,
  chunks: AsyncIterable<Buffer>,
  onEnd: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  let failed: unknown = null;
  try {
    yield* chunks;
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    await iterator.return?.();
    onEnd(failed);
  }
}
