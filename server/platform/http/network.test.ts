import { expect, it } from 'vitest';
import { networkOf } from './network';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  // an IPv4 client of a dual-stack socket
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2:ffff::9', '2001:db8:1:2::'],
  ['unknown', 'unknown'],
])('%s counts as %s', (ip, network) => expect(networkOf(ip)).toBe(network));
