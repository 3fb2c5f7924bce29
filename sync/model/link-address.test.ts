import { describe, expect, it } from 'vitest';
import { checkLinkAddress, LINK_ADDRESS_MAX, linkAddress, linkIdentity } from './link-address';

describe('the address of a link', () => {
  it.each([
    ['example.com', 'https://example.com/'],
    ['  example.com/a b ', 'https://example.com/a%20b'],
    ['//example.com/a', 'https://example.com/a'],
    ['HTTP://Example.COM:80/A?b=C#part', 'http://example.com/A?b=C'],
    ['https://example.com:443/', 'https://example.com/'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://例え.jp/検索?語=値', 'https://xn--r8jz45g.jp/%E6%A4%9C%E7%B4%A2?%E8%AA%9E=%E5%80%A4'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['https://example.com/a/../b', 'https://example.com/b'],
    ['https://[2001:DB8::1]/', 'https://[2001:db8::1]/'],
    ['93.184.216.34/a', 'https://93.184.216.34/a'],
  ])('of %j is %s', (text, address) => {
    expect(linkAddress(text)).toBe(address);
    expect(linkAddress(address)).toBe(address);
  });

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'mailto:ann@example.com',
    'data:text/html,hi',
    'https://ann@example.com/',
    'https://ann:secret@example.com/',
    'https://',
    'hello',
    'https://localhost/',
    'https://exa mple.com/',
    'https://.example/',
    'https://example..com/',
    `https://example.com/${'a'.repeat(LINK_ADDRESS_MAX)}`,
    // too long only after percent-encoding
    `https://example.com/${'語'.repeat(LINK_ADDRESS_MAX / 2)}`,
  ])('rejects %j', (text) => {
    expect(checkLinkAddress(text)).toEqual({ error: 'WEBSITE_URL_INVALID' });
  });

  it.each(['', '   ', '\n'])('is missing in %j', (text) => {
    expect(checkLinkAddress(text)).toEqual({ error: 'PARAMETER_REQUIRED' });
  });

  it.each([
    'http://127.0.0.1',
    'http://10.0.0.1/admin',
    '192.168.1.1',
    'http://169.254.169.254/latest',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://app.localhost/',
  ])('is refused outside the public internet: %j', (text) => {
    expect(checkLinkAddress(text)).toEqual({ error: 'WEBSITE_URL_NOT_PUBLIC' });
  });

  it.each([
    'http://site.example:22/',
    'https://site.example:8443/',
    'site.example:8080/a',
    'http://[2606:4700::1]:81/',
  ])('is refused on ports other than those of the web: %j', (text) => {
    expect(checkLinkAddress(text)).toEqual({ error: 'WEBSITE_PORT_NOT_ALLOWED' });
  });
  it.each([
    ['https://site.example:443/', 'https://site.example/'],
    ['http://site.example:443/', 'http://site.example:443/'],
    ['https://site.example:80/', 'https://site.example:80/'],
  ])('is accepted on a port of the web: %j', (text, address) => {
    expect(checkLinkAddress(text)).toEqual({ address });
  });

  it('is resolved against the page that contains the link', () => {
    const page = 'https://example.com/docs/intro';
    expect(
      ['next', '/a#b', '?p=2', '//other.example/x', 'mailto:a@b.example'].map((to) => linkAddress(to, page)),
    ).toEqual([
      'https://example.com/docs/next',
      'https://example.com/a',
      'https://example.com/docs/intro?p=2',
      'https://other.example/x',
      null,
    ]);
  });
});

describe('the identity of an address', () => {
  it.each([
    ['https://example.com/a?utm_source=x&id=1&UTM_medium=y&gclid=z&fbclid=w', 'https://example.com/a?id=1'],
    ['https://example.com/a?utm_source=x', 'https://example.com/a'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['https://example.com/a?b=%2F&c', 'https://example.com/a?b=%2F&c'],
    ['https://example.com/a?utmost=1&q=utm_source', 'https://example.com/a?utmost=1&q=utm_source'],
    ['https://example.com/A', 'https://example.com/A'],
  ])('of %s is %s', (address, identity) => {
    expect(linkIdentity(address)).toBe(identity);
  });
});

it('accepts the private hosts that the operator lists, and no others', () => {
  const hosts = ['wiki.corp.example:8090', '10.20.0.0/16'];
  expect(checkLinkAddress('http://wiki.corp.example:8090/a#b', hosts)).toEqual({
    address: 'http://wiki.corp.example:8090/a',
  });
  expect(checkLinkAddress('http://10.20.3.4', hosts)).toEqual({ address: 'http://10.20.3.4/' });
  expect(checkLinkAddress('http://10.21.3.4', hosts)).toEqual({ error: 'WEBSITE_URL_NOT_PUBLIC' });
  expect(checkLinkAddress('http://wiki.corp.example:8091', hosts)).toEqual({ error: 'WEBSITE_PORT_NOT_ALLOWED' });
  expect(checkLinkAddress('http://10.20.3.4')).toEqual({ error: 'WEBSITE_URL_NOT_PUBLIC' });
});
