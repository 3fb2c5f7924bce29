import { expect, test } from 'vitest';
import { redirectForms } from '../../tests/support/redirect-forms';
import { ownAddress } from './own-address';

const ORIGINS = ['https://satchel.example', 'http://localhost:3000', 'https://satchel.example:8443'];

test.each([
  '/.//evil.example/x',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/./..//evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  ' //evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'evil.example',
  '',
  null,
  undefined,
])('rejects %j', (to) => expect(ownAddress(to)).toBeNull());

test.each([
  ['/project/1?tab=notes#end', '/project/1?tab=notes#end'],
  ['/project/../settings', '/settings'],
  ['/search?q=//a', '/search?q=//a'],
  ['/a//b', '/a//b'],
  ['/%5cevil', '/%5cevil'],
])('accepts %j', (to, normal) => {
  const url = ownAddress(to)!;
  expect(url.pathname + url.search + url.hash).toBe(normal);
});

test('every accepted one of thousands of forms resolves to this site', () => {
  let passed = 0;
  for (const form of redirectForms(6_000)) {
    const url = ownAddress(form);
    if (!url) continue;
    passed += 1;
    const sent = url.pathname + url.search + url.hash;
    for (const origin of ORIGINS)
      expect(new URL(sent, `${origin}/auth/login`).origin, JSON.stringify(form)).toBe(origin);
  }
  expect(passed).toBeGreaterThan(100);
});
