import { expect, it } from 'vitest';
import { authorityCodes, mayEnter } from './policy';
import { startingCompany } from './memberships';

it('lets active members enter an enabled company', () => {
  expect(mayEnter({ status: 'active', enabled: true, companyEnabled: true })).toBe(true);
  expect(mayEnter({ status: 'pending', enabled: true, companyEnabled: true })).toBe(false);
  expect(mayEnter({ status: 'active', enabled: false, companyEnabled: true })).toBe(false);
  expect(mayEnter({ status: 'active', enabled: true, companyEnabled: false })).toBe(false);
});

it('opens the console to owner and admins only', () => {
  expect(authorityCodes('owner')).toContain('ADMIN_CONSOLE');
  expect(authorityCodes('admin')).toContain('ADMIN_CONSOLE');
  expect(authorityCodes('member')).not.toContain('ADMIN_CONSOLE');
  expect(authorityCodes(null)).toEqual([]);
});

it('starts in the preferred company of a member, otherwise in the first', () => {
  const of = (companyId: string) => ({ companyId, companyName: companyId, role: 'member' as const, logo: '' });
  expect(startingCompany([of('a'), of('b')], 'b')).toBe('b');
  expect(startingCompany([of('a'), of('b')], 'gone')).toBe('a');
  expect(startingCompany([], 'b')).toBe('');
});
