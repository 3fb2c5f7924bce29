import { expect, it } from 'vitest';
import { canonicalRule, covers } from './address-rules';

it.each([
  ['single', ' 192.0.2.7 ', '192.0.2.7'],
  ['single', '2001:DB8:0:0::1', '2001:db8::1'],
  ['single', '::ffff:192.0.2.7', '192.0.2.7'],
  ['single', '１９２.0.2.7', '192.0.2.7'],
  ['range', '10.1.2.3/8', '10.0.0.0/8'],
  ['range', '192.0.2.129/25', '192.0.2.128/25'],
  ['range', '2001:db8:1:2::5/33', '2001:db8::/33'],
  ['range', '192.0.2.7/32', '192.0.2.7/32'],
  ['list', '192.0.2.7, 192.0.2.8，192.0.2.7', '192.0.2.7,192.0.2.8'],
  ['list', '192.0.2.7、2001:db8::1', '192.0.2.7,2001:db8::1'],
  ['list', '192.0.2.7\r\n192.0.2.9\n', '192.0.2.7,192.0.2.9'],
] as const)('%s %s is normalised to %s', (type, value, canonical) =>
  expect(canonicalRule(type, value)).toBe(canonical),
);

it.each([
  ['single', ''],
  ['single', '192.0.2'],
  ['single', '0177.0.0.1'],
  ['single', '192.0.2.256'],
  ['single', '192.0.2.1/24'],
  ['single', '192.0.2.1,192.0.2.2'],
  ['single', 'example.com'],
  ['single', 'fe80::1%eth0'],
  ['range', '192.0.2.1'],
  ['range', '0.0.0.0/0'],
  ['range', '::/0'],
  ['range', '192.0.2.0/33'],
  ['range', '2001:db8::/129'],
  ['range', '192.0.2.0/24/24'],
  ['range', '192.0.2.0/-1'],
  ['list', ''],
  ['list', ','],
  ['list', '192.0.2.1,nobody'],
  ['list', Array.from({ length: 201 }, (_, i) => `10.0.0.${i}`).join(',')],
] as const)('%s %s is not a valid rule', (type, value) => expect(canonicalRule(type, value)).toBeNull());

it('a rule covers only its own addresses', () => {
  const range = { type: 'range', value: '192.0.2.128/25' } as const;
  expect(['192.0.2.128', '192.0.2.255', '::ffff:192.0.2.200'].map((ip) => covers(range, ip))).toEqual([
    true,
    true,
    true,
  ]);
  expect(
    ['192.0.2.127', '192.0.3.128', '2001:db8::1', '', 'nobody', '192.0.2.200, 10.0.0.1'].map((ip) => covers(range, ip)),
  ).toEqual(Array.from({ length: 6 }, () => false));
  expect(covers({ type: 'range', value: '2001:db8::/33' }, '2001:db8:7fff::1')).toBe(true);
  expect(covers({ type: 'range', value: '2001:db8::/33' }, '2001:db8:8000::1')).toBe(false);
  expect(covers({ type: 'list', value: '192.0.2.7,2001:db8::1' }, '2001:0db8:0::1')).toBe(true);
  expect(covers({ type: 'single', value: '192.0.2.7' }, '192.0.2.70')).toBe(false);
});
