/**
 * One request to an address from outside, without following a redirect: the name is resolved, each of its addresses is
 * checked, and the socket is opened to the checked addresses. Safe fetch and safe stream are built on it.
 */
import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as tcpConnect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { isNamedHost } from '../../../sync/model/private-hosts';
import { isLocalhost, isPrivateNetworkAddress, isPublicAddress, portOf } from '../../../sync/model/public-address';
import { CallError } from '../../../sync/protocol/errors';
import { isSameAddress, machineAddresses } from './machine-address';
import { isAbsent, resolveName } from './resolve-name';

/** Access to the network; replaced in tests. */
export interface Network {
  /** All addresses of a name. Throws the errors of `node:dns`; the signal cancels it. */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** As the machine itself does, with its hosts file and search domains: for hosts of private networks. */
  lookUp?(name: string): Promise<readonly string[]>;
  /** Opens a TCP connection to one of `addresses`, and to no other address. */
  connect(host: string, port: number, addresses: readonly string[]): Socket;
  /** addresses of this machine */
  own(): readonly string[];
  /** certificate authorities to trust instead of Node's */
  ca?: string;
}

/** A name may have many addresses; connection attempts are limited to the first ones. */
const ATTEMPTED_ADDRESSES = 6;
const ATTEMPT_MS = 2_000;
/** the addresses of `localhost`, which name servers do not know */
const LOOPBACK = ['127.0.0.1', '::1'];
/** Interim responses (1xx) before the final one. Each resets the parser's limit of header bytes. */
const INTERIM_RESPONSES = 8;

const invalid = (message: string): CallError => new CallError('WEBSITE_URL_INVALID', { message });
const notPublic = (): CallError =>
  new CallError('WEBSITE_URL_NOT_PUBLIC', { message: 'The address has no public IP address.' });
export const notAccessible = (message: string, cause?: unknown): CallError =>
  new CallError('WEBSITE_URL_NOT_ACCESSIBLE', { message, cause });
export const tooLarge = (): CallError => new CallError('WEBSITE_TOO_LARGE', { message: 'The response is too large.' });

const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

export const systemNetwork: Network = {
  resolve: (name, signal) => resolveName(name, signal),
  lookUp: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  connect(host, port, addresses) {
    const answer = addresses.map((address) => ({ address, family: isIP(address) }));
    const fixed: LookupFunction = (_name, options, done) =>
      options.all ? done(null, answer) : done(null, answer[0]!.address, answer[0]!.family);
    return tcpConnect({
      host,
      port,
      lookup: fixed,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
    });
  },
  own: machineAddresses,
};

/**
 * Throws WEBSITE_URL_INVALID, WEBSITE_PORT_NOT_ALLOWED. WHATWG parsing turns `0x7f.1` and `2130706433` into 127.0.0.1
 * before any check.
 * @param ports null for every port
 */
export function parseAddress(
  address: string,
  base: URL | undefined,
  ports: ReadonlySet<number> | null,
  privateHosts: readonly string[] = [],
): URL {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    throw invalid('The address is not a URL.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid('The address is neither http nor https.');
  if (url.username || url.password) throw invalid('The address contains credentials.');
  if (ports && !ports.has(portOf(url)) && !isNamedHost(privateHosts, url))
    throw new CallError('WEBSITE_PORT_NOT_ALLOWED', { message: 'The port of the address is not allowed.' });
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

/**
 * The addresses of a host, if it may be connected to: public ones, and of a host that the operator names also those of
 * private networks. A name leads to this machine only if the operator names the address itself, or opens private
 * networks to every host.
 */
async function allowedAddresses(
  url: URL,
  network: Network,
  {
    signal,
    privateHosts = [],
    privateNetworks = false,
  }: Pick<SafeRequest, 'signal' | 'privateHosts' | 'privateNetworks'>,
): Promise<readonly string[]> {
  const host = hostOf(url);
  const isLiteral = isIP(host) !== 0;
  const mayBePrivate = privateNetworks || isNamedHost(privateHosts, url);
  const mayBeOwn = privateNetworks || (mayBePrivate && isLiteral);
  let addresses: readonly string[];
  try {
    if (isLiteral) addresses = [host];
    else if (privateNetworks && isLocalhost(host)) addresses = LOOPBACK;
    else if (privateNetworks && network.lookUp) addresses = await orAbort(network.lookUp(host), signal);
    else addresses = await orAbort(network.resolve(host, signal), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isAbsent(error)) throw notPublic();
    throw error;
  }
  const own = network.own();
  const isOwn = (address: string): boolean => own.some((mine) => isSameAddress(mine, address));
  const isReachable = (address: string): boolean =>
    isPublicAddress(address) || (mayBePrivate && isPrivateNetworkAddress(address, { withLoopback: mayBeOwn }));
  const allowed = (address: string): boolean => isReachable(address) && (mayBeOwn || !isOwn(address));
  // One non-public address refuses the whole name: otherwise the order of the DNS answer would decide.
  if (addresses.length === 0 || !addresses.every(allowed)) throw notPublic();
  return addresses.slice(0, ATTEMPTED_ADDRESSES);
}

export interface SafeRequest {
  headers: Record<string, string>;
  /** makes it a POST */
  body: Buffer | undefined;
  /** bytes of the header section of the response */
  headerBytes: number;
  /** hosts outside the public internet that may be connected to (sync/model/private-hosts.ts) */
  privateHosts?: readonly string[];
  /** every host may lead to private networks and to this machine, never to link-local addresses and metadata services */
  privateNetworks?: boolean;
  /** closes the connection when it fires, until `close` */
  signal: AbortSignal;
}

export interface OpenResponse {
  /** its body is not read yet */
  response: IncomingMessage;
  /** Closes the connection; to be called in every case. */
  close(): void;
}

/**
 * Sends one request and resolves with the response once its headers have arrived. Throws CallError
 * (WEBSITE_URL_NOT_PUBLIC and others), the errors of sockets and TLS, or the reason of the signal.
 */
export async function openSafely(url: URL, request: SafeRequest, network: Network): Promise<OpenResponse> {
  const { signal } = request;
  const host = hostOf(url);
  const addresses = await allowedAddresses(url, network, request);
  const tcp = network.connect(host, portOf(url), addresses);
  const stop = (): void => void tcp.destroy();
  const close = (): void => {
    signal.removeEventListener('abort', stop);
    tcp.destroy();
  };
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
    return { response: await send(url, socket, request.headers, request.headerBytes, request.body), close };
  } catch (error) {
    close();
    throw error;
  }
}
