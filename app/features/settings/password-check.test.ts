import { expect, test } from 'vitest';
import { passwordErrors } from './password-check';

test('reports the first error of each field', () => {
  expect(passwordErrors({ current: '', next: '', confirm: '' }, false)).toEqual({
    current: 'passwordRequired',
    next: 'passwordEmpty',
    confirm: 'confirmRequired',
  });
  expect(
    passwordErrors({ current: 'Correct-horse-1', next: 'Correct-horse-1', confirm: 'Correct-horse-1' }, false),
  ).toEqual({ next: 'passwordSame' });
  expect(passwordErrors({ current: 'x', next: 'Correct-horse-1', confirm: 'Correct-horse-2' }, false)).toEqual({
    confirm: 'newConfirmMismatch',
  });
  expect(passwordErrors({ current: 'x', next: 'abcdefgh', confirm: 'abcdefgh' }, false)).toEqual({
    next: 'passwordClasses',
  });
  expect(passwordErrors({ current: '', next: 'Correct-horse-1', confirm: 'Correct-horse-1' }, true)).toEqual({});
});
