/** Rendered documents and their script policy. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CallError } from '../../../sync/protocol/errors';
import { createParts, type Parts } from '../../../tests/support/parts';
import { createDocuments } from './documents';
import { createHost, type Host, type RawHandler } from './host';
import { loadContext } from './load-context';
import { anyEngine } from '../../../tests/support/database';

/** A build with one screen that renders an inline script with the given nonce. */
const build = {
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  assetsBuildDirectory: '',
  publicPath: '/',
  isSpaMode: false,
  mode: 'production',
  basename: '/',
  future: { v3_singleFetch: true },
  entry: {
    module: {
      default: (_request: Request, status: number, headers: Headers, _context: unknown, context: never) =>
        new Response(`<!doctype html><html><script nonce="${loadContext(context).nonce}">1</script></html>`, {
          status,
          headers: { ...Object.fromEntries(headers), 'content-type': 'text/html' },
        }),
    },
  },
  routes: {
    root: { id: 'root', path: '', module: { default: () => null } },
    visitors: { id: 'visitors', parentId: 'root', index: true, module: { default: () => null } },
    login: { id: 'login', parentId: 'root', path: 'auth/login', module: { default: () => null } },
  },
} as unknown as ServerBuild;

describe('a document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-documents-'));
  const shellFile = join(folder, 'shell.html');
  /** the access token `old` has expired */
  const authenticator = {
    authenticate: ({ cookies }: { cookies: Readonly<Record<string, string>> }) =>
      cookies['accessToken'] === 'old' ? Promise.reject(new CallError('JWT_TOKEN_EXPIRED')) : Promise.resolve(null),
  };
  const raw: RawHandler = {
    matches: (pathname) => pathname === '/raw',
    handle: (_request, response) => void response.end('took it'),
  };
  let parts: Parts;
  let host: Host;
  let origin: string;
  beforeAll(async () => {
    parts = await createParts(anyEngine());
    const documents = createDocuments({
      api: new Hono(),
      apis: parts.platform.config.apis,
      secret: parts.platform.config.secret,
      operator: undefined,
      authenticator,
      build: () => Promise.resolve(build),
      shellFile,
      mode: 'production',
    });
    host = createHost({
      platform: parts.platform,
      raw: [raw],
      locales: () => false,
      files: null,
      vite: null,
      api: new Hono(),
      documents,
    });
    origin = `http://127.0.0.1:${(await host.listen(0, '127.0.0.1')).port}`;
  });
  beforeEach(() =>
    writeFileSync(shellFile, '<html><script>start()</script><script src="/assets/a.js"></script></html>'),
  );
  afterAll(async () => {
    await host.close(() => undefined);
    await parts.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = async (path: string) => {
    const answer = await fetch(origin + path, { headers: { cookie: 'accessToken=any' } });
    return { policy: answer.headers.get('content-security-policy')!, html: await answer.text(), status: answer.status };
  };
  const scripts = (policy: string): string => /script-src ([^;]*)/.exec(policy)![1]!;
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  it.each<[string, number, RequestInit]>([
    ['PUT', 405, { method: 'PUT', body: 'a=b' }],
    ['DELETE', 405, { method: 'DELETE' }],
    ['POST without a form', 415, { method: 'POST' }],
    ['POST of JSON', 415, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
    [
      'POST of a torn form',
      400,
      { method: 'POST', body: 'torn', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ],
    [
      'POST of a form too large',
      413,
      { method: 'POST', body: 'x'.repeat(5_000_000), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
  ])('refuses %s with %i', async (_, status, init) => {
    expect((await fetch(`${origin}/auth/login`, init)).status).toBe(status);
  });

  it.each(['a b', 'a/b', 'a@b:1', '[::1'])('refuses the host %j with 400', async (name) => {
    const { port } = new URL(origin);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`GET /auth/login HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket
        .on('data', (part: Buffer) => {
          text += part.toString();
        })
        .on('close', () => resolve(text))
        .on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('that is rendered by Remix runs scripts with a new nonce each time', async () => {
    const [first, second] = [await get('/auth/login'), await get('/auth/login')];
    const nonces = [first, second].map(({ html }) => /nonce="([^"]{20,})"/.exec(html)![1]!);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect([first, second].map(({ policy }) => scripts(policy))).toEqual(
      nonces.map((nonce) => `'self' 'nonce-${nonce}'`),
    );
    expect(first.policy).toContain(`style-src 'self';`);
  });

  it('accepts forms of its own site and of non-browsers, and refuses those of other sites', async () => {
    const send = async (headers: Record<string, string>, path = '/auth/login', method = 'POST') => {
      const answer = await fetch(origin + path, { method, headers: { cookie: 'accessToken=any', ...headers } });
      const text = await answer.text();
      return answer.status === 403 ? (JSON.parse(text) as { error: string }).error : 'taken';
    };
    for (const path of ['/auth/login', '/', '/raw', '/api/core/any']) {
      expect(await send({ 'sec-fetch-site': 'cross-site' }, path), path).toBe('CROSS_SITE_REQUEST');
      expect(await send({ origin: 'null' }, path), path).toBe('CROSS_SITE_REQUEST');
      expect(await send({ 'sec-fetch-site': 'same-site', origin }, path), path).toBe('CROSS_SITE_REQUEST');
      expect(await send({ origin: 'https://evil.example' }, path), path).toBe('CROSS_SITE_REQUEST');
      expect(await send({ 'sec-fetch-site': 'same-origin', origin }, path), path).toBe('taken');
      expect(await send({ origin }, path), path).toBe('taken');
      expect(await send({}, path), path).toBe('taken');
    }
    expect(await send({ 'sec-fetch-site': 'cross-site', authorization: 'Bearer t' }, '/raw', 'PATCH')).toBe('taken');
    // a link on another site
    expect(await send({ 'sec-fetch-site': 'cross-site' }, '/auth/login', 'GET')).toBe('taken');
  });

  it('redirects a share from another app to the screen that reports its loss, whether the body is read or not', async () => {
    const form = new FormData();
    form.append('text', 'shared words');
    form.append('files', new File([new Uint8Array(12_000_000)], 'talk.mp3'));
    const answer = await fetch(`${origin}/share`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'none' },
    });
    expect([
      answer.status,
      answer.headers.get('location'),
      answer.headers.get('cache-control'),
      await answer.text(),
    ]).toEqual([303, '/share', 'no-store', '']);
    expect((await get('/share')).html).toContain('start()');
  });

  it('that is the shell runs exactly its own inline scripts at every workspace address', async () => {
    for (const path of ['/search', '/project/7?tab=notes', '/shell', '/shell.html']) {
      const { policy, html, status } = await get(path);
      expect(status, path).toBe(200);
      expect(html).toContain('start()');
      expect(scripts(policy)).toBe(`'self' ${hash('start()')}`);
    }
  });

  it('at the root is the landing page for visitors, and the shell for signed-in people', async () => {
    expect((await get('/')).html).toContain('start()');
    const visit = await fetch(`${origin}/`, { redirect: 'manual' });
    expect(visit.status).toBe(200);
    expect(await visit.text()).toContain('nonce=');
  });

  it('is the newest shell with its own policy, and the previous one during a build', async () => {
    await get('/search');
    writeFileSync(shellFile, '<html><script>startAgain()</script></html>');
    utimesSync(shellFile, new Date(), new Date(Date.now() + 5_000));
    expect(scripts((await get('/search')).policy)).toBe(`'self' ${hash('startAgain()')}`);
    rmSync(shellFile);
    expect((await get('/search')).html).toContain('startAgain()');
    writeFileSync(shellFile, '<html><script>cut');
    expect((await get('/search')).html).toContain('startAgain()');
  });

  it('of the console renews its session with the method kept; data requests are refused by the loader', async () => {
    const ask = async (path: string, cookie: string, method = 'GET') => {
      const answer = await fetch(origin + path, {
        method,
        redirect: 'manual',
        headers: cookie ? { cookie: `accessToken=${cookie}` } : {},
      });
      await answer.body?.cancel();
      return `${answer.status} ${answer.headers.get('location') ?? ''}`;
    };
    const renewal = `307 /api/organization/user/session/renew?to=${encodeURIComponent('/admin/employees?q=a')}`;
    expect(await ask('/admin/employees?q=a', 'old')).toBe(renewal);
    expect(await ask('/admin/employees?q=a', 'old', 'POST')).toBe(renewal);
    expect(await ask('/admin/employees?q=a', '')).toBe(
      `302 /auth/login?redirect=${encodeURIComponent('/admin/employees?q=a')}`,
    );
    expect(await ask('/admin/employees', 'any')).toBe('404 ');
    expect(await ask('/admin/employees.data', '')).not.toContain('/auth/login');
  });
});
