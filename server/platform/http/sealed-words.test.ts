import { expect, it } from 'vitest';
import { SealedWords, WORDS_MAX } from './sealed-words';

const words = new SealedWords('a secret of thirty-two characters');

it("decrypts its own account's words; equal searches get equal addresses", () => {
  for (const text of ['Ōe', '高橋 直子', 'x'.repeat(WORDS_MAX), '漢'.repeat(WORDS_MAX)]) {
    expect(words.open('company/me', words.seal('company/me', text))).toBe(text);
    expect(words.seal('company/me', text)).toBe(words.seal('company/me', text));
  }
  expect(words.open('company/me', words.seal('company/me', `${'漢'.repeat(WORDS_MAX)}more`))).toBe(
    '漢'.repeat(WORDS_MAX),
  );
});

it('decrypts nothing for another account, with another secret, or after a change', () => {
  const sealed = words.seal('company/me', 'redundancies');
  expect(words.open('company/other', sealed)).toBe('');
  expect(new SealedWords('another secret of this installation').open('company/me', sealed)).toBe('');
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[14]! ^= 1;
  for (const forged of ['', 'redundancies', sealed.slice(0, -4), bytes.toString('base64url'), 'A'.repeat(100_000)])
    expect(words.open('company/me', forged)).toBe('');
});

it('hides the length of short words, and encrypts no words to nothing', () => {
  expect(words.seal('company/me', 'a')).toHaveLength(words.seal('company/me', 'redundancies').length);
  expect(words.seal('company/me', 'a').slice(0, 16)).not.toBe(words.seal('company/other', 'a').slice(0, 16));
  expect([words.seal('company/me', ''), words.seal('company/me', ' \0 ')]).toEqual(['', '']);
});
