/** Requests the bytes of an image or file from the server. */
import { within } from '../../protocol/time-limit';
import type { Session } from './session';

export type BytesMissing = { missing: 'notOnServer' | 'offline' };

/**
 * Resolves to the response with its body unread, or to the reason why there is none. After a 401 the session is renewed
 * once.
 * @param limit `ms`: milliseconds until the headers of the response arrive
 */
export async function askForBytes(
  session: Pick<Session, 'fetch' | 'renew'>,
  address: string,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<Response | BytesMissing> {
  let response: Response;
  try {
    // `no-store`: this device stores it encrypted, never in the browser's cache
    const once = (): Promise<Response> =>
      within(ms, signal, (limited) =>
        session.fetch(address, {
          method: 'GET',
          headers: {},
          cache: 'no-store',
          credentials: 'same-origin',
          signal: limited,
        }),
      );
    response = await once();
    if (response.status === 401 && (await session.renew())) response = await once();
  } catch {
    return { missing: 'offline' };
  }
  if (response.status === 200) return response;
  await response.body?.cancel().catch(() => undefined);
  // only an answer of the server itself (JSON) means that it does not have the bytes; a captive portal answers with
  // HTML
  const isOfServer = /json/.test(response.headers.get('content-type') ?? '');
  return { missing: isOfServer && (response.status === 404 || response.status === 409) ? 'notOnServer' : 'offline' };
}

/**
 * The chunks of a body; a body that is not read to its end is cancelled. Throws if a chunk is late, or the reason of
 * `signal`.
 * @param limit `ms`: milliseconds until the next chunk arrives
 * @param rest delays the next chunk
 */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  { ms, signal }: { ms: number; signal: AbortSignal },
  rest: () => Promise<void> | undefined = () => undefined,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  try {
    for (;;) {
      await rest();
      const { done, value } = await within(
        ms,
        signal,
        (limited) =>
          new Promise<ReadableStreamReadResult<Uint8Array>>((resolve, reject) => {
            limited.addEventListener('abort', () => reject(limited.reason as Error), { once: true });
            reader.read().then(resolve, reject);
          }),
      );
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
