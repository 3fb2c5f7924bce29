/**
 * Tests of the safe fetch against scripted servers on loopback: the test network maps public and private addresses to
 * them.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import type { CallError } from '../../../sync/protocol/errors';
import { systemNetwork } from './safe-connection';
import {
  answer,
  CERTIFICATE,
  cleanups,
  closeServers,
  codeOf,
  listen,
  MB,
  PRIVATE,
  PUBLIC,
  redirect,
  setUp,
  type Options,
  type Script,
} from '../../../tests/support/scripted-web';

afterEach(closeServers);

it('fetches a page, with no cookie, no referrer and no credentials in the request', async () => {
  const { safeFetch, site, connections } = await setUp(answer('<p>Hi', { 'content-type': 'text/html' }));
  const page = await safeFetch('http://site.example/a?b=1#part', { accept: 'text/html', language: 'ja' });
  expect(page).toEqual({
    url: 'http://site.example/a?b=1#part',
    status: 200,
    contentType: 'text/html',
    body: Buffer.from('<p>Hi'),
  });
  expect(connections).toEqual([`${PUBLIC} 80`]);
  expect(site.heads[0]!.toLowerCase().split('\r\n').filter(Boolean).sort()).toEqual([
    'accept-encoding: gzip, br',
    'accept-language: ja',
    'accept: text/html',
    'connection: close',
    'get /a?b=1 http/1.1',
    'host: site.example',
    'user-agent: satchel',
  ]);
});

it('sends the validators of an earlier answer, and returns those of the new one', async () => {
  const { safeFetch, site } = await setUp(
    answer('', { etag: '"v2"', 'last-modified': 'Wed, 25 Nov 2026 08:00:00 GMT' }, '304 Not Modified'),
  );
  const conditions = { etag: '"v1"', lastModified: 'Tue, 24 Nov 2026 08:00:00 GMT' };
  expect(await safeFetch('http://site.example/', { conditions })).toMatchObject({
    status: 304,
    etag: '"v2"',
    lastModified: 'Wed, 25 Nov 2026 08:00:00 GMT',
  });
  expect(site.heads[0]).toContain('if-none-match: "v1"\r\nif-modified-since: Tue, 24 Nov 2026 08:00:00 GMT\r\n');
  await safeFetch('http://site.example/', { conditions: { etag: '', lastModified: '' } });
  expect(site.heads[1]).not.toMatch(/if-/);
});

it('returns a redirect with its checked address, if redirects are not to be followed', async () => {
  const { safeFetch, site } = await setUp((socket, head) =>
    redirect(head.startsWith('GET /a ') ? '../b?c#d' : 'http://user@site.example/')(socket, head),
  );
  expect(await safeFetch('http://site.example/a', { redirects: 'return' })).toMatchObject({
    url: 'http://site.example/a',
    status: 302,
    location: 'http://site.example/b?c#d',
  });
  expect(await codeOf(safeFetch('http://site.example/e', { redirects: 'return' }))).toBe('WEBSITE_URL_NOT_ACCESSIBLE');
  expect(site.heads).toHaveLength(2);
});

it('returns the Retry-After header of a busy server', async () => {
  const { safeFetch } = await setUp(answer('', { 'retry-after': '120' }, '503 Service Unavailable'));
  expect(await safeFetch('http://site.example/')).toMatchObject({ status: 503, retryAfter: '120' });
});

it('returns the status of an error page', async () => {
  const { safeFetch } = await setUp(answer('gone', {}, '410 Gone'));
  expect(await safeFetch('http://site.example/')).toMatchObject({ status: 410, body: Buffer.from('gone') });
});

it.each([
  ['gzip', gzipSync('text '.repeat(1000))],
  ['br', brotliCompressSync('text '.repeat(1000))],
])('decompresses %s', async (encoding, body) => {
  const { safeFetch } = await setUp(answer(body, { 'content-encoding': encoding }));
  expect((await safeFetch('http://site.example/')).body.toString()).toBe('text '.repeat(1000));
});

it.each([
  'ftp://site.example/',
  'file:///etc/passwd',
  'data:text/html,hi',
  'javascript:alert(1)',
  'http://user@site.example/',
  'http://user:password@site.example/',
  'site.example',
  '//site.example/',
  '',
])('refuses %j before resolving a name', async (address) => {
  const { safeFetch, resolved, connections } = await setUp(answer('never'));
  expect(await codeOf(safeFetch(address))).toBe('WEBSITE_URL_INVALID');
  expect([resolved, connections]).toEqual([[], []]);
});

it.each(['http://site.example:22/', 'https://site.example:8443/'])(
  'refuses the port of %s before resolving a name',
  async (address) => {
    const { safeFetch, resolved, connections } = await setUp(answer('never'));
    expect(await codeOf(safeFetch(address))).toBe('WEBSITE_PORT_NOT_ALLOWED');
    expect([resolved, connections]).toEqual([[], []]);
  },
);

it('connects to a port that the configuration allows', async () => {
  const { safeFetch, connections, site } = await setUp(answer('ok'), { settings: { ports: [8080] } });
  expect((await safeFetch('http://site.example:8080/')).status).toBe(200);
  expect(connections).toEqual([`${PUBLIC} 8080`]);
  expect(site.heads[0]).toContain('host: site.example:8080\r\n');
});

it.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://10.0.0.5/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.5]/',
  'http://[64:ff9b::a00:5]/',
  'http://[fd00:ec2::254]/',
])('refuses the literal address of %s without connecting', async (address) => {
  const { safeFetch, connections } = await setUp(answer('never'));
  expect(await codeOf(safeFetch(address))).toBe('WEBSITE_URL_NOT_PUBLIC');
  expect(connections).toEqual([]);
});

it('answers the same for an unknown name and for a name of a private network', async () => {
  const { safeFetch, connections } = await setUp(answer('never'), {
    names: { 'intranet.example': [PRIVATE], 'mixed.example': [PUBLIC, PRIVATE], 'empty.example': [] },
  });
  for (const name of ['intranet', 'mixed', 'empty', 'unknown']) {
    const error = await safeFetch(`http://${name}.example/`).catch((reason: unknown) => reason as CallError);
    expect(error).toMatchObject({
      code: 'WEBSITE_URL_NOT_PUBLIC',
      message: 'The address has no public IP address.',
      cause: undefined,
    });
  }
  expect(connections).toEqual([]);
});

it('refuses the addresses of its own machine, public ones too', async () => {
  const { safeFetch, connections } = await setUp(answer('never'), { network: { own: () => ['fe80::1', PUBLIC] } });
  expect(await codeOf(safeFetch('http://site.example/'))).toBe('WEBSITE_URL_NOT_PUBLIC');
  expect(connections).toEqual([]);
});

it('resolves a name once for each connection and connects to the checked address (DNS rebinding)', async () => {
  const answers = [[PUBLIC], [PRIVATE]];
  const { safeFetch, inside, resolved, connections } = await setUp(redirect('/again'), {
    names: { 'rebind.example': () => answers.shift()! },
  });
  // The second hop has the same name: it is resolved and refused again.
  expect(await codeOf(safeFetch('http://rebind.example/'))).toBe('WEBSITE_URL_NOT_PUBLIC');
  expect(resolved).toEqual(['rebind.example', 'rebind.example']);
  expect(connections).toEqual([`${PUBLIC} 80`]);
  expect(inside.heads).toEqual([]);
});

it('opens the socket to the given addresses without resolving the name', async () => {
  const { port } = await listen(answer('ok'));
  // A name that no resolver knows (RFC 6761): only the given address can be reached.
  const socket = systemNetwork.connect('rebind.invalid', port, ['127.0.0.1']);
  cleanups.push(() => void socket.destroy());
  await once(socket, 'connect');
  expect(socket.remoteAddress).toBe('127.0.0.1');
});

it.each([
  'http://10.0.0.5/',
  '//10.0.0.5/',
  'http://intranet.example/',
  'http://[::ffff:a00:5]/',
  'http://169.254.169.254/',
])('refuses a redirect to %s', async (location) => {
  const { safeFetch, inside, connections } = await setUp(redirect(location), {
    names: { 'intranet.example': [PRIVATE] },
  });
  expect(await codeOf(safeFetch('http://site.example/'))).toBe('WEBSITE_URL_NOT_PUBLIC');
  expect(connections).toEqual([`${PUBLIC} 80`]);
  expect(inside.heads).toEqual([]);
});

it.each([
  'file:///etc/passwd',
  'gopher://site.example/',
  'http://a:b@site.example/',
  'http://site.example:6379/',
  'http://',
])('reports a redirect to %s as the fault of the site', async (location) => {
  const { safeFetch, site } = await setUp(redirect(location));
  expect(await codeOf(safeFetch('http://site.example/'))).toBe('WEBSITE_URL_NOT_ACCESSIBLE');
  expect(site.heads).toHaveLength(1);
});

it('follows redirects without a referrer or the cookies of the first response', async () => {
  const { safeFetch, site } = await setUp((socket, head) =>
    head.startsWith('GET / ')
      ? redirect('/caf\u00c3\u00a9', '301 Moved', { 'set-cookie': 'id=1' })(socket, head)
      : answer('here')(socket, head),
  );
  const page = await safeFetch('http://site.example/');
  expect([page.url, page.body.toString()]).toEqual(['http://site.example/caf%C3%A9', 'here']);
  expect(site.heads[1]).not.toMatch(/cookie|referer/i);
});

it('stops after the configured number of redirects', async () => {
  const { safeFetch, site } = await setUp(redirect('/'), { settings: { redirects: 3 } });
  expect(await codeOf(safeFetch('http://site.example/'))).toBe('WEBSITE_URL_NOT_ACCESSIBLE');
  expect(site.heads).toHaveLength(4);
});

it.each<[string, Script]>([
  ['a declared length', answer('', { 'content-length': String(6 * MB) })],
  ['a body without a length', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n') && socket.end(Buffer.alloc(6 * MB))],
  ['a gzip bomb', answer(gzipSync(Buffer.alloc(40 * MB)), { 'content-encoding': 'gzip' })],
  ['a brotli bomb', answer(brotliCompressSync(Buffer.alloc(40 * MB)), { 'content-encoding': 'br' })],
])('refuses a response that is too large: %s', async (_what, script) => {
  const { safeFetch, site } = await setUp(script);
  expect(await codeOf(safeFetch('http://site.example/'))).toBe('WEBSITE_TOO_LARGE');
  await expect.poll(() => site.open.size).toBe(0);
});

it.each<[string, Script]>([
  ['an answer that never begins', () => {}],
  ['a header that never ends', (socket) => socket.write('HTTP/1.1 200 OK\r\nx: ')],
  [
    'a body that never ends',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const timer = setInterval(() => socket.write('1\r\na\r\n'), 20);
      socket.once('close', () => clearInterval(timer));
    },
  ],
])('ends within the time limit: %s', async (_what, script) => {
  const { safeFetch, site } = await setUp(script, { settings: { totalMs: 200 } });
  expect(await codeOf(safeFetch('http://site.example/'))).toBe('WEBSITE_TIMEOUT');
  await expect.poll(() => site.open.size).toBe(0);
});

it('reports a name server that fails as not accessible: the name may exist', async () => {
  const { safeFetch } = await setUp(answer('never'), {
    network: { resolve: () => Promise.reject(Object.assign(new Error('timeout'), { code: 'ETIMEOUT' })) },
  });
  expect(await codeOf(safeFetch('http://site.example/'))).toBe('WEBSITE_URL_NOT_ACCESSIBLE');
});

it('includes resolution in the time limit', async () => {
  const { safeFetch } = await setUp(answer('never'), {
    settings: { totalMs: 50 },
    network: { resolve: () => new Promise(() => {}) },
  });
  expect(await codeOf(safeFetch('http://site.example/'))).toBe('WEBSITE_TIMEOUT');
});

it.each<[string, Script]>([
  ['endless headers', (socket) => endless(socket, 'HTTP/1.1 200 OK\r\n', 'x-header: 0123456789\r\n')],
  ['endless interim responses', (socket) => endless(socket, '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')],
  [
    'endless trailers',
    (socket) =>
      endless(
        socket,
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n',
        'x-trailer: 0123456789\r\n',
      ),
  ],
  [
    'a change of protocol',
    (socket) => socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  ],
  ['bytes that are not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['a connection that is closed', (socket) => socket.destroy()],
  ['a body that is cut off', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc')],
  ['a cut off archive', answer(gzipSync('text').subarray(0, 15), { 'content-encoding': 'gzip' })],
  ['bytes that are not gzip', answer('text', { 'content-encoding': 'gzip' })],
  ['two encodings', answer(gzipSync(gzipSync('text')), { 'content-encoding': 'gzip, gzip' })],
  ['a redirect without an address', answer('', {}, '302 Found')],
])('reports as not accessible: %s', async (_what, script) => {
  const { safeFetch, site } = await setUp(script);
  expect(await codeOf(safeFetch('http://site.example/'))).toBe('WEBSITE_URL_NOT_ACCESSIBLE');
  await expect.poll(() => site.open.size).toBe(0);
});

/** Writes `line` as fast as the other side reads, until the socket closes. */
function endless(socket: Socket, head: string, line: string): void {
  const more = line.repeat(100);
  const fill = (): void => {
    while (!socket.destroyed && socket.write(more));
  };
  socket.write(head);
  socket.on('drain', fill);
  fill();
}

