/** Asks the server for bytes that it stores: of images and files. */
import { within } from '../../protocol/time-limit';
import type { Session } from './session';

export type BytesMissing = { missing: 'notOnServer' | 'offline' };

/**
 * The answer with the bytes, whose body is not read yet, or why there is none. A session that has ended is renewed once.
 * @param limit `ms` for the head of the answer
 */
export async function askForBytes(
  session: Pick<Session, 'fetch' | 'renew'>,
  address: string,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<Response | BytesMissing> {
  let response: Response;
  try {
    // `no-store`: on this device it is kept encrypted, not in the browser's cache
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
  // only the server itself knows that it does not have it: a captive portal answers 200, a proxy 502
  const isOfServer = /json/.test(response.headers.get('content-type') ?? '');
  return { missing: isOfServer && (response.status === 404 || response.status === 409) ? 'notOnServer' : 'offline' };
}
