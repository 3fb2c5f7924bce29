/**
 * The HTTP server of the process. Each request passes these handlers in order; the first match answers:
 *
 *   cross-site check → raw handlers (event stream, uploads, playback) → health → texts → files of the build | Vite →
 *   API → mailbox → screens
 *
 * Streams and large transfers use raw handlers: a fetch-style Request is slower and lacks the socket's backpressure.
 */
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../context';
import { answerFailure } from './answers';
import type { ApiEnv } from './calls';
import { refuseCrossSite } from './cross-site';
import type { StaticFiles } from './static-files';
import { CLIENT_GONE, ClientGoneError } from './request-body';
import { factsReader, isHost, type RequestFacts } from './request-facts';
import { setSecurityHeaders } from './security-headers';

/** milliseconds for open requests at shutdown; together with the jobs' limit the process ends within ten seconds */
export const DRAIN_MS = 5_000;

export interface RawHandler {
  /**
   * whether it answers a request; `pathname` has no query. The request is passed for paths whose handler depends on the
   * body's type
   */
  matches(pathname: string, request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse, facts: RequestFacts): Promise<void> | void;
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
type FileHandler = (request: IncomingMessage, response: ServerResponse, pathname: string) => boolean;

export interface HostParts {
  platform: Pick<Platform, 'config' | 'log' | 'metrics' | 'clock'>;
  raw: readonly RawHandler[];
  locales: FileHandler;
  /** null in development, where Vite serves them */
  files: StaticFiles | null;
  vite: Middleware | null;
  api: Hono<ApiEnv>;
  documents: (request: Request, facts: RequestFacts) => Promise<Response>;
}

export interface Host {
  server: Server;
  /** Starts listening; returns the port. */
  listen(port: number, host: string): Promise<{ port: number }>;
  /**
   * Stops accepting, waits up to DRAIN_MS for open requests, then closes their connections. `endStreams` closes endless
   * responses.
   */
  close(endStreams: () => void): Promise<void>;
}

export function createHost(parts: HostParts): Host {
  const { config, log } = parts.platform;
  const readFacts = factsReader(config, log);
  const known = new WeakMap<IncomingMessage, RequestFacts>();
  const toFetch = getRequestListener(
    (request, env) => {
      const facts = known.get((env as { incoming: IncomingMessage }).incoming)!;
      return new URL(request.url).pathname.startsWith('/api/')
        ? parts.api.fetch(request, { facts })
        : parts.documents(request, facts);
    },
    {
      overrideGlobalObjects: false,
      errorHandler: (error) => {
        if (error instanceof RequestError) return new Response('Bad Request', { status: 400 });
        if (error instanceof ClientGoneError) return new Response(null, { status: CLIENT_GONE });
        log.error({ err: error }, 'A request failed unexpectedly.');
        return new Response('Internal Server Error', { status: 500 });
      },
    },
  );

  const route = async (request: IncomingMessage, response: ServerResponse, facts: RequestFacts): Promise<void> => {
    const pathname = pathOf(request);
    if (pathname === null || (request.headers.host !== undefined && !isHost(request.headers.host)))
      return void response.writeHead(400, { 'content-length': 0, connection: 'close' }).end();
    refuseCrossSite(request.method ?? 'GET', request.headers, facts);
    const raw = parts.raw.find((handler) => handler.matches(pathname, request));
    if (raw) return raw.handle(request, response, facts);
    if (parts.locales(request, response, pathname)) return;
    if (parts.files?.handle(request, response, pathname)) return;
    // A missing asset must not be answered with a page: an HTML page in place of a script breaks old clients.
    if (/^\/(assets|locales)\//.test(pathname) && !parts.vite)
      return void response
        .writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
        .end('Not Found');
    if (parts.vite && !pathname.startsWith('/api/')) await passVite(parts.vite, request, response);
    if (!response.writableEnded && !response.headersSent) await toFetch(request, response);
  };

  const server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 30_000, requestTimeout: 600_000 },
    (request, response) => {
      const facts = readFacts(request, response);
      known.set(request, facts);
      setSecurityHeaders(response, { hsts: config.production && facts.secure, development: parts.vite !== null });
      response.setHeader('x-request-id', facts.requestId);
      logRequest(request, response, facts);
      route(request, response, facts).catch((error: unknown) => {
        // Unread bytes of a body would be parsed as the next request.
        if (error instanceof CallError && !response.headersSent)
          return answerFailure(response.setHeader('connection', 'close'), parts.platform.clock.now(), error);
        facts.log.error({ err: error }, 'A request failed unexpectedly.');
        if (response.headersSent) response.destroy();
        else response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error');
      });
    },
  );

  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          const address = server.address();
          resolve({ port: typeof address === 'object' && address ? address.port : port });
        });
      }),
    close: (endStreams) => closeServer(server, endStreams),
  };
}

/** Path of a request; null for an invalid request target. */
function pathOf(request: IncomingMessage): string | null {
  try {
    return new URL(request.url ?? '/', 'http://localhost').pathname;
  } catch {
    return null;
  }
}

const passVite = (vite: Middleware, request: IncomingMessage, response: ServerResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    response.once('close', resolve);
    vite(request, response, (error) =>
      error ? reject(error instanceof Error ? error : new Error(String(error))) : resolve(),
    );
  });

function logRequest(request: IncomingMessage, response: ServerResponse, facts: RequestFacts): void {
  const startedAt = performance.now();
  const path = pathOf(request) ?? '';
  // Requests of files and probes are frequent and of little interest.
  const level = /^\/(assets|icons|locales|fonts|healthz|readyz|metrics|@|node_modules|app\/)/.test(path)
    ? 'debug'
    : 'info';
  response.once('close', () => {
    // A disconnected client is not an error; event streams end this way too.
    const disconnected = !response.writableFinished;
    facts.log[disconnected ? 'debug' : level](
      {
        method: request.method,
        path,
        status: disconnected ? CLIENT_GONE : response.statusCode,
        ms: Math.round(performance.now() - startedAt),
        ip: facts.ip,
      },
      'request',
    );
  });
}

async function closeServer(server: Server, endStreams: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  endStreams();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  // A kept-alive connection becomes idle when its request ends; poll, as otherwise it would stay open.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await closed;
  clearTimeout(cut);
  clearInterval(idle);
}
