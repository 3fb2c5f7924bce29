import * as v from 'valibot';
import { expect, test } from 'vitest';
import { clean, cleanLines, line, lines } from './text';

test.each<[string, string, string]>([
  ['a line break', 'Budget\r\nApproved: yes', 'Budget Approved: yes'],
  ['other line breaks and a tab', 'a\u2028b\u0085c\vd\te', 'a b c d e'],
  ['control characters', 'a\u0000b\u0007c\u001b[31md\u009b', 'abc[31md'],
  ['an override of direction', 'invoice\u202egpj.exe', 'invoicegpj.exe'],
  ['an isolate and an embedding', '\u2066a\u2069\u202ab\u202c', 'ab'],
  ['invisible tags', 'Hi\u{e0048}\u{e0065}\u{e006c}', 'Hi'],
  ['full-width white space at its ends', '\u3000会議\u3000', '会議'],
  ['a decomposed letter', 'Cafe\u0301', 'Café'],
])('`clean` removes or replaces %s', (_, given, expected) => expect(clean(given)).toBe(expected));

test.each([
  ['a family', '👩‍👩‍👧'],
  ['a heart with its selector', '❤️'],
  ['a keycap', '1️⃣'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['Persian with a non-joiner', 'می\u200cخواهم'],
  ['Sinhala with a joiner', 'ශ්\u200dරී'],
  ['a mark of direction', 'C++\u200f עברית'],
  ['a variant of a Han character', '葛\u{e0100}'],
  ['Hangul', '회의'],
])('`clean` preserves %s', (_, text) => expect(clean(text)).toBe(text));

test.each([
  '\u200b',
  '\u200d\u200d',
  '\ufe0f',
  '\u3164',
  '\u115f\u1160',
  '\u2800 \u2800',
  '\u00ad',
  '\u2060\u2063',
  '\u200e\u200f',
  '\u202e',
  '\n\r\t',
  '\u{e0041}\u{e0042}',
])('%j is invisible and counts as empty', (text) => {
  expect([clean(text), cleanLines(text)]).toEqual(['', '']);
  expect(v.is(line({ min: 1, max: 10 }, 'PARAM_ERROR'), text)).toBe(false);
});

test('a multi-line text keeps line breaks and tabs, but no other control characters', () => {
  expect(cleanLines('one\r\ntwo\u2028three\n\n\tfour\u202e\u0000\n')).toBe('one\ntwo\nthree\n\n\tfour');
  expect(v.parse(lines({ max: 20 }, 'PARAM_ERROR'), 'one\ntwo')).toBe('one\ntwo');
  expect(v.parse(line({ max: 20 }, 'PARAM_ERROR'), 'one\ntwo')).toBe('one two');
});
