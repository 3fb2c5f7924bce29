/**
 * Sessions over HTTP, as browsers use them: cookies and their attributes, statuses, and the typed client that renews by
 * itself.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSync, type Sync } from '../../server/sync/sync';
import { myCompanyCalls } from '../../server/organization/companies/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { createUser } from '../../server/organization/people/users';
import { createOrganization, type Organization } from '../../server/composition';
import type { Host } from '../../server/platform/http/host';
import { createClient, type Call } from '../../sync/protocol/client';
import { callPath } from '../../sync/protocol/call';
import { RENEW_PATH } from '../../sync/protocol/session';
import { serveHttp } from '../support/http-server';
import { createParts, type Parts } from '../support/parts';
import { anyEngine } from '../support/database';

const PASSWORD = 'Correct-horse-1';
/** the public origin: behind a proxy that terminates https */
const SITE = 'https://satchel.example';
let parts: Parts;
let sync: Sync;
let server: Organization;
let host: Host;
let origin: string;

/** A browser's cookies, by path as it would send them. */
class Jar {
  readonly cookies = new Map<string, { value: string; path: string }>();
  readonly seen: string[] = [];
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname } = new URL(url);
    const cookie = [...this.cookies]
      .filter(([, c]) => pathname.startsWith(c.path))
      .map(([name, c]) => `${name}=${c.value}`)
      .join('; ');
    const response = await fetch(url, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), cookie, origin: SITE },
    });
    for (const header of response.headers.getSetCookie()) {
      this.seen.push(header);
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
      if (/Max-Age=0/.test(header)) this.cookies.delete(name!);
      else this.cookies.set(name!, { value: value!, path: /Path=([^;]+)/.exec(header)![1]! });
    }
    return response;
  };
  readonly call: Call = createClient({ origin: '', fetch: (path, init) => this.fetch(origin + path, init) });
  readonly renewing: Call = createClient({
    fetch: (path, init) => this.fetch(origin + path, init),
    renew: () =>
      this.call(identityCalls.refresh, {}).then(
        () => true,
        () => false,
      ),
  });
}

beforeAll(async () => {
  parts = await createParts(anyEngine(), { PUBLIC_ORIGIN: SITE });
  sync = createSync(parts.platform, []);
  server = createOrganization(parts.platform, sync);
  ({ host, origin } = await serveHttp(parts, { ...server, calls: server.routes }));
  const id = await createUser(parts.platform, {
    email: 'ada@example.test',
    name: 'Ada Byron',
    password: PASSWORD,
    lang: 'en',
  });
  await server.service.createCompany({ name: 'Analytical Engines', ownerId: id });
});
afterAll(async () => {
  await host.close(() => undefined);
  sync.close();
  server.authenticator.close();
  await parts.close();
});

const signIn = async (): Promise<Jar> => {
  const jar = new Jar();
  await jar.call(identityCalls.login, { email: 'ada@example.test', password: PASSWORD });
  return jar;
};

it('sets cookies that scripts cannot read and other sites do not send', async () => {
  const jar = await signIn();
  const access = jar.seen.find((h) => h.startsWith('accessToken='))!;
  const refresh = jar.seen.find((h) => h.startsWith('refreshToken='))!;
  for (const header of [access, refresh])
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Max-Age=5184000']) expect(header).toContain(part);
  expect(access).toContain('Path=/;');
  // the refresh token is sent only to the calls that exchange or end it
  expect(refresh).toContain('Path=/api/organization/user;');
});

it('refuses a sign-in from a page of another site', async () => {
  const response = await fetch(origin + callPath(identityCalls.login), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: JSON.stringify({ email: 'ada@example.test', password: PASSWORD }),
  });
  expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
});

it('names a missing field and its error, with the status of the code', async () => {
  const post = (body: unknown) =>
    fetch(origin + callPath(identityCalls.login), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: SITE },
      body: JSON.stringify(body),
    });
  const missing = await post({});
  expect([missing.status, await missing.json()]).toMatchObject([
    400,
    {
      success: false,
      error: 'PARAMETER_REQUIRED',
      fieldErrors: { email: expect.any(String), password: expect.any(String) },
    },
  ]);
  const wrong = await post({ email: 'ada@example.test', password: 'no' });
  expect([wrong.status, await wrong.json()]).toMatchObject([
    401,
    { success: false, error: 'USER_PASSOWRD_MISMATCHED' },
  ]);
});

it('signs in over an expired session and over an invalid one', async () => {
  const jar = await signIn();
  parts.pass(11 * 60_000);
  await jar.call(identityCalls.login, { email: 'ada@example.test', password: PASSWORD });
  jar.cookies.set('accessToken', { value: 'nonsense', path: '/' });
  await jar.call(identityCalls.login, { email: 'ada@example.test', password: PASSWORD });
  expect((await jar.call(identityCalls.my, {})).email).toBe('ada@example.test');
});

it('is renewed by the client transparently', async () => {
  const jar = await signIn();
  parts.pass(11 * 60_000);
  await expect(jar.call(myCompanyCalls.list, {})).rejects.toMatchObject({ code: 'JWT_TOKEN_EXPIRED' });
  expect((await jar.renewing(myCompanyCalls.list, {})).companies).toHaveLength(1);
});

it('deletes both cookies at sign-out', async () => {
  const jar = await signIn();
  await jar.call(identityCalls.logout, {});
  expect(jar.cookies.size).toBe(0);
  await expect(jar.renewing(identityCalls.my, {})).rejects.toMatchObject({ code: 'USER_NOT_LOGIN' });
});

it('renews the session of a screen on its way and keeps the method; an ended session redirects to the sign-in', async () => {
  const jar = new Jar();
  await jar.call(identityCalls.login, { email: 'ada@example.test', password: PASSWORD });
  const before = jar.cookies.get('accessToken')!.value;
  parts.pass(11 * 60_000);
  const renew = (to: string, method = 'GET') =>
    jar.fetch(`${origin}${RENEW_PATH}?to=${encodeURIComponent(to)}`, { method, redirect: 'manual' });
  const answer = await renew('/admin/employees?q=a', 'POST');
  expect([answer.status, answer.headers.get('location')]).toEqual([307, '/admin/employees?q=a']);
  expect(jar.cookies.get('accessToken')!.value).not.toBe(before);
  expect((await jar.call(identityCalls.my, {})).email).toBe('ada@example.test');
  for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', RENEW_PATH, ''])
    expect((await renew(to)).headers.get('location'), to).toBe('/');
  jar.cookies.delete('refreshToken');
  const over = await renew('/admin/overview');
  expect([over.status, over.headers.get('location')]).toEqual([
    303,
    `/auth/login?reason=expired&redirect=${encodeURIComponent('/admin/overview')}`,
  ]);
  expect((await renew('/admin/overview.data')).status).toBe(401);
});
