/** The server over HTTP, as a device uses it: everything is real except the rendering of screens. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allCalls } from '../../server/calls';
import { DEMO_ACCOUNTS } from '../../server/demo/accounts';
import { callName } from '../../server/platform/http/calls';
import { spaceOf } from '../../sync/model/ids';
import { projectCalls } from '../../server/core/projects/contract';
import { callPath, pathParameters, type CallDefinition } from '../../sync/protocol/call';
import { ACCOUNT_HEADER, syncCalls } from '../../sync/protocol/messages';
import { createClient, type Call } from '../../sync/protocol/client';
import { identityCalls } from '../../server/organization/identity/contract';
import { describeOnEngines, openTestDatabase, type TestDatabase } from '../support/database';
import { startProcess, type ServerFixtureProcess } from '../support/server-fixture-process';

interface Device {
  call: Call;
  cookie(): string;
}

async function signIn(url: string, email = DEMO_ACCOUNTS[0]!.email): Promise<Device> {
  let cookies: string[] = [];
  const call = createClient({
    origin: url,
    headers: (): Record<string, string> => (cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
    fetch: async (address, init) => {
      const answer = await fetch(address, init);
      if (answer.headers.getSetCookie().length > 0)
        cookies = answer.headers.getSetCookie().map((header) => header.split(';')[0]!);
      return answer;
    },
  });
  await call(identityCalls.login, { email, password: DEMO_ACCOUNTS.find((a) => a.email === email)!.password });
  return { call, cookie: () => cookies.join('; ') };
}

/** Opens the stream; `poked` resolves with the next poke that names the collection. */
async function listen(url: string, cookie: string) {
  const ending = new AbortController();
  const answer = await fetch(`${url}/api/core/sync/stream`, { headers: { cookie }, signal: ending.signal });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async poked(collection: string): Promise<void> {
      while (!new RegExp(`"collections":\\[[^\\]]*"${collection}"`).test(text)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream ended: ${text}`);
        text += value;
      }
    },
    async ended(): Promise<void> {
      while (!(await reader.read()).done) continue;
    },
    stop: () => ending.abort(),
  };
}

describeOnEngines('the server', (engine) => {
  const folders: string[] = [];
  const folder = (): string => {
    folders.push(mkdtempSync(join(tmpdir(), 'satchel-host-')));
    return folders.at(-1)!;
  };
  let database: TestDatabase | null = null;
  let env: Record<string, string> = {};
  let server: ServerFixtureProcess;

  beforeAll(async () => {
    if (engine === 'postgres') {
      database = await openTestDatabase(engine);
      env = { DATABASE_URL: database.url! };
    }
    server = await startProcess(folder(), env);
  });
  afterAll(async () => {
    await server.close();
    await database?.dispose();
    folders.forEach((f) => rmSync(f, { recursive: true, force: true }));
  });

  it('handles every declared call, and declares every handled one', () => {
    const handled = server.features.calls.map((bound) => callName(bound.call)).sort();
    // The stream is not a call: a raw handler answers it.
    expect(handled).toEqual(
      allCalls
        .filter((call) => call !== (syncCalls.stream as object))
        .map(callName)
        .sort(),
    );
  });

  it('signs in, reads, and pokes other devices after a change', async () => {
    const device = await signIn(server.url);
    const stream = await listen(server.url, device.cookie());
    const before = await device.call(syncCalls.pull, { collection: 'projects' });
    expect(before.documents.length).toBeGreaterThan(0);
    await device.call(projectCalls.create, { title: `From ${engine}` });
    await stream.poked('projects');
    const after = await device.call(syncCalls.pull, { collection: 'projects', checkpoint: before.checkpoint });
    expect(after.documents.map((d) => 'title' in d && d['title'])).toEqual([`From ${engine}`]);
    expect(after.documents[0]).toMatchObject({ space: spaceOf('project', after.documents[0]!.id) });
    stream.stop();
  });

  it('refuses the stream and the calls without a session', async () => {
    for (const path of ['/api/core/sync/stream', '/api/organization/user/my']) {
      const answer = await fetch(server.url + path);
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([401, 'USER_NOT_LOGIN']);
    }
  });

  it('refuses a replica of an account that the session has left', async () => {
    const device = await signIn(server.url);
    const my = await device.call(identityCalls.my, {});
    const { companyId } = my.userCompany!;
    const asked = async (path: string, account: string, init: RequestInit = {}): Promise<[number, string]> => {
      const answer = await fetch(server.url + path, {
        ...init,
        headers: { cookie: device.cookie(), 'content-type': 'application/json', [ACCOUNT_HEADER]: account },
      });
      if (answer.ok) await answer.body?.cancel();
      return [answer.status, answer.ok ? '' : ((await answer.json()) as { error: string }).error];
    };
    const pull = { method: 'POST', body: '{}' };
    const push = { method: 'POST', body: '[]' };
    for (const [path, init] of [
      ['/api/core/sync/projects/pull', pull],
      ['/api/core/sync/projects/push', push],
      ['/api/core/sync/stream', {}],
      ['/api/core/file/types', {}],
    ] as const) {
      expect(await asked(path, `another/${my.id}`, init), path).toEqual([409, 'COMPANY_MISMATCH']);
      expect(await asked(path, `${companyId}/another`, init), path).toEqual([401, 'USER_NOT_LOGIN']);
      expect(await asked(path, `${companyId}/${my.id}`, init), path).toEqual([200, '']);
    }
    expect(await asked('/uploads/any', `another/${my.id}`, { method: 'PATCH' })).toEqual([409, 'COMPANY_MISMATCH']);
    // calls that concern the person only are accepted in every company
    for (const path of ['/api/organization/user/session/list', '/api/organization/user/my/companies']) {
      expect(await asked(path, `${companyId}/another`), path).toEqual([401, 'USER_NOT_LOGIN']);
      expect(await asked(path, `another/${my.id}`), path).toEqual([200, '']);
    }
    // a session can always be read: a replica learns of a change of account this way
    expect(await asked('/api/organization/user/my', `another/${my.id}`)).toEqual([200, '']);
  });

  it('makes no call for a page that shows another account', async () => {
    const device = await signIn(server.url);
    const { id, userCompany } = await device.call(identityCalls.my, {});
    const asked = async (call: CallDefinition, account: string): Promise<string> => {
      const answer = await fetch(
        server.url + callPath(call, Object.fromEntries(pathParameters(call.path).map((name) => [name, 'x']))),
        {
          method: call.method,
          headers: { cookie: device.cookie(), 'content-type': 'application/json', [ACCOUNT_HEADER]: account },
          ...(call.method === 'GET' ? {} : { body: '{}' }),
        },
      );
      if (answer.ok) {
        await answer.body?.cancel();
        return '';
      }
      return ((await answer.json()) as { error: string }).error;
    };
    const closed = (allCalls as readonly CallDefinition[]).filter((call) => call.who !== 'anyone' && !call.anyAccount);
    expect(closed.length).toBeGreaterThan(20);
    for (const call of closed) {
      expect(await asked(call, `${userCompany!.companyId}/another`), callName(call)).toBe('USER_NOT_LOGIN');
      if (call.who !== 'user') expect(await asked(call, `another/${id}`), callName(call)).toBe('COMPANY_MISMATCH');
    }
  });

  it('redirects visitors to the sign-in, and back afterwards', async () => {
    const to = async (path: string): Promise<string | null> =>
      (await fetch(server.url + path, { redirect: 'manual' })).headers.get('location');
    expect(await to('/project/7?tab=notes')).toBe('/auth/login?redirect=%2Fproject%2F7%3Ftab%3Dnotes');
    expect(await to('/')).toBeNull();
    expect(await to('//evil.example/x')).toMatch(/^\/auth\/login/);
    expect(await to('/auth/login')).toBeNull();
    expect(await to('/invite/key')).toBeNull();
    expect(await to('/invited')).toMatch(/^\/auth\/login/);
  });

  it('sends its security headers with every response', async () => {
    for (const path of ['/api/nothing', '/healthz', '/search', '/locales/en/errors.json', '/mailbox', '/%']) {
      const { headers } = await fetch(server.url + path, { redirect: 'manual' });
      expect(headers.get('content-security-policy'), path).toMatch(/default-src '(self|none)'/);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('strict-transport-security'), path).toBeNull();
    }
  });

  it('answers probes, and shows its metrics to this machine only', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
      /satchel_request_seconds_count\{call="POST \/api\/organization\/user\/login\/password",status="200"\}/,
    );
    expect((await fetch(`${server.url}/metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(404);
  });

  it('repeats a call with the same key once', async () => {
    const device = await signIn(server.url);
    const input = { title: `Once ${engine}` };
    const first = await device.call(projectCalls.create, input, { idempotencyKey: 'a-key' });
    expect(await device.call(projectCalls.create, input, { idempotencyKey: 'a-key' })).toEqual(first);
    await expect(device.call(projectCalls.create, input, { idempotencyKey: 'b-key' })).rejects.toMatchObject({
      code: 'PROJECT_TITLE_DUPLICATED',
    });
  });

  if (engine === 'postgres') {
    it('pokes devices that are connected to another process', async () => {
      const other = await startProcess(folder(), env);
      const [here, there] = [await signIn(server.url), await signIn(other.url)];
      const stream = await listen(other.url, there.cookie());
      await here.call(projectCalls.create, { title: 'Across processes' });
      await stream.poked('projects');
      stream.stop();
      await other.close();
    });
  }

  it('shuts down in order: streams end, then no request is accepted', async () => {
    const ending = engine === 'pglite' ? server : await startProcess(folder(), env);
    const device = await signIn(ending.url);
    const stream = await listen(ending.url, device.cookie());
    ending.readiness.accepting = false;
    expect((await fetch(`${ending.url}/readyz`)).status).toBe(503);
    const [, ended] = await Promise.all([
      ending.close(),
      stream.ended().then(
        () => 'ended',
        () => 'cut',
      ),
    ]);
    expect(ended).toBe('ended');
    await expect(fetch(`${ending.url}/healthz`)).rejects.toThrow();
    if (ending === server) server = await startProcess(folder(), env);
  });
});
