import { expect, it } from 'vitest';
import { isPublicAddress, isSameAddress } from './public-address';

it.each([
  '8.8.8.8',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '169.253.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82a::200e',
])('accepts %s as public', (address) => expect(isPublicAddress(address)).toBe(true));

it.each([
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['metadata of Alibaba Cloud', '100.100.100.200'],
  ['link-local, metadata', '169.254.169.254'],
  ['metadata of Oracle Cloud', '192.0.0.192'],
  ['platform of Azure', '168.63.129.16'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['benchmarking', '198.18.0.1'],
  ['6to4 relay', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible', '::7f00:1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped private', '::ffff:a00:1'],
  ['IPv4-mapped public', '::ffff:8.8.8.8'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64 of a public address', '64:ff9b::808:808'],
  ['local-use NAT64', '64:ff9b:1::a00:1'],
  ['6to4', '2002:7f00:1::1'],
  ['Teredo', '2001:0:7f00:1::1'],
  ['discard', '100::1'],
  ['unique local', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['public with a zone', '2606:4700:4700::1111%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['segment routing', '5f00::1'],
  ['outside global unicast', '4000::1'],
  ['octal', '0177.0.0.1'],
  ['one number', '2130706433'],
  ['hexadecimal', '0x7f.0.0.1'],
  ['three parts', '8.8.8'],
  ['a name', 'localhost'],
  ['empty', ''],
])('refuses %s: %s', (_kind, address) => expect(isPublicAddress(address)).toBe(false));

it('compares addresses by value', () => {
  expect(isSameAddress('2606:4700::1', '2606:4700:0:0:0:0:0:1')).toBe(true);
  expect(isSameAddress('8.8.8.8', '8.8.4.4')).toBe(false);
  expect(isSameAddress('fe80::1%lo', 'eth0')).toBe(false);
});
