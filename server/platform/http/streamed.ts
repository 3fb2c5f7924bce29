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
 * The first value of a stream, and the rest behind it: an error before the first one is thrown here, as that of a call
 * that does not stream.
 */
export async function begun(
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
 * Chunks for a body, which pauses the values while its reader is slow.
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
