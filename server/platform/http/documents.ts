/**
 * Serves screens. A workspace screen is answered with the shell, a file of the build that opens everything on the
 * device; Remix renders the others. A visitor without a session is redirected to the sign-in first, and an expired
 * access token is renewed. Data requests of an open page (Remix loaders) are refused by the screen's own loader, which
 * the page understands.
 */
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Hono } from 'hono';
import { isPublicScreen, isWorkspacePath } from '../../../app/screens';
import { CallError } from '../../../sync/protocol/errors';
import { RENEW_PATH } from '../../../sync/protocol/session';
import { SHARE_PATH } from '../../../sync/protocol/share-target';
import { isConsolePath } from '../../../sync/protocol/workspace-paths';
import type { Config } from '../config';
import type { Authenticator } from './authenticator';
import type { ApiEnv } from './calls';
import { setCookieHeader } from './cookies';
import { inProcessClient } from './in-process-client';
import type { LoadContext } from './load-context';
import { BodyBudget, NO_ROOM, type Room } from './body-budget';
import { networkOf } from './network';
import { announcedBytes, parseMultipart, readBody } from './request-body';
import type { RequestFacts } from './request-facts';
import { SealedWords } from './sealed-words';
import { contentSecurityPolicy, scriptHashes } from './security-headers';

/**
 * Prefixes whose paths need no session (organization specification, section 2), and the shell, which contains no
 * personal data.
 */
const PUBLIC_PREFIXES = ['/legal', '/live-page', '/shell.html'];

/** Checks a screen's path, or that of its data, which Remix fetches with `.data` appended. */
export function isPublicPath(address: string): boolean {
  const pathname = address.replace(/\.data$/, '');
  return (
    isPublicScreen(pathname) ||
    PUBLIC_PREFIXES.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
  );
}

/** Screens outside the console that require a session before they render. */
const SIGNED_IN = ['/auth/authorization', '/auth/desktop'];

/** Maximum bytes of a screen's form: a picture and its fields. */
const FORM_MAX = 4 * 1024 * 1024;
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

const ACCESS_COOKIE = 'accessToken';

export interface DocumentParts {
  api: Hono<ApiEnv>;
  apis: Config['apis'];
  authenticator: Authenticator;
  /** the installation's secret */
  secret: Config['secret'];
  operator: Config['operator'];
  /** the server build: of production, or the current one of the development server */
  build: () => Promise<ServerBuild>;
  /** path of the prerendered shell; if absent, Remix renders the shell */
  shellFile: string;
  mode: 'production' | 'development';
}

interface Shell {
  html: string;
  policy: string;
}

