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
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as tcpConnect, isIP, type LookupFunction, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { connect as tlsConnect } from 'node:tls';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { CallError } from '../../../sync/protocol/errors';
import { isLate, within } from '../../../sync/protocol/time-limit';
import { isPublicAddress, isSameAddress, machineAddresses } from './public-address';
import { isAbsent, resolveName } from './resolve-name';

export interface SafeFetchSettings {
  /** ports besides 80 and 443 */
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
}

export const SAFE_FETCH_DEFAULTS: SafeFetchSettings = {
  ports: [],
  totalMs: 20_000,
  redirects: 5,
  transferBytes: 5 * 1024 * 1024,
  bodyBytes: 10 * 1024 * 1024,
  headerBytes: 16 * 1024,
  userAgent: 'Satchel',
};

/** Access to the network; replaced in tests. */
export interface Network {
  /** All addresses of a name. Throws the errors of `node:dns`; the signal cancels it. */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Opens a TCP connection to one of `addresses`, and to no other address. */
  connect(host: string, port: number, addresses: readonly string[]): Socket;
  /** addresses of this machine */
  own(): readonly string[];
  /** certificate authorities to trust instead of Node's */
  ca?: string;
}

export interface SafeFetchRequest {
  /** Accept header; anything by default */
  accept?: string;
  /** Accept-Language header */
  language?: string;
  /** makes it a POST */
  post?: { body: Buffer; headers: Readonly<Record<string, string>> };
  signal?: AbortSignal;
}

export interface FetchedResource {
  /** the address after redirects */
  url: string;
  /** never a redirect */
  status: number;
  contentType: string | undefined;
  body: Buffer;
}

export type SafeFetch = (address: string, request?: SafeFetchRequest) => Promise<FetchedResource>;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** A name may have many addresses; connection attempts are limited to the first ones. */
const ATTEMPTED_ADDRESSES = 6;
const ATTEMPT_MS = 2_000;
/** Interim responses (1xx) before the final one. Each resets the parser's limit of header bytes. */
const INTERIM_RESPONSES = 8;

const invalid = (message: string): CallError => new CallError('WEBSITE_URL_INVALID', { message });
const notPublic = (): CallError =>
  new CallError('WEBSITE_URL_NOT_PUBLIC', { message: 'The address has no public IP address.' });
const notAccessible = (message: string, cause?: unknown): CallError =>
  new CallError('WEBSITE_URL_NOT_ACCESSIBLE', { message, cause });
const tooLarge = (): CallError => new CallError('WEBSITE_TOO_LARGE', { message: 'The response is too large.' });

const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');
const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

export const systemNetwork: Network = {
  resolve: (name, signal) => resolveName(name, signal),
  connect(host, port, addresses) {
    const answer = addresses.map((address) => ({ address, family: isIP(address) }));
    const lookup: LookupFunction = (_name, options, done) =>
      options.all ? done(null, answer) : done(null, answer[0]!.address, answer[0]!.family);
    return tcpConnect({ host, port, lookup, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ATTEMPT_MS });
  },
  own: machineAddresses,
};

/** Throws WEBSITE_URL_INVALID. WHATWG parsing turns `0x7f.1` and `2130706433` into 127.0.0.1 before any check. */
function parse(address: string, base: URL | undefined, ports: ReadonlySet<number>): URL {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    throw invalid('The address is not a URL.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid('The address is neither http nor https.');
  if (url.username || url.password) throw invalid('The address contains credentials.');
  if (!ports.has(portOf(url))) throw invalid('The port of the address is not allowed.');
  return url;
}

/** Settles like `promise`, or rejects as soon as `signal` fires. The work behind `promise` continues. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Resolves with the socket once `event` fires; rejects when the socket fails or closes before. */
function opened<S extends Socket>(socket: S, event: 'connect' | 'secureConnect'): Promise<S> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve(socket));
    // The listener stays: an error after the promise has settled must not become an uncaught exception.
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('The connection was closed.')));
  });
}

