import { expect, it } from 'vitest';
import { keyFor } from './keys';
import { openText, sealText } from './sealed-text';

const key = keyFor('a secret of an installation', 'test');

it('opens what it sealed, with the same key and context only', () => {
  const sealed = sealText(key, 'sk-鍵-1234', 'c1/chat');
  expect(sealed).not.toContain('1234');
  expect(sealText(key, 'sk-鍵-1234', 'c1/chat')).not.toBe(sealed);
  expect(openText(key, sealed, 'c1/chat')).toBe('sk-鍵-1234');
  expect(openText(key, sealed, 'c2/chat')).toBeNull();
  expect(openText(keyFor('another secret', 'test'), sealed, 'c1/chat')).toBeNull();
  const changed = Buffer.from(sealed, 'base64');
  changed[14]! ^= 1;
  expect(openText(key, changed.toString('base64'), 'c1/chat')).toBeNull();
  expect(openText(key, 'short', 'c1/chat')).toBeNull();
});