it('reports a server that refuses connections as not accessible', async () => {
  const { safeFetch } = await setUp(answer('never'), {
    names: { 'down.example': ['93.184.216.35'] },
  });
  expect(await codeOf(safeFetch('http://down.example/'))).toBe('WEBSITE_URL_NOT_ACCESSIBLE');
});

it('throws the reason of the signal that cancels it', async () => {
  const cancel = new AbortController();
  const { safeFetch, site } = await setUp(() => cancel.abort(new Error('canceled')));
  await expect(safeFetch('http://site.example/', { signal: cancel.signal })).rejects.toThrow('canceled');
  await expect.poll(() => site.open.size).toBe(0);
});

it('verifies certificates against the name', async () => {
  const names = { 'other.example': [PUBLIC] };
  const trusting = await setUp(answer('ok'), { tls: true, names, network: { ca: CERTIFICATE } });
  expect((await trusting.safeFetch('https://site.example/')).body.toString()).toBe('ok');
  expect(trusting.connections).toEqual([`${PUBLIC} 443`]);
  expect(await codeOf(trusting.safeFetch('https://other.example/'))).toBe('WEBSITE_URL_NOT_ACCESSIBLE');
  const usual = await setUp(answer('never'), { tls: true });
  expect(await codeOf(usual.safeFetch('https://site.example/'))).toBe('WEBSITE_URL_NOT_ACCESSIBLE');
  expect([trusting.site.heads.length, usual.site.heads.length]).toEqual([1, 0]);
});

