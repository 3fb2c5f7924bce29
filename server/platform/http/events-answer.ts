/** The answer to a call as server-sent events. Each value is one event, named by its `type`. */
import { Readable } from 'node:stream';
import { chunksOf, startStream, streamedAnswer } from './streamed';

export const EVENTS_TYPE = 'text/event-stream';
/** milliseconds without an event after which a comment keeps the connection open */
const HEARTBEAT_MS = 20_000;

/**
 * @param events an error before the first one is thrown here; a later one ends the answer without a last event
 * @param onEnd called once, with the error that ended the answer early
 */
export async function eventsAnswer(
  requestId: string,
  now: number,
  events: AsyncIterable<unknown>,
  onEnd: (error: unknown) => void,
  headers: Headers = new Headers(),
): Promise<Response> {
  const { iterator, first } = await startStream(events);
  const chunks = chunksOf(iterator, eventsOf(iterator, first), onEnd);
  const body = Readable.from(chunks, { objectMode: false, highWaterMark: 1 });
  // the client may disconnect before the first read, when chunksOf has not begun
  body.once('close', () => void iterator.return?.());
  return streamedAnswer(body, { type: EVENTS_TYPE, requestId, now, headers });
}

async function* eventsOf(iterator: AsyncIterator<unknown>, first: IteratorResult<unknown>): AsyncGenerator<Buffer> {
  for (let next = first; !next.done;) {
    const { value } = next;
    yield Buffer.from(`event: ${String((value as { type?: unknown }).type)}\ndata: ${JSON.stringify(value)}\n\n`);
    const following = iterator.next();
    for (;;) {
      const came = await withinHeartbeat(following);
      if (came) {
        next = came;
        break;
      }
      yield Buffer.from(':\n\n');
    }
  }
}

/** The value, or null after HEARTBEAT_MS without one. */
async function withinHeartbeat<T>(coming: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), HEARTBEAT_MS);
  });
  try {
    return await Promise.race([coming, silence]);
  } finally {
    clearTimeout(timer);
  }
}
