import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import type { LinesCall } from './call';
import { NoAnswerError } from './client';
import { createLinesClient } from './lines';

const CALL = {
  service: 'core',
  method: 'POST',
  path: '/x',
  summary: '',
  who: 'member',
  input: v.any(),
  output: v.any(),
  errors: [],
} as unknown as LinesCall;

/** Reads a call whose requests are answered in this order, and the renewals that it asks for. */
function linesFrom(...responses: Response[]) {
  const renew = vi.fn(() => Promise.resolve(true));
  const lines = createLinesClient({ fetch: () => Promise.resolve(responses.shift()!), renew });
  const read = async (): Promise<unknown[]> => {
    const all: unknown[] = [];
    for await (const line of lines(CALL, {})) all.push(line);
    return all;
  };
  return { renew, read };
}
const ndjson = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } });
const signedOut = (): Response =>
  Response.json({ success: false, error: 'USER_NOT_LOGIN', message: '' }, { status: 401 });

test('after a 401 of the server the session is renewed and the lines are requested again', async () => {
  const refused = signedOut();
  const { read, renew } = linesFrom(refused, ndjson('{"id":1}\n{"id":2}\n'));
  expect(await read()).toEqual([{ id: 1 }, { id: 2 }]);
  expect(renew).toHaveBeenCalledOnce();
  // an unread body keeps its connection
  expect(refused.bodyUsed).toBe(true);
});

test('a second 401 of the server is the error of the call', async () => {
  const { read, renew } = linesFrom(signedOut(), signedOut());
  await expect(read()).rejects.toMatchObject({ code: 'USER_NOT_LOGIN' });
  expect(renew).toHaveBeenCalledOnce();
});

test('the session is not renewed after a 401 of a captive portal', async () => {
  const page = new Response('<!doctype html><title>Wi-Fi login</title>', { status: 401 });
  const { read, renew } = linesFrom(page, ndjson('{"id":1}\n'));
  await expect(read()).rejects.toBeInstanceOf(NoAnswerError);
  expect(renew).not.toHaveBeenCalled();
  expect(page.bodyUsed).toBe(true);
});
