import { domainToASCII, domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { shownHost, shownUrl } from './shown-host';

test.each([
  'bücher.example',
  '日本語.jp',
  'ドメイン名例.jp',
  '한국.kr',
  'łódź.pl',
  '中文网.cn',
  'www.example.com',
  '127.0.0.1',
])('A name in one script is shown as people write it: %s', (name) => {
  const ascii = domainToASCII(name);
  expect(shownHost(ascii)).toBe(name);
  expect(domainToUnicode(ascii)).toBe(name);
});

test.each([
  'аррӏе.com', // Cyrillic
  'раураl.com', // Cyrillic with a Latin l
  'gооgle.com', // Latin with Cyrillic o
  'ραypal.com', // Greek
  'googleノa.com',
  'ノ.com',
  'ıtunes.com', // dotless i
  'exampleþ.com',
])('a name that can be confused with another one stays in ASCII: %s', (name) => {
  const ascii = domainToASCII(name);
  expect(ascii).toMatch(/xn--/);
  expect(shownHost(ascii)).toBe(ascii);
});

test.each(['xn--', 'xn--a-', 'xn--ü', 'xn--99999999999', 'xn---'])('an invalid code is not changed: %s', (name) => {
  expect(shownHost(name)).toBe(name);
});

test('the rest of an address is not changed', () => {
  expect(shownUrl('https://xn--bcher-kva.example:8080/a?b=xn--bcher-kva#c')).toBe(
    'https://bücher.example:8080/a?b=xn--bcher-kva#c',
  );
  expect(shownUrl('mailto:a@xn--bcher-kva.example')).toBe('mailto:a@xn--bcher-kva.example');
  expect(shownUrl('https://a@xn--bcher-kva.example/')).toBe('https://a@xn--bcher-kva.example/');
});
