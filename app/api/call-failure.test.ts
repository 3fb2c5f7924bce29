import { expect, it } from 'vitest';
import { NoAnswerError } from '../../sync/protocol/client';
import { CallError } from '../../sync/protocol/errors';
import { callFailure } from './call-failure';

it('recognises a failed call by its shape, also from another copy of the class', () => {
  const mine = new CallError('USER_PASSWORD_BLOCKED', { params: { minutes: 4 } });
  expect(callFailure(mine)).toEqual({ code: 'USER_PASSWORD_BLOCKED', params: { minutes: 4 }, noAnswer: false });
  class Elsewhere extends Error {
    override name = 'CallError';
    code = 'USER_PASSOWRD_MISMATCHED';
  }
  expect(callFailure(new Elsewhere())).toEqual({ code: 'USER_PASSOWRD_MISMATCHED', params: {}, noAnswer: false });
});
it('distinguishes a missing answer from an error of the server', () => {
  expect(callFailure(new NoAnswerError('network'))?.noAnswer).toBe(true);
  expect(callFailure(new CallError('HTTP_500'))?.noAnswer).toBe(false);
});
it('ignores other errors', () =>
  expect([new Error('x'), null, 'x', new Response()].map(callFailure)).toEqual([null, null, null, null]));
