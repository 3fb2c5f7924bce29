/** The API description over HTTP. */
import { createHash } from 'node:crypto';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLocalServer, type LocalServer } from '../../../tests/support/local-server';
import { allCalls, callGroups } from '../../calls';
import type { RequestFacts } from '../http/request-facts';
import { operationId, type OpenApiDocument } from './document';
import { apiDescription } from './handler';

let server: LocalServer;
let url: string;

beforeAll(async () => {
  const handler = apiDescription(callGroups);
  server = await startLocalServer((request, response) => {
    if (!handler.matches(new URL(request.url!, 'http://localhost').pathname, request))
      return void response.writeHead(404).end();
    void handler.handle(request, response, { origin: 'https://satchel.test' } as RequestFacts);
  });
  url = server.origin;
});
afterAll(() => server.close());

it('is an OpenAPI document that names this server and supports conditional requests', async () => {
  const answer = await fetch(`${url}/api/openapi.json`);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const document = (await answer.json()) as OpenApiDocument;
  expect([document['openapi'], document.servers]).toEqual(['3.1.0', [{ url: 'https://satchel.test' }]]);
  const again = await fetch(`${url}/api/openapi.json`, { headers: { 'if-none-match': answer.headers.get('etag')! } });
  expect(again.status).toBe(304);
  for (const encoding of ['br', 'gzip', 'identity']) {
    const packed = await fetch(`${url}/api/openapi.json`, { headers: { 'accept-encoding': encoding } });
    expect([packed.headers.get('content-encoding'), ((await packed.json()) as OpenApiDocument).info.title]).toEqual([
      encoding === 'identity' ? null : encoding,
      'Satchel',
    ]);
  }
});

it('is a page with every operation, without scripts, whose policy allows only its own style', async () => {
  const answer = await fetch(`${url}/api/docs`);
  const { document } = new JSDOM(await answer.text()).window;
  expect(
    [...document.querySelectorAll('main > section > details')]
      .map((d) => d.id)
      .filter((id) => !id.startsWith('schema-'))
      .sort(),
  ).toEqual(allCalls.map(operationId).sort());
  expect(document.querySelectorAll('script, link, img, [style], [onclick]')).toHaveLength(0);
  const broken = [...document.querySelectorAll('a[href^="#"]')]
    .map((a) => a.getAttribute('href')!.slice(1))
    .filter((id) => !document.getElementById(id));
  expect(broken).toEqual([]);
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  expect(new Set(ids).size).toBe(ids.length);
  const policy = answer.headers.get('content-security-policy')!;
  const style = createHash('sha256').update(document.querySelector('style')!.textContent!).digest('base64');
  expect(policy).toContain(`style-src 'self' 'sha256-${style}'`);
  expect(policy).toContain(`script-src 'self';`);
});
