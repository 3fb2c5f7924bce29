/**
 * Facts of a request, read before any handler. X-Forwarded-* counts only from configured proxies: the list is read from
 * the right, past the proxies' addresses, and the first other address is the client. No proxy is trusted by default.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import { PROTOCOL_HEADER } from '../../../sync/protocol/messages';
import type { Config } from '../config';
import type { RequestInfo } from '../context';
import { parseCookies } from './cookies';

export interface RequestFacts extends RequestInfo {
  authorization: string | undefined;
  /** the client's connection uses https */
  secure: boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Some proxies append the port: `203.0.113.5:4711`, `[2001:db8::1]:4711`. */
function parseAddress(text: string): Address | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d{1,5})?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  return ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : null;
}

/** Returns a function that tells whether an address belongs to a configured proxy. */
export function proxyMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network): [Address, number] => {
    const [ip = '', bits] = network.split('/');
    const parsed = ip.includes(':') ? ipaddr.IPv6.parse(ip) : ipaddr.IPv4.parse(ip);
    return [parsed, bits === undefined ? (parsed.kind() === 'ipv4' ? 32 : 128) : Number(bits)];
  });
  return (text) => {
    const address = parseAddress(text);
    return (
      address !== null && ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
    );
  };
}

const list = (header: string | string[] | undefined): string[] =>
  (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** The client's IP address. */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | string[] | undefined,
  isProxy: (address: string) => boolean,
): string {
  let client = parseAddress(socketAddress)?.toString() ?? socketAddress;
  if (!isProxy(client)) return client;
  for (const hop of list(forwardedFor).reverse()) {
    const address = parseAddress(hop);
    // An invalid entry was forged by the client; the previous hop is the last trustworthy one.
    if (!address) return client;
    client = address.toString();
    if (!isProxy(client)) return client;
  }
  return client;
}

/** Whether a Host header is a host with an optional port (RFC 9110 section 7.2), so that URLs can be built from it. */
export const isHost = (host: string): boolean => /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.test(host);

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** A country code of ISO 3166; services send XX and ZZ for an unknown one. */
function regionIn(header: string | string[] | undefined): string | undefined {
  const code = typeof header === 'string' ? header.trim().toUpperCase() : '';
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' && code !== 'ZZ' ? code : undefined;
}

/**
 * Returns the reader of a request's facts. Its `signal` fires if the client disconnects before the whole response is written;
 * the origin is PUBLIC_ORIGIN, otherwise it is derived from the request.
 */
export function factsReader(
  config: Pick<Config, 'trustedProxies' | 'publicOrigin' | 'regionHeader'>,
  log: Logger,
): (request: IncomingMessage, response: ServerResponse) => RequestFacts {
  const isProxy = proxyMatcher(config.trustedProxies);
  return (request, response) => {
    const { headers, socket } = request;
    const peer = socket.remoteAddress ?? '';
    const proxied = isProxy(peer);
    const requestIdHeader = headers['x-request-id'];
    const requestId =
      proxied && typeof requestIdHeader === 'string' && REQUEST_ID.test(requestIdHeader)
        ? requestIdHeader
        : randomUUID();
    const secure =
      config.publicOrigin?.startsWith('https:') ||
      (proxied && list(headers['x-forwarded-proto'])[0] === 'https') ||
      false;
    const host =
      [proxied ? list(headers['x-forwarded-host'])[0] : undefined, headers.host].find(
        (name) => name !== undefined && isHost(name),
      ) ?? 'localhost';
    const disconnected = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) disconnected.abort();
    });
    const protocol = Number(headers[PROTOCOL_HEADER]);
    return {
      requestId,
      ip: clientAddress(peer, headers['x-forwarded-for'], isProxy),
      userAgent: (headers['user-agent'] ?? '').slice(0, 512),
      serverIp: parseAddress(socket.localAddress ?? '')?.toString(),
      region: proxied && config.regionHeader ? regionIn(headers[config.regionHeader]) : undefined,
      cookies: parseCookies(headers.cookie),
      authorization: headers.authorization,
      protocol: Number.isInteger(protocol) && protocol > 0 ? protocol : 0,
      secure,
      origin: config.publicOrigin ?? `${secure ? 'https' : 'http'}://${host}`,
      signal: disconnected.signal,
      log: log.child({ requestId }),
    };
  };
}
