/**
 * Fetches an address that a client or a page has named (server-side request forgery, OWASP A10:2021).
 *
 *   address ─ check scheme, credentials, port ─ resolve ─ check every IP ─ connect to a checked IP ─ GET ─ read within limits
 *      ▲                                                                                             │
 *      └──────────────────────────────── redirect: all checks again ◄────────────────────────────────┘
 *
 * The socket is opened to the addresses that were checked; the name is not resolved a second time, so a DNS answer that
 * changes in between (rebinding) has no effect. Each hop is independent: no cookies, referrer or connection of an
 * earlier hop is used. A request with a body is a POST, and its redirects are refused: the body is for one recipient.
 */
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { isNamedHost } from '../../../sync/model/private-hosts';
import { WEB_PORTS } from '../../../sync/model/public-address';
import { CallError } from '../../../sync/protocol/errors';
import { isLate, within } from '../../../sync/protocol/time-limit';
import { notAccessible, openSafely, parseAddress, systemNetwork, tooLarge, type Network } from './safe-connection';

export interface SafeFetchSettings {
  /** ports besides those of the public web */
  ports: readonly number[];
  /** milliseconds from the first resolution to the last byte, redirects included */
  totalMs: number;
  redirects: number;
  /** bytes of a body as it is transferred */
  transferBytes: number;
  /** bytes of a body after decompression */
  bodyBytes: number;
  /** bytes of the header section of one response */
  headerBytes: number;
  userAgent: string;
  /** hosts outside the public internet that the operator names (sync/model/private-hosts.ts) */
  privateHosts: readonly string[];
}

export const SAFE_FETCH_DEFAULTS: SafeFetchSettings = {
  ports: [],
  totalMs: 20_000,
  redirects: 5,
  transferBytes: 5 * 1024 * 1024,
  bodyBytes: 10 * 1024 * 1024,
  headerBytes: 16 * 1024,
  userAgent: 'Satchel',
  privateHosts: [],
};

export interface SafeFetchRequest {
  /** Accept header; anything by default */
  accept?: string;
  /** Accept-Language header */
  language?: string;
  /** makes it a POST */
  post?: { body: Buffer; headers: Readonly<Record<string, string>> };
  /** Validators of an earlier answer (ETag, Last-Modified); an unchanged resource is answered with status 304 (RFC 9110 section 13). */
  conditions?: { etag: string; lastModified: string };
  /** `return`: the answer to the first request, which may be a redirect; `follow` by default */
  redirects?: 'follow' | 'return';
  signal?: AbortSignal;
}

export interface FetchedResource {
  /** the address after redirects */
  url: string;
  /** a redirect only if redirects are returned */
  status: number;
  contentType: string | undefined;
  body: Buffer;
  /** of a redirect: the address that it leads to, which is checked like the first one */
  location?: string;
  /** headers for later requests with `conditions` */
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** Retry-After header */
  retryAfter?: string | undefined;
}

export type SafeFetch = (address: string, request?: SafeFetchRequest) => Promise<FetchedResource>;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The whole body, decompressed. Throws WEBSITE_TOO_LARGE as soon as a limit is passed. */
async function readBody(response: IncomingMessage, settings: SafeFetchSettings): Promise<Buffer> {
  if (Number(response.headers['content-length']) > settings.transferBytes) throw tooLarge();
  const limited = (limit: number) =>
    async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      let bytes = 0;
      for await (const chunk of source) {
        bytes += chunk.byteLength;
        if (bytes > limit) throw tooLarge();
        yield chunk;
      }
    };
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of limited(settings.bodyBytes)(source)) chunks.push(chunk);
  };
  const transferred = limited(settings.transferBytes);
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') await pipeline(response, transferred, collect);
  else if (encoding === 'gzip' || encoding === 'x-gzip') await pipeline(response, transferred, createGunzip(), collect);
  else if (encoding === 'br') await pipeline(response, transferred, createBrotliDecompress(), collect);
  else throw notAccessible('The response has a content encoding that was not asked for.');
  return Buffer.concat(chunks);
}

