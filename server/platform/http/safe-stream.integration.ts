/** The streaming form of safe fetch: the same refusals, and a body that arrives, ends and is limited while it is read. */
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startLocalServer, type LocalServer } from '../../../tests/support/local-server';
import type { Network } from './safe-connection';
import { createSafeStream, type SafeStream } from './safe-stream';

const PUBLIC = '93.184.216.34';
let server: LocalServer;
let open: number;
let script: (response: ServerResponse) => void;
let bodies: string[];
let connected: string[];
let stream: SafeStream;
/** with private networks */
let wider: SafeStream;

const at = (name: string): string => `http://${name}/v1`;
const request = (more: Partial<Parameters<SafeStream>[1]> = {}) => ({
  headers: { authorization: 'Bearer key' },
  signal: new AbortController().signal,
  ...more,
});

beforeEach(async () => {
  open = 0;
  bodies = [];
  connected = [];
  server = await startLocalServer((incoming, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    void (async () => {
      let body = '';
      for await (const part of incoming) body += String(part);
      bodies.push(`${incoming.method} ${incoming.url} ${incoming.headers['accept-encoding']} ${body}`);
      script(response);
    })();
  });
  const { port } = server;
  const names: Record<string, string[]> = {
    'models.example': [PUBLIC],
    'inside.example': ['10.0.0.5'],
    'both.example': [PUBLIC, '127.0.0.1'],
    'metadata.example': ['169.254.169.254'],
    'metadata6.example': ['fd00:ec2::254'],
    'link-local.example': ['10.0.0.5', 'fe80::a9fe:a9fe'],
    'machine.example': ['192.168.7.7'],
  };
  const resolve = (name: string): Promise<string[]> =>
    names[name] ? Promise.resolve(names[name]) : Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
  const network: Network = {
    resolve,
    lookUp: (name) => (name === 'hosts-file.internal' ? Promise.resolve(['172.17.0.1']) : resolve(name)),
    connect: (_host, _port, addresses) => {
      connected.push(...addresses);
      return connect(port, '127.0.0.1');
    },
    own: () => ['192.168.7.7'],
  };
  stream = createSafeStream({ bodyBytes: 1000 }, network);
  wider = createSafeStream({ bodyBytes: 1000, privateNetworks: true }, network);
});
afterEach(() => server.close());

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  let text = '';
  for await (const part of body) text += Buffer.from(part).toString();
  return text;
};

it('sends a request once to the checked address, and gives the body as it arrives', async () => {
  let finish = (): void => undefined;
  script = (response) => {
    response.write('first ');
    finish = () => response.end('second');
  };
  const answer = await stream(at('models.example'), request({ body: Buffer.from('{}') }));
  const parts: string[] = [];
  for await (const part of answer.body) {
    parts.push(Buffer.from(part).toString());
    finish();
  }
  expect([answer.status, parts]).toEqual([200, ['first ', 'second']]);
  expect(bodies).toEqual(['POST /v1 identity {}']);
  expect(connected).toEqual([PUBLIC]);
  await expect.poll(() => open).toBe(0);
});

it.each([
  at('inside.example'),
  at('both.example'),
  at('metadata.example'),
  at('unknown.example'),
  at('hosts-file.internal'),
  'http://127.0.0.1/v1',
  'http://[::1]/v1',
  'http://2130706433/v1',
  'http://169.254.169.254/latest/meta-data',
])('connects to no private address: %s', async (address) => {
  await expect(stream(address, request())).rejects.toMatchObject({ code: 'WEBSITE_URL_NOT_PUBLIC' });
  expect(connected).toEqual([]);
});

it.each([
  [at('models.example'), [PUBLIC]],
  [at('inside.example'), ['10.0.0.5']],
  [at('both.example'), [PUBLIC, '127.0.0.1']],
  [at('machine.example'), ['192.168.7.7']],
  [at('hosts-file.internal'), ['172.17.0.1']],
  ['http://localhost:11434/v1', ['127.0.0.1', '::1']],
  ['http://127.0.0.1:9/v1', ['127.0.0.1']],
  ['http://[fd12::7]/v1', ['fd12::7']],
])('connects to the addresses of a private network where these are allowed: %s', async (address, addresses) => {
  script = (response) => response.end('fine');
  expect(await textOf((await wider(address, request())).body)).toBe('fine');
  expect(connected).toEqual(addresses);
});

it.each([
  at('metadata.example'),
  at('metadata6.example'),
  at('link-local.example'),
  at('unknown.example'),
  'http://169.254.169.254/latest/meta-data',
  'http://2852039166/latest/meta-data',
  'http://169.254.7.7/',
  'http://[::ffff:169.254.169.254]/latest/meta-data',
  'http://[64:ff9b::a9fe:a9fe]/latest/meta-data',
  'http://[fd00:ec2::254]/latest/meta-data',
  'http://[fe80::a9fe:a9fe]/',
  'http://100.100.100.200/latest/meta-data',
  'http://0.0.0.0/',
])('connects to no link-local address and no metadata service, whatever is allowed: %s', async (address) => {
  await expect(wider(address, request())).rejects.toMatchObject({ code: 'WEBSITE_URL_NOT_PUBLIC' });
  expect(connected).toEqual([]);
});

it.each([
  ['ftp://models.example/', 'WEBSITE_URL_INVALID'],
  ['http://user:password@models.example/', 'WEBSITE_URL_INVALID'],
  ['http://models.example:22/', 'WEBSITE_PORT_NOT_ALLOWED'],
  ['models', 'WEBSITE_URL_INVALID'],
])('refuses the address %s', async (address, code) => {
  await expect(stream(address, request())).rejects.toMatchObject({ code });
});

it('returns a redirect and does not follow it', async () => {
  script = (response) => response.writeHead(307, { location: 'http://10.0.0.5/' }).end();
  const answer = await stream(at('models.example'), request());
  answer.close();
  expect(answer.status).toBe(307);
  expect(bodies).toHaveLength(1);
});

it('ends beyond its limit, with a cut body, and with an unrequested encoding', async () => {
  script = (response) => {
    response.write('x'.repeat(900));
    response.write('x'.repeat(900));
  };
  const endless = await stream(at('models.example'), request());
  await expect(textOf(endless.body)).rejects.toMatchObject({ code: 'WEBSITE_TOO_LARGE' });
  script = (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  };
  const cut = await stream(at('models.example'), request());
  await expect(textOf(cut.body)).rejects.toMatchObject({ code: 'WEBSITE_URL_NOT_ACCESSIBLE' });
  script = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('text'));
  await expect(stream(at('models.example'), request())).rejects.toMatchObject({ code: 'WEBSITE_URL_NOT_ACCESSIBLE' });
  await expect.poll(() => open).toBe(0);
});

it('closes the connection with its signal, its reader and its caller', async () => {
  script = (response) => void response.write('a');
  const stop = new AbortController();
  const aborted = await stream(at('models.example'), request({ signal: stop.signal }));
  const reading = textOf(aborted.body);
  stop.abort(new Error('stopped'));
  await expect(reading).rejects.toThrow('stopped');
  for await (const _part of (await stream(at('models.example'), request())).body) break;
  (await stream(at('models.example'), request())).close();
  await expect.poll(() => open).toBe(0);
  await expect(stream(at('models.example'), request({ signal: stop.signal }))).rejects.toThrow('stopped');
});
