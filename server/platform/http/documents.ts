/**
 * Screens. A workspace screen is answered with the shell, a file of the build that opens everything on the device; others are rendered by
 * Remix. Who is not signed in is sent to the sign-in before that, and an access token that has expired is renewed. Data of a screen, which
 * Remix fetches for a page that is open, is refused by the screen's own loader: the page understands that.
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

/** Public as a whole, whatever lies below (organization specification, section 2), and the shell's file, which carries no person's data. */
const PUBLIC_PREFIXES = ['/legal', '/live-page', '/shell.html'];

/** True for a screen that opens without a session, and for its data, which Remix fetches at the same address with `.data` behind it. */
export function isPublicPath(address: string): boolean {
  const pathname = address.replace(/\.data$/, '');
  return (
    isPublicScreen(pathname) ||
    PUBLIC_PREFIXES.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
  );
}

/** Screens outside the console that ask who is signed in before they show anything. */
const SIGNED_IN = ['/auth/authorization', '/auth/desktop'];

/** Bytes of a form of a screen: a picture, and the fields around it. */
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
  /** the server build: of this build, or the current one of the development server */
  build: () => Promise<ServerBuild>;
  /** path of the prerendered shell; where it is absent Remix renders the shell */
  shellFile: string;
  mode: 'production' | 'development';
}

interface Shell {
  html: string;
  policy: string;
}

export function createDocuments(parts: DocumentParts): (request: Request, facts: RequestFacts) => Promise<Response> {
  const readShell = parts.mode === 'production' ? shellReader(parts.shellFile) : () => null;
  // apart from that of calls: an action calls the API while it holds its form
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
    // no service worker has taken it: the body is not read, and the screen says that nothing arrived
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

/** The same request with its form read. Throws REQUEST_BODY_TOO_LARGE, and PARAM_ERROR for what is no form: an action would answer 500. */
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

/** Data of a screen of the console for a page that is open. */
const isData = (pathname: string): boolean => isConsolePath(pathname) && pathname.endsWith('.data');

const hasExpired = (authenticator: Authenticator, facts: RequestFacts): Promise<boolean> =>
  authenticator.authenticate(facts).then(
    () => false,
    (error: unknown) => error instanceof CallError && error.code === 'JWT_TOKEN_EXPIRED',
  );

/** Comes back here with the same method and body (identity/renew-handler). */
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

/** Gives the shell on the disk: a service worker of a newer build must not keep the older one's. While a build is being made, the last. */
function shellReader(file: string): () => Shell | null {
  let shell: Shell | null = null;
  let read = 0;
  return () => {
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (modified === undefined || modified === read) return shell;
    const html = readFileSync(file, 'utf8');
    // half written
    if (!html.includes('</html>')) return shell;
    read = modified;
    shell = { html, policy: contentSecurityPolicy({ scripts: scriptHashes(html) }) };
    return shell;
  };
}
