import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { answerOf, createClient, NoAnswerError } from './client';
import type { CallError } from './errors';
import type { CallDefinition } from './call';

const PAGE = '<!doctype html><title>Gateway</title>';

const failure = (status: number, body: string): unknown => {
  try {
    return answerOf(status, body);
  } catch (error) {
    return error;
  }
};

test.each([200, 400, 401, 403, 404, 500, 502, 503, 504])(
  'an HTML page with status %i is not an answer of the server',
  (status) => {
    for (const body of [PAGE, '', 'null', '[]', '{"message":"no upstream"}'])
      expect(failure(status, body)).toBeInstanceOf(NoAnswerError);
  },
);

test('an error response of the server is an answer', () => {
  const refused = failure(403, '{"success":false,"error":"NO_PERMISSION","message":""}');
  expect(refused).not.toBeInstanceOf(NoAnswerError);
  expect(refused).toMatchObject({ code: 'NO_PERMISSION' });
  expect(failure(404, '{"detail":"nothing here"}')).toMatchObject({
    code: 'HTTP_404',
    details: { detail: 'nothing here' },
  });
  expect(failure(503, '{"success":false,"error":"HTTP_503","message":""}')).not.toBeInstanceOf(NoAnswerError);
  expect(failure(200, '{"success":true,"data":7}')).toBe(7);
});

test('the session is not renewed after a 401 of a captive portal', async () => {
  const definition = {
    service: 'core',
    method: 'GET',
    path: '/x',
    summary: '',
    who: 'member',
    input: v.any(),
    output: v.any(),
    errors: [],
  } as CallDefinition;
  const renew = vi.fn(() => Promise.resolve(false));
  const ask = (body: string) =>
    createClient({ fetch: () => Promise.resolve(new Response(body, { status: 401 })), renew })(definition, {});
  await expect(ask(PAGE)).rejects.toBeInstanceOf(NoAnswerError);
  expect(renew).not.toHaveBeenCalled();
  await expect(ask('{"success":false,"error":"USER_NOT_LOGIN","message":""}')).rejects.toMatchObject({
    code: 'USER_NOT_LOGIN',
  } satisfies Partial<CallError>);
  expect(renew).toHaveBeenCalledOnce();
});
