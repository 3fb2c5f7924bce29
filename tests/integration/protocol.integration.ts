/**
 * Clients of older protocols, as recorded exchanges in tests/fixtures/protocol/<n>: their literal requests, and the
 * parts of the answers that they rely on. Also clients that are too old or newer than the server.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncRoutes } from '../../server/sync/routes';
import { createApi } from '../../server/platform/http/calls';
import { refuseProtocol } from '../../server/platform/http/protocol';
import { PROTOCOL_HEADER, PROTOCOL_OLDEST, PROTOCOL_VERSION } from '../../sync/protocol/messages';
import { openCore, type Core } from '../support/core';
import { projectFields } from '../support/documents';
import { anyEngine } from '../support/database';

interface Exchange {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
  expect: { status: number; body: unknown };
  /** saves the answer's checkpoint under a name; inserts a saved one into the request */
  saveCheckpoint?: string;
  useCheckpoint?: string;
}

const FOLDER = fileURLToPath(new URL('../fixtures/protocol/', import.meta.url));
const recorded = readdirSync(FOLDER)
  .map(Number)
  .sort((a, b) => a - b);

let core: Core;
let api: ReturnType<typeof createApi>;
beforeAll(async () => {
  core = await openCore(anyEngine());
  api = createApi(syncRoutes(core.sync), {
    platform: core.platform,
    database: core.parts.database,
    authenticator: core.authenticator,
  });
});
afterAll(() => core.close());

async function send(
  { method, path, headers, body }: Pick<Exchange, 'method' | 'path' | 'headers' | 'body'>,
  person = 'ann',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const all = { authorization: `Bearer ${person}`, ...headers };
  const facts = {
    requestId: 'protocol',
    ip: '192.0.2.1',
    userAgent: '',
    cookies: {},
    protocol: Number(headers[PROTOCOL_HEADER] ?? 0),
    signal: new AbortController().signal,
    authorization: all.authorization,
    secure: false,
    origin: 'http://satchel.test',
    log: core.platform.log,
  };
  const response = await api.fetch(
    new Request(`http://satchel.test${path}`, { method, headers: all, body: JSON.stringify(body) }),
    { facts } as never,
  );
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** `"any"` stands for a required field with any value. */
const expected = (value: unknown): unknown =>
  value === 'any'
    ? expect.anything()
    : Array.isArray(value)
      ? value.map(expected)
      : value !== null && typeof value === 'object'
        ? expect.objectContaining(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expected(each)])))
        : value;

it('every supported protocol is recorded', () => {
  expect(recorded).toEqual(
    expect.arrayContaining(
      Array.from({ length: PROTOCOL_VERSION - PROTOCOL_OLDEST + 1 }, (_, i) => PROTOCOL_OLDEST + i),
    ),
  );
  expect(PROTOCOL_OLDEST).toBeLessThanOrEqual(Math.max(1, PROTOCOL_VERSION - 2));
});

describe.each(recorded.filter((n) => n >= PROTOCOL_OLDEST))('a client of protocol %i', (n) => {
  it('pushes and pulls as it did when it was current', async () => {
    const { exchanges } = JSON.parse(readFileSync(`${FOLDER}${n}/exchanges.json`, 'utf8')) as { exchanges: Exchange[] };
    expect(exchanges.length).toBeGreaterThan(10);
    const checkpoints = new Map<string, unknown>();
    for (const exchange of exchanges) {
      const body = exchange.useCheckpoint
        ? { ...(exchange.body as object), checkpoint: checkpoints.get(exchange.useCheckpoint) }
        : exchange.body;
      const answer = await send({ ...exchange, body });
      expect(answer.status, exchange.name).toBe(exchange.expect.status);
      expect(answer.body, exchange.name).toEqual(expected(exchange.expect.body));
      if (exchange.saveCheckpoint)
        checkpoints.set(exchange.saveCheckpoint, (answer.body['data'] as { checkpoint: unknown }).checkpoint);
    }
  });
});

it('a field that an old client does not know survives its edit', async () => {
  const id = 'newer-project';
  const push = (protocol: number, newDocumentState: object, rev: string | null): ReturnType<typeof send> =>
    send({
      method: 'POST',
      path: '/api/core/sync/projects/push',
      headers: { 'content-type': 'application/json', [PROTOCOL_HEADER]: String(protocol) },
      body: [{ assumedMasterState: rev && { rev }, newDocumentState }],
    });
  const made = {
    ...projectFields(id),
    id,
    rev: '1-aaaaaa',
    updatedAt: 1,
    recency: -1,
    title: 'Of a newer client',
    theme: { hue: 210 },
  };
  expect((await push(PROTOCOL_VERSION, made, null)).body).toMatchObject({ data: { conflicts: [], rejected: [] } });
  expect(
    (
      await push(
        PROTOCOL_OLDEST,
        { id, rev: '2-aaaaaa', updatedAt: 2, recency: -2, title: 'Edited by an old one' },
        '1-aaaaaa',
      )
    ).body,
  ).toMatchObject({ data: { conflicts: [], rejected: [] } });
  const pulled = await send({
    method: 'POST',
    path: '/api/core/sync/projects/pull',
    headers: { 'content-type': 'application/json' },
    body: { checkpoint: null, limit: 200 },
  });
  expect(
    (pulled.body['data'] as { documents: { id: string }[] }).documents.find((document) => document.id === id),
  ).toMatchObject({ title: 'Edited by an old one', theme: { hue: 210 } });
});

it('a client newer than the server waits as if the server were unreachable; its push is not applied', async () => {
  const answer = await send({
    method: 'POST',
    path: '/api/core/sync/projects/pull',
    headers: { 'content-type': 'application/json', [PROTOCOL_HEADER]: String(PROTOCOL_VERSION + 1) },
    body: { checkpoint: null, limit: 200 },
  });
  expect(answer).toMatchObject({ status: 503, body: { success: false, error: 'HTTP_503' } });
});

it.each([
  [0, ''],
  [PROTOCOL_OLDEST, ''],
  [PROTOCOL_VERSION, ''],
  [PROTOCOL_OLDEST - 0.5, 'CLIENT_TOO_OLD'],
  [PROTOCOL_VERSION + 1, 'HTTP_503'],
])('protocol %d is refused with "%s"', (protocol, code) => {
  let refused = '';
  try {
    refuseProtocol(protocol);
  } catch (error) {
    refused = (error as { code: string }).code;
  }
  expect(refused).toBe(code);
});
