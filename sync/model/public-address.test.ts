import { expect, it } from 'vitest';
import { isPrivateHost, isPrivateNetworkAddress, isPublicAddress, isReservedHost } from './public-address';

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

it.each([
  ['http://127.0.0.1/', true],
  ['http://10.0.0.1:8080/', true],
  ['http://2130706433/', true],
  ['http://0x7f.1/', true],
  ['http://017700000001/', true],
  ['http://①②⑦.⓪.⓪.①/', true],
  ['http://[::1]/', true],
  ['http://[::ffff:8.8.8.8]/', true],
  ['http://localhost./', true],
  ['http://app.localhost/', true],
  ['http://93.184.216.34/', false],
  ['http://[2606:4700:4700::1111]/', false],
  ['http://example.com/', false],
  ['http://127.0.0.1.example/', false],
])('isPrivateHost of %s is %s', (address, isPrivate) =>
  expect(isPrivateHost(new URL(address).hostname)).toBe(isPrivate),
);

it.each([
  ['http://169.254.169.254/latest', true],
  ['http://2852039166/', true],
  ['http://[fd00:ec2::254]/', true],
  ['http://[::ffff:169.254.169.254]/', true],
  ['http://[fe80::1]/', true],
  ['http://100.100.100.200/', true],
  ['http://0.0.0.0/', true],
  ['http://10.0.0.1/', false],
  ['http://127.0.0.1:11434/', false],
  ['http://[::1]/', false],
  ['http://93.184.216.34/', false],
  ['http://models.example/', false],
])('knows by its host alone that no setting opens %s: %s', (address, isReserved) =>
  expect(isReservedHost(new URL(address).hostname)).toBe(isReserved),
);

it.each(['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1'])(
  'treats %s as an address of a private network',
  (address) => expect(isPrivateNetworkAddress(address, { withLoopback: false })).toBe(true),
);
it('treats loopback addresses as private network addresses only with `withLoopback`', () => {
  for (const address of ['127.0.0.1', '::1']) {
    expect(isPrivateNetworkAddress(address, { withLoopback: false })).toBe(false);
    expect(isPrivateNetworkAddress(address, { withLoopback: true })).toBe(true);
  }
});
it.each([
  ['public', '93.184.216.34'],
  ['link-local, metadata', '169.254.169.254'],
  ['link-local', 'fe80::1'],
  ['metadata of Alibaba Cloud', '100.100.100.200'],
  ['metadata of AWS', 'fd00:ec2::254'],
  ['credentials of EKS', 'fd00:ec2::23'],
  ['metadata of Oracle', 'fd00:c1:0:0:0:0:a9fe:a9fe'],
  ['metadata of Google', 'fd20:ce::254'],
  ['metadata of Scaleway', 'fd00:42::42'],
  ['metadata of AWS in another form', 'fd00:0ec2:0::254'],
  ['mapped', '::ffff:10.0.0.1'],
  ['NAT64', '64:ff9b::a00:1'],
  ['unspecified', '0.0.0.0'],
  ['no address', 'wiki.corp.example'],
  ['no decimal address', '10.1'],
])('is never an address of a private network: %s %s', (_why, address) =>
  expect(isPrivateNetworkAddress(address, { withLoopback: true })).toBe(false),
);
