import * as v from 'valibot';
import { expect, test } from 'vitest';
import { base64Of, isBase64 } from './base64';
import { LIMITS } from './limits';
import { YjsBase64 } from './kinds/note-contents';

test('accepts base64 of the largest allowed note state and rejects one wrong character near its end', () => {
  const text = Buffer.alloc(LIMITS.noteStateBytes, 7).toString('base64');
  expect(v.is(YjsBase64, text)).toBe(true);
  expect(v.is(YjsBase64, `${text.slice(0, -8)}-${text.slice(-7)}`)).toBe(false);
  expect(v.is(YjsBase64, `${text}AAAA`)).toBe(false);
});

test.each([
  ['', true],
  ['AAAA', true],
  ['AAA=', true],
  ['AA==', true],
  ['A===', false],
  ['AAA', false],
  ['A=AA', false],
  ['AA=A', false],
  ['====', false],
  ['AA A', false],
  ['AAA-', false],
  ['AAA\n', false],
])('%j is base64: %s', (text, expected) => {
  expect(isBase64(text)).toBe(expected);
});

test('the limit applies to the decoded bytes', () => {
  expect([v.is(base64Of(3), 'AAAA'), v.is(base64Of(3), 'AAAAAAAA')]).toEqual([true, false]);
});