export function createDocuments(parts: DocumentParts): (request: Request, facts: RequestFacts) => Promise<Response> {
  const readShell = parts.mode === 'production' ? shellReader(parts.shellFile) : () => null;
  // A separate budget from that of calls: an action calls the API while it holds its form.
  const bodies = new BodyBudget({ total: 4 * FORM_MAX, perCaller: 2 * FORM_MAX, waitMs: 10_000, readMs: 5_000 });
  const words = new SealedWords(parts.secret);
  let remix: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | null = null;

  const render = async (request: Request, facts: RequestFacts): Promise<Response> => {
    const build = await parts.build();
    if (remix?.build !== build) remix = { build, handle: createRequestHandler(build, parts.mode) };
    const nonce = randomBytes(16).toString('base64');
    const cookies: string[] = [];
    const formTargets: string[] = [];
    const context: LoadContext = {
      api: inProcessClient(parts.api, parts.apis, facts, (header) => cookies.push(header)),
      nonce,
      setCookie: (name, value, options) => cookies.push(setCookieHeader(name, value, options, facts.secure)),
      allowFormTo: (origin) => formTargets.push(new URL(origin).origin),
      words,
      operator: parts.operator,
      origin: facts.origin,
      ip: facts.ip,
      signal: facts.signal,
    };
    const answer = await remix.handle(request, { ...context });
    const headers = new Headers(answer.headers);
    cookies.forEach((cookie) => headers.append('set-cookie', cookie));
    headers.set(
      'content-security-policy',
      contentSecurityPolicy({ scripts: [`'nonce-${nonce}'`], formTargets, development: parts.mode === 'development' }),
    );
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
  };

  return async (request, facts) => {
    const url = new URL(request.url);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads && request.method !== 'POST') return refusal(405, 'Method Not Allowed', { allow: 'GET, HEAD, POST' });
    // Without a service worker the share is lost: the body is not read, and the screen reports it.
    if (!reads && url.pathname === SHARE_PATH)
      return new Response(null, { status: 303, headers: { location: SHARE_PATH, 'cache-control': 'no-store' } });
    const known = Boolean(facts.cookies[ACCESS_COOKIE]) || /^bearer /i.test(facts.authorization ?? '');
    if (reads && !isPublicPath(url.pathname) && !known && !isData(url.pathname)) return toSignIn(url);
    if (reads && !known && url.pathname === '/') return render(request, facts);
    if (reads && (isWorkspacePath(url.pathname) || url.pathname === '/shell.html')) {
      const shell = readShell();
      if (shell) {
        return new Response(request.method === 'HEAD' ? null : shell.html, {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'cache-control': 'no-cache',
            'content-security-policy': shell.policy,
          },
        });
      }
      return render(new Request(new URL('/shell', url), { headers: request.headers }), facts);
    }
    if (
      known &&
      (isConsolePath(url.pathname) || SIGNED_IN.includes(url.pathname.replace(/\.data$/, ''))) &&
      (await hasExpired(parts.authenticator, facts))
    )
      return toRenewal(url);
    if (reads) return render(request, facts);
    if (!FORM_TYPE.test(request.headers.get('content-type') ?? '')) return refusal(415, 'Unsupported Media Type');
    let room = NO_ROOM;
    try {
      room = await bodies.take(networkOf(facts.ip), announcedBytes(request, FORM_MAX), facts.signal);
      return await render(await readForm(request, room), facts);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return refusal(error.status, error.code, {
        connection: 'close',
        ...(error.code === 'OPERATE_TOO_FAST' ? { 'retry-after': '5' } : {}),
      });
    } finally {
      room.release();
    }
  };
}

const refusal = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });

/**
 * Returns the request with its form read. Throws REQUEST_BODY_TOO_LARGE, and PARAM_ERROR for an invalid form, which
 * Remix would answer with 500.
 */
async function readForm(request: Request, room: Room): Promise<Request> {
  const body = await readBody(request, FORM_MAX, room.tooSlow);
  room.arrived(body.length);
  const type = request.headers.get('content-type');
  if (/^multipart/i.test(type ?? '')) await parseMultipart(body, type);
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: new Uint8Array(body),
    signal: request.signal,
  });
}

/** A loader request of an open console page. */
const isData = (pathname: string): boolean => isConsolePath(pathname) && pathname.endsWith('.data');

const hasExpired = (authenticator: Authenticator, facts: RequestFacts): Promise<boolean> =>
  authenticator.authenticate(facts).then(
    () => false,
    (error: unknown) => error instanceof CallError && error.code === 'JWT_TOKEN_EXPIRED',
  );

/** Redirects to the session renewal, which returns here with the same method and body (identity/renew-handler). */
function toRenewal(url: URL): Response {
  return new Response(null, {
    status: 307,
    headers: {
      location: `${RENEW_PATH}?to=${encodeURIComponent(url.pathname + url.search)}`,
      'cache-control': 'no-store',
    },
  });
}

function toSignIn(url: URL): Response {
  return new Response(null, {
    status: 302,
    headers: {
      location: `/auth/login?redirect=${encodeURIComponent(url.pathname + url.search)}`,
      'cache-control': 'no-store',
    },
  });
}

/**
 * Reads the shell from disk at each request: a service worker of a newer build must not cache the older one's. During a
 * build, returns the previous one.
 */
function shellReader(file: string): () => Shell | null {
  let shell: Shell | null = null;
  let read = 0;
  return () => {
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (modified === undefined || modified === read) return shell;
    const html = readFileSync(file, 'utf8');
    // partially written
    if (!html.includes('</html>')) return shell;
    read = modified;
    shell = { html, policy: contentSecurityPolicy({ scripts: scriptHashes(html) }) };
    return shell;
  };
}