/** A private network in which the operator names the wiki, and nothing else. */
const named = (names: Options['names'] = {}, more: Options = {}) =>
  setUp(answer('public page'), {
    ...more,
    internal: more.internal ?? answer('the wiki'),
    names: { 'wiki.corp.example': [PRIVATE], 'payroll.corp.example': [PRIVATE], ...names },
    settings: { privateHosts: ['wiki.corp.example', '10.0.0.5:8090'], ...more.settings },
  });

it('reads the private host that the operator names, at its ports, and no other', async () => {
  const { safeFetch, connections } = await named();
  expect((await safeFetch('http://wiki.corp.example/')).body.toString()).toBe('the wiki');
  expect((await safeFetch('http://10.0.0.5:8090/')).body.toString()).toBe('the wiki');
  expect((await safeFetch('http://site.example/')).body.toString()).toBe('public page');
  const connected = connections.length;
  expect(await codeOf(safeFetch('http://payroll.corp.example/'))).toBe('WEBSITE_URL_NOT_PUBLIC');
  expect(await codeOf(safeFetch('http://10.0.0.5/'))).toBe('WEBSITE_URL_NOT_PUBLIC');
  expect(await codeOf(safeFetch('http://10.0.0.6:8090/'))).toBe('WEBSITE_PORT_NOT_ALLOWED');
  expect(await codeOf(safeFetch('http://wiki.corp.example:8090/'))).toBe('WEBSITE_PORT_NOT_ALLOWED');
  expect(connections).toHaveLength(connected);
});