/**
 * Creates a fetch for untrusted addresses. It throws CallError: WEBSITE_URL_INVALID, WEBSITE_PORT_NOT_ALLOWED,
 * WEBSITE_URL_NOT_PUBLIC (the same for a missing name and a name of a private network, so that callers cannot probe
 * internal names), WEBSITE_URL_NOT_ACCESSIBLE, WEBSITE_TOO_LARGE, WEBSITE_TIMEOUT. If the request's own signal fires, it
 * throws that signal's reason.
 */
export function createSafeFetch(
  overrides: Partial<SafeFetchSettings> = {},
  network: Network = systemNetwork,
): SafeFetch {
  const settings = { ...SAFE_FETCH_DEFAULTS, ...overrides };
  const { privateHosts } = settings;
  const ports = new Set([...WEB_PORTS, ...settings.ports]);

  /** One request without redirects. */
  async function hop(
    url: URL,
    headers: Record<string, string>,
    signal: AbortSignal,
    body: Buffer | undefined,
  ): Promise<FetchedResource> {
    const { response, close } = await openSafely(
      url,
      { headers, body, headerBytes: settings.headerBytes, privateHosts, signal },
      network,
    );
    try {
      const status = response.statusCode!;
      const facts = {
        url: url.href,
        status,
        contentType: response.headers['content-type'],
        etag: response.headers.etag,
        lastModified: response.headers['last-modified'],
        retryAfter: response.headers['retry-after'],
      };
      if (!REDIRECTS.has(status)) return { ...facts, body: await readBody(response, settings) };
      const { location } = response.headers;
      if (!location) throw notAccessible('The server redirected without an address.');
      // Node reads headers as Latin-1; servers write addresses in UTF-8.
      const target = Buffer.from(location, 'latin1').toString('utf8');
      try {
        const next = parseAddress(target, url, ports, privateHosts);
        // no site of the public internet sends requests into a private network
        if (isNamedHost(privateHosts, next) && !isNamedHost(privateHosts, url))
          throw notAccessible('The server redirects into a private network.');
        return { ...facts, body: Buffer.alloc(0), location: next.href };
      } catch (error) {
        // The client's own address was valid: the page is at fault.
        throw notAccessible('The server redirects to an address that is not allowed.', error);
      }
    } finally {
      close();
    }
  }

  return (address, { accept = '*/*', language, post, conditions, redirects = 'follow', signal } = {}) =>
    within(settings.totalMs, signal, async (limited) => {
      const headers: Record<string, string> = {
        accept,
        'accept-encoding': 'gzip, br',
        'user-agent': settings.userAgent,
        ...(language ? { 'accept-language': language } : {}),
        ...(conditions?.etag ? { 'if-none-match': conditions.etag } : {}),
        ...(conditions?.lastModified ? { 'if-modified-since': conditions.lastModified } : {}),
        ...(post ? { ...post.headers, 'content-length': String(post.body.byteLength) } : {}),
      };
      try {
        let url = parseAddress(address, undefined, ports, privateHosts);
        for (let followed = 0; ; followed += 1) {
          const answer = await hop(url, headers, limited, post?.body);
          if (answer.location === undefined) return answer;
          if (post) throw notAccessible('The server redirects a request with a body.');
          if (redirects === 'return') return answer;
          if (followed === settings.redirects) throw notAccessible('The server redirects too often.');
          url = new URL(answer.location);
        }
      } catch (error) {
        if (limited.aborted) {
          if (isLate(limited))
            throw new CallError('WEBSITE_TIMEOUT', { message: 'The server did not answer in time.' });
          throw limited.reason;
        }
        if (error instanceof CallError) throw error;
        throw notAccessible('The server cannot be reached.', error);
      }
    });
}
