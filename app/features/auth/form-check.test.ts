import { expect, test } from 'vitest';
import { LoginInput } from '../../../server/organization/identity/contract';
import { errorsOf } from './form-check';

const form = (fields: Record<string, string>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

test('a form reports the first error of each field, with the message of the schema', () => {
  expect(errorsOf(LoginInput, form({ email: '', password: '' }))).toEqual({
    email: 'emailRequired',
    password: 'passwordRequired',
  });
  expect(errorsOf(LoginInput, form({ email: 'no address', password: 'x' }))).toEqual({ email: 'emailInvalid' });
  expect(errorsOf(LoginInput, form({ email: 'a@b.example', password: 'x' }))).toEqual({});
});
