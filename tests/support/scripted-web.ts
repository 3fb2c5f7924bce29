/** Scripted servers on loopback, and a safe fetch whose network has them at public and private addresses. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { CallError } from '../../sync/protocol/errors';
import type { Network } from '../../server/platform/http/safe-connection';
import { createSafeFetch, type SafeFetchSettings } from '../../server/platform/http/safe-fetch';

export const PUBLIC = '93.184.216.34';
export const PRIVATE = '10.0.0.5';
export const MB = 1024 * 1024;

/** A self-signed certificate for site.example, valid from 2020 to 2120, and its key. For tests only. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKeGwiFhU7rB8gw17
CQb5qZZ/L8BL5aE+nxJfHZ8uuEuhRANCAARxgman6rbQpDmnwv67FbtCL+KrXM5R
juOZLAm89JxqMgWqXD6IQ/c8SMSWBt4eW7tinhkmcUqZ01lqqM1f0ps8
-----END PRIVATE KEY-----`;
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBZjCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxzaXRlLmV4
YW1wbGUwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBcxFTATBgNV
BAMMDHNpdGUuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHGCZqfq
ttCkOafC/rsVu0Iv4qtczlGO45ksCbz0nGoyBapcPohD9zxIxJYG3h5bu2KeGSZx
SpnTWWqozV/SmzyjSDBGMAwGA1UdEwQFMAMBAf8wFwYDVR0RBBAwDoIMc2l0ZS5l
eGFtcGxlMB0GA1UdDgQWBBRVzT+Q9M0jeOUyHdAisnr4Z5Y+iTAKBggqhkjOPQQD
AgNHADBEAiAD+x3Sjf46hI3HclzWOXIRum3aF0YsrY3+SdyxWTnmUQIgA6D8yIS9
uUZaVh5bvCQKpQblo1LxTsQIiwK0gS9yy/Y=
-----END CERTIFICATE-----`;

/** Answers the head of one request by writing raw bytes. */
export type Script = (socket: Socket, head: string) => void;

/** run by `closeServers` */
export const cleanups: (() => Promise<unknown> | void)[] = [];
/** Closes all servers; to be called after each test. */
export async function closeServers(): Promise<void> {
  for (const cleanup of cleanups.splice(0)) await cleanup();
}

/** A server on loopback; `heads`: heads of its requests, `open`: its open sockets. */
export async function listen(
  script: Script,
  tls = false,
): Promise<{ port: number; heads: string[]; open: Set<Socket> }> {
  const heads: string[] = [];
  const open = new Set<Socket>();
  const serve = (socket: Socket): void => {
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
    let head = '';
    socket.on('data', (bytes) => {
      if (head.includes('\r\n\r\n')) return;
      head += bytes.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      heads.push(head);
      script(socket, head);
    });
  };
  const server: Server = tls ? createTlsServer({ key: KEY, cert: CERTIFICATE }, serve) : createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return { port: (server.address() as AddressInfo).port, heads, open };
}

export const answer =
  (body: string | Buffer, headers: Record<string, string> = {}, status = '200 OK'): Script =>
  (socket) => {
    const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers });
    socket.write(
      `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      'latin1',
    );
    socket.end(body);
  };
export const redirect = (location: string, status = '302 Found', headers: Record<string, string> = {}): Script =>
  answer('', { location, ...headers }, status);

export interface Options {
  names?: Record<string, string[] | (() => string[])>;
  settings?: Partial<SafeFetchSettings>;
  /** script of the service at the private address */
  internal?: Script;
  tls?: boolean;
  network?: Partial<Network>;
}

/** A fetch whose network has `site.example` at the public address and a service at the private one. */
export async function setUp(
  script: Script,
  { names = {}, settings, internal = answer('secret'), tls, network }: Options = {},
) {
  const site = await listen(script, tls);
  const inside = await listen(internal);
  const ports: Record<string, number> = { [PUBLIC]: site.port, [PRIVATE]: inside.port };
  const table: NonNullable<Options['names']> = { 'site.example': [PUBLIC], ...names };
  const resolved: string[] = [];
  const connections: string[] = [];
  const safeFetch = createSafeFetch(settings, {
    resolve: (name) => {
      resolved.push(name);
      const found = table[name];
      if (!found) return Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
      return Promise.resolve(typeof found === 'function' ? found() : found);
    },
    connect: (_host, port, addresses) => {
      connections.push(`${addresses.join()} ${port}`);
      return connect(ports[addresses[0]!] ?? 1, '127.0.0.1');
    },
    own: () => [],
    ...network,
  });
  return { safeFetch, site, inside, resolved, connections };
}

/** The code of the error that a fetch throws. */
export async function codeOf(fetching: Promise<unknown>): Promise<string> {
  const error = await fetching.then(
    (value) => new Error(`resolved with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  return error instanceof CallError ? error.code : String(error);
}
