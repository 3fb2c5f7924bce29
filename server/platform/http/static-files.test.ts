import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brotliCompressSync } from 'node:zlib';
import { startLocalServer, type LocalServer } from '../../../tests/support/local-server';
import { localeHandler } from './locales';
import { openStaticFiles } from './static-files';

let folder: string;
let server: LocalServer;
let base: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-static-'));
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write('client/assets/app-1234.js', 'console.log(1)');
  write('client/assets/app-1234.js.br', brotliCompressSync('console.log(1)'));
  write('client/sw.js', '// worker');
  write('client/pdf/1.2.3/pdf.worker.min.mjs', '// worker');
  write('client/pdf/1.2.3/pdf.min.mjs', '// library');
  write('client/shell.html', '<script>1</script>');
  write('previous/assets/old-1.js', 'old');
  write('previous/manifest.webmanifest', 'stale');
  write('locales/ja/common.json', '{"a":"あ"}');
  write('secret.json', '{}');
  const files = openStaticFiles([join(folder, 'client'), join(folder, 'previous')]);
  const locales = localeHandler(join(folder, 'locales'), false);
  server = await startLocalServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://x');
    if (!locales(request, response, pathname) && !files.handle(request, response, pathname))
      response.writeHead(404).end();
  });
  base = server.origin;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('files of the build', () => {
  it('only the worker of the PDF viewer may compile WebAssembly, and its folder is cached for a year', async () => {
    const headersOf = async (name: string) => (await fetch(`${base}/pdf/1.2.3/${name}`)).headers;
    const worker = await headersOf('pdf.worker.min.mjs');
    expect(worker.get('content-security-policy')).toContain(`script-src 'self' 'wasm-unsafe-eval'`);
    expect(worker.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(worker.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await headersOf('pdf.min.mjs')).get('content-security-policy')).toBeNull();
  });

  it('are cached for a year if their name has a hash, and sent precompressed if available', async () => {
    const answer = await fetch(`${base}/assets/app-1234.js`, { headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(await answer.text()).toBe('console.log(1)');
    expect(
      (await fetch(`${base}/assets/app-1234.js`, { headers: { 'accept-encoding': 'identity' } })).headers.get(
        'content-encoding',
      ),
    ).toBeNull();
  });

  it('are revalidated otherwise, and not sent again if unchanged', async () => {
    const answer = await fetch(`${base}/sw.js`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-cache',
      'service-worker-allowed': '/',
    });
    expect((await fetch(`${base}/sw.js`, { headers: { 'if-none-match': answer.headers.get('etag')! } })).status).toBe(
      304,
    );
  });

  it('include assets of the previous build, and nothing else of it', async () => {
    expect(await (await fetch(`${base}/assets/old-1.js`)).text()).toBe('old');
    expect((await fetch(`${base}/manifest.webmanifest`)).status).toBe(404);
  });

  it('exclude documents, precompressed copies, and paths outside', async () => {
    for (const path of [
      '/shell.html',
      '/assets/app-1234.js.br',
      '/assets',
      '/..%2fsecret.json',
      '/%2e%2e/secret.json',
      '/assets/app-1234.js%00',
    ]) {
      expect((await fetch(base + path)).status, path).toBe(404);
    }
    expect((await fetch(`${base}/sw.js`, { method: 'POST' })).status).toBe(404);
  });
});

describe('a build that is replaced while the server runs', () => {
  it('serves its new files immediately, also under an old name, and answers 404 for a removed one', async () => {
    const client = join(folder, 'client');
    const hashed = join(client, 'assets', 'page-1.js');
    writeFileSync(hashed, 'before');
    writeFileSync(join(client, 'sw.js'), '// worker 1');
    expect(await (await fetch(`${base}/assets/page-1.js`)).text()).toBe('before');
    const etag = (await fetch(`${base}/sw.js`)).headers.get('etag')!;
    rmSync(hashed);
    writeFileSync(join(client, 'assets', 'page-2.js'), 'after');
    writeFileSync(join(client, 'sw.js'), '// worker 2 is longer');
    const removed = await fetch(`${base}/assets/page-1.js`);
    expect([removed.status, removed.headers.get('cache-control')]).toEqual([404, null]);
    expect(await (await fetch(`${base}/assets/page-2.js`)).text()).toBe('after');
    const worker = await fetch(`${base}/sw.js`, { headers: { 'if-none-match': etag } });
    expect([worker.status, await worker.text()]).toEqual([200, '// worker 2 is longer']);
    // A compressed copy of other content is not sent.
    rmSync(join(client, 'assets', 'app-1234.js.br'));
    const plain = await fetch(`${base}/assets/app-1234.js`, { headers: { 'accept-encoding': 'br' } });
    expect([plain.status, plain.headers.get('content-encoding'), await plain.text()]).toEqual([
      200,
      null,
      'console.log(1)',
    ]);
    writeFileSync(join(folder, 'previous', 'assets', 'page-1.js'), 'before');
    expect(await (await fetch(`${base}/assets/page-1.js`)).text()).toBe('before');
  });

  it('sends a file that is overwritten meanwhile at its announced length, or ends the connection', async () => {
    const path = join(folder, 'client', 'sw.js');
    const content = '/'.repeat(8_000_000);
    writeFileSync(path, content);
    const socket = connect(server.port, '127.0.0.1');
    socket.once('data', () => writeFileSync(path, `${content} and more`));
    const request = (name: string, how: string) => `GET ${name} HTTP/1.1\r\nhost: a\r\nconnection: ${how}\r\n\r\n`;
    socket.write(request('/sw.js', 'keep-alive') + request('/assets/app-1234.js', 'close'));
    const answers = await text(socket);
    const body = answers.indexOf('\r\n\r\n') + 4;
    expect(answers.slice(body + content.length).slice(0, 12)).toBe('HTTP/1.1 200');
    writeFileSync(path, content);
    const shortened = await fetch(`${base}/sw.js`);
    expect(shortened.status).toBe(200);
    writeFileSync(path, '// short');
    await expect(shortened.text()).rejects.toThrow('terminated');
    writeFileSync(path, '');
    expect(await (await fetch(`${base}/sw.js`)).text()).toBe('');
  });

  it('answers 404 while the build folder is missing, and serves it again afterwards', async () => {
    const { renameSync } = await import('node:fs');
    renameSync(join(folder, 'client'), join(folder, 'away'));
    expect((await fetch(`${base}/assets/app-1234.js`)).status).toBe(404);
    renameSync(join(folder, 'away'), join(folder, 'client'));
    expect((await fetch(`${base}/assets/app-1234.js`)).status).toBe(200);
  });
});

describe('texts', () => {
  it('are served by language and namespace, and nothing else is', async () => {
    const answer = await fetch(`${base}/locales/ja/common.json`);
    expect(await answer.json()).toEqual({ a: 'あ' });
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    for (const path of [
      '/locales/fr/common.json',
      '/locales/ja/nothing.json',
      '/locales/ja/..%2f..%2fsecret.json',
      '/locales/ja/Common.json',
    ])
      expect((await fetch(base + path)).status, path).toBe(404);
  });
});
