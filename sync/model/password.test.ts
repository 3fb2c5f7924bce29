import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { NewPassword } from './password';

const problem = (password: string): string | undefined => v.safeParse(NewPassword, password).issues?.[0]?.message;

describe('a new password', () => {
  it.each(['Abcdefg1', 'abcdefg1!', 'ABCDEFG1!', 'パスワードAb1', `Ab1${'x'.repeat(27)}`])(
    '%s is accepted',
    (password) => expect(problem(password)).toBeUndefined(),
  );
  it.each([
    ['', 'passwordEmpty'],
    ['Abcdef1', 'passwordLength'],
    [`Ab1${'x'.repeat(28)}`, 'passwordLength'],
    ['abcdefgh', 'passwordClasses'],
    ['Abcdefgh', 'passwordClasses'],
    ['12345678!', 'passwordClasses'],
  ])('%s is rejected: %s', (password, message) => expect(problem(password)).toBe(message));
});