/** The final response to a GET, or to a POST of `body`, on an open socket; its body is not read yet. */
function send(
  url: URL,
  socket: Socket,
  headers: Record<string, string>,
  headerBytes: number,
  body: Buffer | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      createConnection: () => socket,
      method: body ? 'POST' : 'GET',
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: { host: url.host, ...headers },
      maxHeaderSize: headerBytes,
      insecureHTTPParser: false,
    });
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > INTERIM_RESPONSES) request.destroy(new Error('Too many interim responses.'));
    });
    request.once('upgrade', (_response, upgraded) => {
      upgraded.destroy();
      reject(new Error('The server switched protocols.'));
    });
    request.once('response', resolve);
    request.on('error', reject);
    request.once('close', () => reject(new Error('The connection was closed.')));
    request.end(body);
  });
}

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
 * Creates a fetch for untrusted addresses. It throws CallError: WEBSITE_URL_INVALID, WEBSITE_URL_NOT_PUBLIC (the same
 * for a missing name and a name of a private network, so that callers cannot probe internal names),
 * WEBSITE_URL_NOT_ACCESSIBLE, WEBSITE_TOO_LARGE, WEBSITE_TIMEOUT. If the request's own signal fires, it throws that
 * signal's reason.
 */
export function createSafeFetch(
  overrides: Partial<SafeFetchSettings> = {},
  network: Network = systemNetwork,
): SafeFetch {
  const settings = { ...SAFE_FETCH_DEFAULTS, ...overrides };
  const ports = new Set([80, 443, ...settings.ports]);

  async function publicAddresses(host: string, signal: AbortSignal): Promise<readonly string[]> {
    let addresses: readonly string[];
    try {
      addresses = isIP(host) ? [host] : await orAbort(network.resolve(host, signal), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (isAbsent(error)) throw notPublic();
      throw error;
    }
    const own = network.own();
    const allowed = (address: string): boolean =>
      isPublicAddress(address) && !own.some((mine) => isSameAddress(mine, address));
    // One non-public address refuses the whole name: otherwise the order of the DNS answer would decide.
    if (addresses.length === 0 || !addresses.every(allowed)) throw notPublic();
    return addresses.slice(0, ATTEMPTED_ADDRESSES);
  }

  /** One request without redirects. */
  async function hop(
    url: URL,
    headers: Record<string, string>,
    signal: AbortSignal,
    body: Buffer | undefined,
  ): Promise<{ location: string } | FetchedResource> {
    const host = hostOf(url);
    const addresses = await publicAddresses(host, signal);
    const tcp = network.connect(host, portOf(url), addresses);
    const stop = (): void => void tcp.destroy();
    signal.addEventListener('abort', stop, { once: true });
    try {
      let socket = await opened(tcp, 'connect');
      if (url.protocol === 'https:') {
        // Server Name Indication takes no literal address and no final dot (RFC 6066 section 3).
        const servername = isIP(host) ? '' : host.replace(/\.$/, '');
        socket = await opened(
          tlsConnect({ socket: tcp, host, servername, ca: network.ca, rejectUnauthorized: true }),
          'secureConnect',
        );
      }
      const response = await send(url, socket, headers, settings.headerBytes, body);
      const status = response.statusCode!;
      if (REDIRECTS.has(status)) {
        const { location } = response.headers;
        if (!location) throw notAccessible('The server redirected without an address.');
        // Node reads headers as Latin-1; servers write addresses in UTF-8.
        return { location: Buffer.from(location, 'latin1').toString('utf8') };
      }
      return {
        url: url.href,
        status,
        contentType: response.headers['content-type'],
        body: await readBody(response, settings),
      };
    } finally {
      signal.removeEventListener('abort', stop);
      tcp.destroy();
    }
  }

  return (address, { accept = '*/*', language, post, signal } = {}) =>
    within(settings.totalMs, signal, async (limited) => {
      const headers: Record<string, string> = {
        accept,
        'accept-encoding': 'gzip, br',
        'user-agent': settings.userAgent,
        ...(language ? { 'accept-language': language } : {}),
        ...(post ? { ...post.headers, 'content-length': String(post.body.byteLength) } : {}),
      };
      try {
        let url = parse(address, undefined, ports);
        for (let followed = 0; ; followed += 1) {
          const answer = await hop(url, headers, limited, post?.body);
          if (!('location' in answer)) return answer;
          if (post) throw notAccessible('The server redirects a request with a body.');
          if (followed === settings.redirects) throw notAccessible('The server redirects too often.');
          try {
            url = parse(answer.location, url, ports);
          } catch (error) {
            // The client's own address was valid: the page is at fault.
            throw notAccessible('The server redirects to an address that is not allowed.', error);
          }
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
