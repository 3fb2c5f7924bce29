import pino from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabase, openTestDatabase, type TestDatabase } from '../../../tests/support/database';
import { defineCall } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import { SERVER_TIME_HEADER } from '../../../sync/protocol/messages';
import type { Actor, CompanyRole } from '../context';
import { Metrics } from '../metrics';
import { createApi } from './calls';
import { bind, type BoundCall } from './feature';
import type { RequestFacts } from './request-facts';

const empty = v.object({});
const base = { service: 'core', errors: [], output: v.any() } as const;
const title = v.pipe(v.string(), v.minLength(1, 'NOTE_TITLE_REQUIRED'), v.maxLength(5, 'NOTE_TITLE_TOO_LONG'));
const calls = {
  echo: defineCall({
    ...base,
    method: 'POST',
    path: '/echo/{id}',
    summary: '',
    who: 'member',
    input: v.object({ id: v.string(), title, note: v.optional(v.number()) }),
  }),
  fixed: defineCall({ ...base, method: 'POST', path: '/echo/fixed', summary: '', who: 'member', input: empty }),
  read: defineCall({
    ...base,
    method: 'GET',
    path: '/read?id={id}',
    summary: '',
    who: 'user',
    input: v.object({ id: v.string(), word: v.optional(v.string()) }),
  }),
  rows: defineCall({
    ...base,
    method: 'POST',
    path: '/rows/{name}',
    summary: '',
    who: 'member',
    bodyField: 'rows',
    maxBody: 2_000,
    input: v.object({ name: v.string(), rows: v.array(v.number()) }),
  }),
  once: defineCall({
    ...base,
    method: 'POST',
    path: '/once',
    summary: '',
    who: 'member',
    idempotent: true,
    input: v.object({ n: v.number() }),
  }),
  few: defineCall({ ...base, method: 'POST', path: '/few', summary: '', who: 'anyone', perMinute: 3, input: empty }),
  known: defineCall({
    ...base,
    method: 'POST',
    path: '/known',
    summary: '',
    who: 'anyone',
    maxBody: 20_000_000,
    input: empty,
  }),
  admin: defineCall({ ...base, method: 'POST', path: '/admin', summary: '', who: 'admin', input: empty }),
  owner: defineCall({ ...base, method: 'POST', path: '/owner', summary: '', who: 'owner', input: empty }),
  fails: defineCall({
    ...base,
    method: 'POST',
    path: '/fails',
    summary: '',
    who: 'anyone',
    input: v.object({ how: v.string() }),
  }),
  file: defineCall({
    ...base,
    method: 'POST',
    path: '/file',
    summary: '',
    who: 'member',
    body: 'multipart',
    input: v.object({ name: v.string(), file: v.file() }),
  }),
};

