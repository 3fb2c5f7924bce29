import { expect, it } from 'vitest';
import { isSameAddress } from './machine-address';

it('compares addresses by value', () => {
  expect(isSameAddress('2606:4700::1', '2606:4700:0:0:0:0:0:1')).toBe(true);
  expect(isSameAddress('8.8.8.8', '8.8.4.4')).toBe(false);
  expect(isSameAddress('fe80::1%lo', 'eth0')).toBe(false);
});
