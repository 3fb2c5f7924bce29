import type { IncomingMessage, ServerResponse } from 'node:http';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { parseCookies, setCookieHeader } from './cookies';
import { clientAddress, factsReader, isHost, proxyMatcher } from './request-facts';

const noProxy = proxyMatcher([]);
const ours = proxyMatcher(['10.0.0.0/8', '2001:db8::/32']);

describe('the client’s address', () => {
  it('is that of the connection, regardless of headers, unless proxies are configured', () => {
    expect(clientAddress('203.0.113.5', '198.51.100.1', noProxy)).toBe('203.0.113.5');
    expect(clientAddress('127.0.0.1', '198.51.100.1', noProxy)).toBe('127.0.0.1');
    expect(clientAddress('203.0.113.5', '198.51.100.1', ours)).toBe('203.0.113.5');
  });

  it('is read from the right, past proxies', () => {
    expect(clientAddress('10.0.0.1', '198.51.100.1', ours)).toBe('198.51.100.1');
    expect(clientAddress('10.0.0.1', 'forged, 1.2.3.4, 198.51.100.1, 10.9.9.9', ours)).toBe('198.51.100.1');
    expect(clientAddress('::ffff:10.0.0.1', '2001:db8::7, 10.0.0.2', ours)).toBe('2001:db8::7');
    expect(clientAddress('10.0.0.1', undefined, ours)).toBe('10.0.0.1');
    expect(clientAddress('10.0.0.1', ['198.51.100.1', '198.51.100.2'], ours)).toBe('198.51.100.2');
  });

  it('is read without the port that some proxies append', () => {
    expect(clientAddress('10.0.0.1', '198.51.100.1:4711', ours)).toBe('198.51.100.1');
    expect(clientAddress('10.0.0.1', '198.51.100.1:4711, 10.9.9.9:80', ours)).toBe('198.51.100.1');
    expect(clientAddress('10.0.0.1', '198.51.100.1:port', ours)).toBe('10.0.0.1');
  });

  it('rejects invalid and disguised addresses', () => {
    expect(clientAddress('10.0.0.1', '0177.0.0.1', ours)).toBe('10.0.0.1');
    expect(clientAddress('10.0.0.1', '198.51.100.1, evil', ours)).toBe('10.0.0.1');
    expect(clientAddress('10.0.0.1', '[2001:470::1]:443', ours)).toBe('2001:470::1');
  });
});

it.each([
  ['satchel.example', true],
  ['localhost:3000', true],
  ['[2001:db8::1]:8443', true],
  ['a b', false],
  ['a/b', false],
  ['a@b', false],
  ['a:b', false],
  ['', false],
  ['a,b', false],
])('%j is a host: %s', (host, expected) => {
  expect(isHost(host)).toBe(expected);
});

describe('facts of a request', () => {
  const read = (headers: Record<string, string>, peer: string, trustedProxies: string[] = [], publicOrigin?: string) =>
    factsReader({ trustedProxies, publicOrigin, regionHeader: 'cf-ipcountry' }, pino({ level: 'silent' }))(
      { headers, socket: { remoteAddress: peer } } as unknown as IncomingMessage,
      { once: () => undefined } as unknown as ServerResponse,
    );

  it('trusts forwarded headers from proxies only', () => {
    const headers = {
      host: 'inner',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'satchel.example',
      'x-request-id': 'given-by-proxy',
      'x-forwarded-for': '198.51.100.1',
    };
    expect(read(headers, '10.0.0.1', ['10.0.0.0/8'])).toMatchObject({
      secure: true,
      origin: 'https://satchel.example',
      requestId: 'given-by-proxy',
      ip: '198.51.100.1',
    });
    const forged = read(headers, '203.0.113.5', ['10.0.0.0/8']);
    expect(forged).toMatchObject({ secure: false, origin: 'http://inner', ip: '203.0.113.5' });
    expect(forged.requestId).not.toBe('given-by-proxy');
    const region = (value: string, peer = '10.0.0.1') =>
      read({ ...headers, 'cf-ipcountry': value }, peer, ['10.0.0.0/8']).region;
    expect([region('jp'), region('XX'), region('Japan'), region('JP', '203.0.113.5')]).toEqual([
      'JP',
      undefined,
      undefined,
      undefined,
    ]);
    expect(read(headers, '203.0.113.5', [], 'https://satchel.example')).toMatchObject({
      secure: true,
      origin: 'https://satchel.example',
    });
  });
});

describe('cookies', () => {
  it('are parsed once by name; malformed values stay undecoded', () => {
    expect({ ...parseCookies('a=1; b="x y"; a=2; c=%E3%81%82; d=%; =x; e') }).toEqual({
      a: '1',
      b: 'x y',
      c: 'あ',
      d: '%',
    });
    expect(parseCookies('__proto__=1')['toString']).toBeUndefined();
  });

  it('are created for this site only', () => {
    expect(setCookieHeader('t', 'v;x', { path: '/api', maxAge: 0 }, true)).toBe(
      't=v%3Bx; Path=/api; SameSite=Lax; Max-Age=0; HttpOnly; Secure',
    );
  });
});