describeOnDatabase('calls', (engine) => {
  let database: TestDatabase;
  let ran = 0;
  let held: Promise<void> = Promise.resolve();
  let now = 1_000_000;
  let role: CompanyRole | null = 'member';
  let signedIn: 'yes' | 'no' | 'expired' = 'yes';
  let api: ReturnType<typeof createApi>;
  let metrics: Metrics;

  const actor = (): Actor => ({ userId: 'u', sessionId: 's', companyId: role ? 'c' : '', role, lang: 'en' });
  const handlers: BoundCall[] = [
    bind(calls.echo, ({ input }) => Promise.resolve(input)),
    bind(calls.fixed, () => Promise.resolve('fixed')),
    bind(calls.read, ({ input }) => Promise.resolve(input)),
    bind(calls.rows, ({ input }) => Promise.resolve(input)),
    bind(calls.once, async ({ input }) => {
      ran += 1;
      const mine = ran;
      await held;
      if (input.n < 0) throw new CallError('NO_PERMISSION');
      return { n: input.n, ran: mine };
    }),
    bind(calls.few, ({ actor: who, setCookie }) => {
      setCookie('a', 'b c', { maxAge: 5 });
      return Promise.resolve({ who: who?.userId ?? null });
    }),
    bind(
      calls.known,
      () => Promise.resolve('done'),
      ({ cookies }) =>
        cookies['token'] === 'mine' ? Promise.resolve() : Promise.reject(new CallError('HANDOVER_CLOSED')),
    ),
    bind(calls.admin, () => Promise.resolve({})),
    bind(calls.owner, () => Promise.resolve({})),
    bind(calls.fails, ({ input }) => {
      if (input.how === 'lock')
        throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
      if (input.how === 'call')
        throw new CallError('FILE_MAX_LENGTH_EXCEEDED', {
          params: { maxSize: 5 },
          fieldErrors: { file: 'FILE_MAX_LENGTH_EXCEEDED' },
        });
      throw new Error('the password is hunter2');
    }),
    bind(calls.file, async ({ input }) => ({ name: input.name, text: await input.file.text() })),
  ];

  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.dispose());
  beforeEach(() => {
    [ran, held, role, signedIn] = [0, Promise.resolve(), 'member', 'yes'];
    metrics = new Metrics();
    api = createApi(handlers, {
      platform: { db: database.db, clock: { now: () => now }, log: pino({ level: 'silent' }), metrics },
      database,
      authenticator: {
        authenticate: () =>
          signedIn === 'expired'
            ? Promise.reject(new CallError('JWT_TOKEN_EXPIRED'))
            : Promise.resolve(signedIn === 'yes' ? actor() : null),
      },
    });
  });

  const facts = (more: Partial<RequestFacts> = {}): RequestFacts => ({
    requestId: 'r',
    ip: '192.0.2.1',
    userAgent: '',
    cookies: {},
    protocol: 0,
    authorization: undefined,
    secure: false,
    origin: 'http://satchel.example',
    signal: new AbortController().signal,
    log: pino({ level: 'silent' }),
    ...more,
  });
  const post = async (
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
    more: Partial<RequestFacts> = {},
  ) => {
    const init: RequestInit = {
      method: 'POST',
      headers,
      body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body),
    };
    const answer = await api.fetch(new Request(`http://satchel.example/api/core${path}`, init), { facts: facts(more) });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
  };

  it('merge path and body; the path wins', async () => {
    const answer = await post('/echo/7', { id: '8', title: 'abc' });
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { id: '7', title: 'abc' } } });
    expect(answer.headers.get(SERVER_TIME_HEADER)).toBe(String(now));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await post('/echo/fixed', {})).body).toEqual({ success: true, data: 'fixed' });
    expect((await post('/rows/x', [1, 2])).body['data']).toEqual({ name: 'x', rows: [1, 2] });
  });

  it('read a parameter from the query', async () => {
    const answer = await api.fetch(new Request('http://satchel.example/api/core/read?id=5&word=w'), { facts: facts() });
    expect(await answer.json()).toEqual({ success: true, data: { id: '5', word: 'w' } });
  });

  it.each([
    [{}, 'PARAMETER_REQUIRED', { title: 'PARAMETER_REQUIRED' }],
    [{ title: '' }, 'NOTE_TITLE_REQUIRED', { title: 'NOTE_TITLE_REQUIRED' }],
    [{ title: 'too long' }, 'NOTE_TITLE_TOO_LONG', { title: 'NOTE_TITLE_TOO_LONG' }],
    [{ title: 'abc', note: 'x' }, 'PARAM_ERROR', { note: 'PARAM_ERROR' }],
    [{ title: 5 }, 'PARAM_ERROR', { title: 'PARAM_ERROR' }],
  ])('refuse %o as %s', async (input, error, fieldErrors) => {
    expect(await post('/echo/7', input)).toMatchObject({ status: 400, body: { success: false, error, fieldErrors } });
  });

  it('refuse invalid JSON, too large bodies, and values other than objects', async () => {
    expect((await post('/echo/7', '{"title":')).body).toMatchObject({ success: false, error: 'REQUEST_BODY_NOT_JSON' });
    expect(
      await post(
        '/rows/x',
        Array.from({ length: 2000 }, () => 1),
      ),
    ).toMatchObject({ status: 413, body: { error: 'REQUEST_BODY_TOO_LARGE' } });
    expect((await post('/echo/7', [1])).body['error']).toBe('PARAM_ERROR');
    const stream = new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(1000)) });
    const endless = await api.fetch(
      new Request('http://satchel.example/api/core/rows/x', {
        method: 'POST',
        body: stream,
        duplex: 'half',
      } as RequestInit),
      { facts: facts() },
    );
    expect(endless.status).toBe(413);
  });

  it('record a client that disconnects during its request as 499, without an error in the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const cut = new ReadableStream({ pull: (c) => c.error(new Error('aborted')) });
    const request = new Request('http://satchel.example/api/core/rows/left', {
      method: 'POST',
      body: cut,
      duplex: 'half',
    } as RequestInit);
    expect((await api.fetch(request, { facts: facts({ log }) })).status).toBe(499);
    expect(await metrics.text()).toMatch(
      /satchel_request_seconds_count\{call="POST \/api\/core\/rows\/\{name\}",status="499"\} 1/,
    );
    expect(lines).toEqual([]);
  });

  it('read multipart bodies', async () => {
    const form = new FormData();
    form.set('name', 'n');
    form.set('file', new File(['text'], 'a.txt'));
    expect((await post('/file', form)).body['data']).toEqual({ name: 'n', text: 'text' });
    expect((await post('/file', 'no form')).body['error']).toBe('PARAM_ERROR');
  });

  it('enforce the permitted callers', async () => {
    signedIn = 'no';
    expect(await post('/echo/7', { title: 'a' })).toMatchObject({ status: 401, body: { error: 'USER_NOT_LOGIN' } });
    signedIn = 'expired';
    expect((await post('/echo/7', { title: 'a' })).body['error']).toBe('JWT_TOKEN_EXPIRED');
    expect((await post('/few', {}, {}, { ip: 'somewhere' })).body['data']).toEqual({ who: null });
    signedIn = 'yes';
    role = null;
    expect(await post('/echo/7', { title: 'a' })).toMatchObject({ status: 403, body: { error: 'NO_PERMISSION' } });
    const may = async (as: CompanyRole, path: string): Promise<boolean> => {
      role = as;
      return (await post(path, {})).status === 200;
    };
    expect([await may('member', '/admin'), await may('admin', '/admin'), await may('owner', '/admin')]).toEqual([
      false,
      true,
      true,
    ]);
    expect([await may('member', '/owner'), await may('admin', '/owner'), await may('owner', '/owner')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('read nothing of a large body before its caller is admitted', async () => {
    let read = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (c) => {
          read += 1;
          c.enqueue(new Uint8Array(1000));
        },
      },
      { highWaterMark: 0 },
    );
    const refused = await api.fetch(
      new Request('http://satchel.example/api/core/known', { method: 'POST', body, duplex: 'half' } as RequestInit),
      { facts: facts() },
    );
    expect([refused.status, read]).toEqual([410, 0]);
    expect((await post('/known', {}, {}, { cookies: { token: 'mine' } })).body).toMatchObject({ data: 'done' });
  });

  it('are rate limited and state when to retry', async () => {
    for (let n = 0; n < 3; n += 1) expect((await post('/few', {}, {}, { ip: `limit-${engine}` })).status).toBe(200);
    signedIn = 'no';
    for (let n = 0; n < 3; n += 1) expect((await post('/few', {}, {}, { ip: `limit-${engine}` })).status).toBe(200);
    const refused = await post('/few', {}, {}, { ip: `limit-${engine}` });
    expect(refused).toMatchObject({ status: 429, body: { error: 'OPERATE_TOO_FAST' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post('/few', {}, {}, { ip: `limit-other-${engine}` })).status).toBe(200);
  });

  it('count an IPv6 /64 as one client', async () => {
    signedIn = 'no';
    for (let n = 1; n <= 3; n += 1)
      expect((await post('/few', {}, {}, { ip: `2001:db8:${engine.length}:1::${n}` })).status).toBe(200);
    expect((await post('/few', {}, {}, { ip: `2001:db8:${engine.length}:1::4` })).status).toBe(429);
    expect((await post('/few', {}, {}, { ip: `2001:db8:${engine.length}:2::4` })).status).toBe(200);
  });

  it('return the first answer again for the same key', async () => {
    const key = { 'idempotency-key': 'key-1' };
    expect((await post('/once', { n: 1 }, key)).body['data']).toEqual({ n: 1, ran: 1 });
    expect((await post('/once', { n: 1 }, key)).body['data']).toEqual({ n: 1, ran: 1 });
    expect(await post('/once', { n: 2 }, key)).toMatchObject({
      status: 422,
      body: { error: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect((await post('/once', { n: 1 })).body['data']).toEqual({ n: 1, ran: 2 });
    now += 25 * 60 * 60_000;
    expect((await post('/once', { n: 1 }, key)).body['data']).toEqual({ n: 1, ran: 3 });
  });

  it('run a key once while the first request runs, and release it after a failure', async () => {
    const key = { 'idempotency-key': 'key-2' };
    let go: () => void = () => undefined;
    held = new Promise((resolve) => (go = resolve));
    const first = post('/once', { n: 1 }, key);
    await expect.poll(() => ran).toBe(1);
    expect((await post('/once', { n: 1 }, key)).body['error']).toBe('DATA_LOCK_FAILED');
    go();
    expect((await first).status).toBe(200);
    expect(ran).toBe(1);
    const failing = { 'idempotency-key': 'key-3' };
    expect((await post('/once', { n: -1 }, failing)).body['error']).toBe('NO_PERMISSION');
    expect((await post('/once', { n: -1 }, failing)).body['error']).toBe('NO_PERMISSION');
    expect(ran).toBe(3);
  });

  it('report errors by their code without internals of the server', async () => {
    expect(await post('/fails', { how: 'call' })).toMatchObject({
      status: 413,
      body: {
        error: 'FILE_MAX_LENGTH_EXCEEDED',
        params: { maxSize: 5 },
        fieldErrors: { file: 'FILE_MAX_LENGTH_EXCEEDED' },
      },
    });
    expect(await post('/fails', { how: 'lock' })).toMatchObject({ status: 409, body: { error: 'DATA_LOCK_FAILED' } });
    const unknown = await post('/fails', { how: 'bug' });
    expect(unknown).toMatchObject({ status: 500, body: { error: 'HTTP_500' } });
    expect(JSON.stringify(unknown.body)).not.toContain('hunter2');
    expect(await post('/nothing', {})).toMatchObject({ status: 404, body: { error: 'HTTP_404' } });
  });

  it('set cookies for this site only', async () => {
    signedIn = 'no';
    const cookie = (await post('/few', {}, {}, { ip: 'cookie', secure: true })).headers.get('set-cookie');
    expect(cookie).toBe('a=b%20c; Path=/; SameSite=Lax; Max-Age=5; HttpOnly; Secure');
  });

  it('compress large answers in an encoding that the client accepts', async () => {
    const name = 'x'.repeat(3_000);
    const encoding = async (accepts: string, path: string) =>
      (
        await api.fetch(
          new Request(`http://satchel.example/api/core/rows/${path}`, {
            method: 'POST',
            body: '[]',
            headers: { 'accept-encoding': accepts },
          }),
          { facts: facts() },
        )
      ).headers.get('content-encoding');
    expect([
      await encoding('gzip, br', name),
      await encoding('gzip', name),
      await encoding('br;q=0', name),
      await encoding('gzip, br', 'short'),
    ]).toEqual(['br', 'gzip', null, null]);
  });
});
