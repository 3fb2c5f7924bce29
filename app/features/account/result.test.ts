import { expect, it } from 'vitest';
import { CallError } from '../../../sync/protocol/errors';
import { failedCall } from './result';

const shown = (seconds: number): string =>
  failedCall(new FormData(), new CallError('OPERATE_TOO_FAST', { params: { seconds } })).error;

it('distinguishes a pause of a minute from a used-up daily limit', () => {
  expect(shown(60)).toBe('OPERATE_TOO_FAST');
  expect(shown(9 * 60 * 60)).toBe('mailsToday');
});

it('keeps the values, without passwords', () => {
  const form = new FormData();
  for (const [name, value] of [
    ['email', 'a@example.test'],
    ['password', 'x'],
    ['confirmPassword', 'x'],
  ] as const)
    form.set(name, value);
  expect(failedCall(form, new CallError('OPERATE_TOO_FAST', { params: { seconds: 9 * 60 * 60 } })).values).toEqual({
    email: 'a@example.test',
  });
});