it.each([
  ['loopback', ['127.0.0.1']],
  ['loopback beside its own address', [PRIVATE, '::1']],
  ['metadata', ['169.254.169.254']],
  ['metadata of AWS', ['fd00:ec2::254']],
  ['metadata of Alibaba Cloud', ['100.100.100.200']],
  ['a mapped address', ['::ffff:10.0.0.5']],
  ['an address of this machine', ['10.0.0.9']],
])('does not follow a named host to %s (rebinding)', async (_to, addresses) => {
  const answers = [[PRIVATE], addresses];
  const { safeFetch, connections } = await named(
    { 'wiki.corp.example': () => answers.shift() ?? addresses },
    { network: { own: () => ['10.0.0.9'] } },
  );
  await safeFetch('http://wiki.corp.example/');
  expect(await codeOf(safeFetch('http://wiki.corp.example/'))).toBe('WEBSITE_URL_NOT_PUBLIC');
  expect(connections).toEqual([`${PRIVATE} 80`]);
});

it('sends no request into the private network because a public site redirects there', async () => {
  const { safeFetch, inside } = await setUp(redirect('http://wiki.corp.example/delete'), {
    names: { 'wiki.corp.example': [PRIVATE] },
    settings: { privateHosts: ['wiki.corp.example'] },
  });
  for (const redirects of ['follow', 'return'] as const)
    expect(await codeOf(safeFetch('http://site.example/', { redirects }))).toBe('WEBSITE_URL_NOT_ACCESSIBLE');
  expect(inside.heads).toEqual([]);
});

it('follows a redirect of a named host to itself and to the public web, and not to its neighbours', async () => {
  const targets = ['http://wiki.corp.example/b', 'http://site.example/', 'http://payroll.corp.example/'];
  const { safeFetch } = await named(
    {},
    {
      internal: (socket, head) => {
        const [, at] = /^GET \/(\d) /.exec(head) ?? [];
        (at === undefined ? answer('the wiki') : redirect(targets[Number(at)]!))(socket, head);
      },
    },
  );
  expect((await safeFetch('http://wiki.corp.example/0')).body.toString()).toBe('the wiki');
  expect((await safeFetch('http://wiki.corp.example/1')).body.toString()).toBe('public page');
  expect(await codeOf(safeFetch('http://wiki.corp.example/2'))).toBe('WEBSITE_URL_NOT_PUBLIC');
});
