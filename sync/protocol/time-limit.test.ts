import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalServer, type LocalServer } from '../../tests/support/local-server';
import { createClient } from './client';
import { sessionCalls } from './session';
import { isLate, within } from './time-limit';

/** The unit tests' processes start with --expose-gc (vitest.config.ts). */
const collect = globalThis.gc!;

let server: LocalServer;
let origin: string;
beforeAll(async () => {
  server = await startLocalServer(() => {
    /* never answers */
  });
  origin = server.origin;
});
afterAll(() => server.close());

test('a call with an abort signal times out even if memory is collected meanwhile', async () => {
  const call = createClient({ origin, fetch: (url, init) => fetch(url, init) });
  const controller = new AbortController();
  const answer = call(sessionCalls.my, {}, { signal: controller.signal, timeout: 400 }).catch(
    (error: unknown) => error,
  );
  const collecting = setInterval(() => {
    void collect();
  }, 20);
  expect(await answer).toMatchObject({ name: 'CallError', reason: 'timeout' });
  clearInterval(collecting);
});

test('an aborted call rejects with the reason of its signal, not with NoAnswerError', async () => {
  const call = createClient({ origin, fetch: (url, init) => fetch(url, init) });
  const controller = new AbortController();
  const answer = call(sessionCalls.my, {}, { signal: controller.signal }).catch((error: unknown) => error);
  controller.abort(new Error('on purpose'));
  expect(await answer).toMatchObject({ message: 'on purpose' });
});

test('the limited signal fires at the timeout or with the given signal, and no listener or timer remains', async () => {
  const until = (signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(isLate(signal)));
    });
  expect(await within(5, undefined, until)).toBe(true);
  const given = new AbortController();
  const ended = within(60_000, given.signal, until);
  given.abort();
  expect(await ended).toBe(false);
  await expect(within(60_000, given.signal, until)).rejects.toMatchObject({ name: 'AbortError' });
});
