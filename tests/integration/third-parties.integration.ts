/**
 * Third parties over HTTP: a client signs a request, a person allows it, and its tokens have exactly the granted scopes
 * until they are revoked.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectCalls } from '../../server/core/projects/contract';
import { createSync } from '../../server/sync/sync';
import { createOrganization } from '../../server/composition';
import { createUser } from '../../server/organization/people/users';
import { thirdPartyCalls } from '../../server/organization/third-parties/contract';
import { readOauthClients } from '../../server/platform/oauth-clients';
import { callPath } from '../../sync/protocol/call';
import { SCOPES } from '../../sync/protocol/scopes';
import { serveFeatures, type FeatureServer } from '../support/http-server';
import { createParts, type Parts } from '../support/parts';
import {
  bearer,
  clientsFile,
  get,
  post,
  ThirdParty,
  type Answer,
  type Fields,
  type Tokens,
} from '../support/third-party';
import { anyEngine } from '../support/database';

const PASSWORD = 'Correct-horse-1';
const rooms = new ThirdParty('rooms-1', 'https://rooms.example/satchel?from=satchel', SCOPES);
const narrow = new ThirdParty('narrow-1', 'https://narrow.example/back', ['organization.read'], 'Narrow');
let folder: string;
let parts: Parts;
let server: FeatureServer;
let origin: string;
let company: string;
let other: string;
let ada: string;
const cookies = new Map<string, string>();

const who = (name: string): Fields => ({ cookie: cookies.get(name)! });
const open = <T>(path: string, body: unknown, headers: Fields): Promise<Answer<T>> =>
  post<T>(`${origin}/api/organization/open/oauth/${path}`, body, headers);
const now = (): number => parts.platform.clock.now();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-third-parties-'));
  parts = await createParts(anyEngine(), { OAUTH_CLIENTS_FILE: clientsFile(folder, [rooms, narrow]) });
  const helpers = createSync(parts.platform, []);
  const { service } = createOrganization(parts.platform, helpers);
  const person = (name: string): Promise<string> =>
    createUser(parts.platform, {
      email: `${name}@example.test`,
      name: `${name} Lovelace`,
      password: PASSWORD,
      lang: 'en',
    });
  ada = await person('ada');
  const bob = await person('bob');
  company = await service.createCompany({ name: 'Lantern Works', ownerId: ada });
  other = await service.createCompany({ name: 'Other House', ownerId: bob });
  await service.addMember(company, { userId: bob });
  helpers.close();
  server = await serveFeatures(parts);
  ({ origin } = server);
  await signIn();
});
afterAll(async () => {
  await server.close();
  await parts.close();
  rmSync(folder, { recursive: true, force: true });
});

/** New sessions: the earlier ones have expired when the clock was advanced. */
async function signIn(): Promise<void> {
  for (const name of ['ada', 'bob']) {
    const answer = await fetch(`${origin}/api/organization/user/login/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${name}@example.test`, password: PASSWORD }),
    });
    cookies.set(
      name,
      answer.headers
        .getSetCookie()
        .map((c) => c.split(';')[0])
        .join('; '),
    );
  }
}

/** The person allows the request; returns the code. */
async function allow(party: ThirdParty, name = 'ada', change: Fields = {}, companyId = company): Promise<string> {
  const answer = await open<{ redirectUrl: string }>(
    'authorize',
    { ...party.request(now(), change), companyId },
    who(name),
  );
  return new URL(answer.data!.redirectUrl).searchParams.get('code')!;
}
const granted = async (party: ThirdParty, name = 'ada', change: Fields = {}): Promise<Tokens> =>
  (await party.redeem(origin, await allow(party, name, change))).data!;
const me = (token: string) =>
  get<{ userId: string; companyName: string }>(`${origin}/api/organization/open/me`, bearer(token));

describe('a request', () => {
  it('is shown to a signed-in person with the requested scopes', async () => {
    const asked = await open('authorize/preHandle', rooms.request(now()), who('bob'));
    expect(asked.data).toMatchObject({
      name: 'Room Booker',
      provider: 'Example Rooms Ltd',
      scopes: [...SCOPES],
      partnerUserName: '会議室 77',
      host: 'rooms.example',
      origin: 'https://rooms.example',
    });
    expect((asked.data as { companies: { name: string }[] }).companies.map((c) => c.name)).toEqual([
      'Lantern Works',
      'Other House',
    ]);
    expect((asked.data as { rejectUrl: string }).rejectUrl).toBe(
      `https://rooms.example/satchel?from=satchel&error=access_denied&state=st%26te%3D1&iss=${encodeURIComponent(origin)}`,
    );
    expect((await open('authorize/preHandle', rooms.request(now()), {})).error).toBe('USER_NOT_LOGIN');
  });

  it('that is not the third party’s own redirects nowhere', async () => {
    const refused = async (fields: Fields) => {
      const { error, params } = await open('authorize/preHandle', fields, who('ada'));
      return [error, params];
    };
    expect(await refused(rooms.request(now(), { clientId: 'nobody-1' }))).toEqual(['OAUTH_CLIENT_UNKNOWN', {}]);
    for (const redirectUrl of [
      'https://rooms.example/satchel',
      'https://rooms.example/satchel?from=satchel#',
      'https://rooms.example.evil.example/satchel?from=satchel',
      'javascript:alert(1)',
    ]) {
      expect(await refused(rooms.request(now(), { redirectUrl }))).toEqual(['OAUTH_REQUEST_INVALID', {}]);
    }
    // each signed value is verified; the company is the person's choice and not signed
    for (const forged of [
      'state',
      'scopes',
      'partnerUserId',
      'partnerUserName',
      'timestamp',
      'codeChallenge',
      'signatures',
    ]) {
      expect(
        await refused(
          rooms.request(now(), {}, { [forged]: forged === 'timestamp' ? String(now() - 1000) : 'organization.read' }),
        ),
        forged,
      ).toEqual(['SIGN_NOT_MATCH', {}]);
    }
    expect(await refused(rooms.request(now(), { state: 'a\nb' }))).toEqual(['OAUTH_REQUEST_INVALID', {}]);
    expect(
      (await open('authorize/preHandle', rooms.request(now(), {}, { companyId: company }), who('ada'))).status,
    ).toBe(200);
  });

  it('that is genuine and invalid is refused at its redirect address', async () => {
    const back = async (change: Fields, at = now()) => {
      const { error, params } = await open('authorize/preHandle', rooms.request(at, change), who('ada'));
      return [
        error,
        new URL(params!['back']!).searchParams.get('error'),
        new URL(params!['back']!).searchParams.get('state'),
      ];
    };
    expect(await back({}, now() - 5 * 60_000 - 1000)).toEqual(['OAUTH_REQUEST_EXPIRED', 'request_expired', 'st&te=1']);
    expect(await back({}, now() + 6 * 60_000)).toEqual(['OAUTH_REQUEST_EXPIRED', 'request_expired', 'st&te=1']);
    expect(await back({ responseType: 'token' })).toEqual([
      'OAUTH_REQUEST_INVALID',
      'unsupported_response_type',
      'st&te=1',
    ]);
    expect(await back({ codeChallenge: '' })).toEqual(['OAUTH_REQUEST_INVALID', 'invalid_request', 'st&te=1']);
    expect(await back({ codeChallengeMethod: 'plain' })).toEqual([
      'OAUTH_REQUEST_INVALID',
      'invalid_request',
      'st&te=1',
    ]);
    for (const scopes of ['', 'everything', 'organization.read everything'])
      expect(await back({ scopes })).toEqual(['OAUTH_REQUEST_INVALID', 'invalid_scope', 'st&te=1']);
    const wide = await open(
      'authorize',
      { ...narrow.request(now(), { scopes: 'organization.read projects.list' }), companyId: company },
      who('ada'),
    );
    expect([wide.error, wide.params!['back']]).toEqual([
      'OAUTH_REQUEST_INVALID',
      `https://narrow.example/back?error=invalid_scope&state=st%26te%3D1&iss=${encodeURIComponent(origin)}`,
    ]);
  });

  it('can be allowed for the person’s own companies only', async () => {
    expect((await open('authorize', { ...rooms.request(now()), companyId: other }, who('ada'))).error).toBe(
      'USER_COMPANY_NOT_FOUND',
    );
    expect((await open('authorize', { ...rooms.request(now()), companyId: '' }, who('ada'))).error).toBe(
      'USER_COMPANY_NOT_FOUND',
    );
    const tokens = (await rooms.redeem(origin, await allow(rooms, 'bob', {}, other))).data!;
    expect((await me(tokens.accessToken)).data).toMatchObject({ companyName: 'Other House' });
  });
});

describe('a code', () => {
  it('is exchanged for tokens once, within a minute, for its client, address and verifier', async () => {
    const wrong = async (change: Fields) => (await rooms.redeem(origin, await allow(rooms), change)).error;
    expect(await wrong({ codeVerifier: 'a'.repeat(43) })).toBe('OAUTH_REQUEST_INVALID');
    expect(await wrong({ codeVerifier: '' })).toBe('OAUTH_REQUEST_INVALID');
    expect(await wrong({ redirectUrl: 'https://rooms.example/other' })).toBe('OAUTH_REQUEST_INVALID');
    expect(await wrong({ clientSecret: 'guessed' })).toBe('OAUTH_CLIENT_UNKNOWN');
    expect(
      (
        await narrow.redeem(origin, await allow(rooms), {
          redirectUrl: rooms.redirectUrl,
          codeVerifier: rooms.verifier,
        })
      ).error,
    ).toBe('OAUTH_REQUEST_INVALID');
    const late = await allow(rooms);
    parts.pass(61_000);
    expect((await rooms.redeem(origin, late)).error).toBe('OAUTH_REQUEST_INVALID');
    const tokens = await granted(rooms);
    expect(tokens).toMatchObject({
      tokenType: 'Bearer',
      expiresIn: 3600,
      scopes: [...SCOPES],
      userId: ada,
      companyId: company,
    });
    const stored = JSON.stringify(await parts.platform.db.selectFrom('oauth_token').selectAll().execute());
    expect(stored).not.toContain(tokens.accessToken);
    expect(stored).not.toContain(tokens.refreshToken);
  });

  it('that is used twice ends all tokens of the grant', async () => {
    const code = await allow(rooms);
    const tokens = (await rooms.redeem(origin, code)).data!;
    expect((await me(tokens.accessToken)).status).toBe(200);
    expect((await rooms.redeem(origin, code)).error).toBe('OAUTH_REQUEST_INVALID');
    expect((await me(tokens.accessToken)).error).toBe('JWT_TOKEN_EXPIRED');
    expect(
      (await rooms.exchange(origin, { grantType: 'refresh_token', refreshToken: tokens.refreshToken })).error,
    ).toBe('OAUTH_REQUEST_INVALID');
  });
});

describe('a refresh token', () => {
  it('is exchanged for the next one; an older one ends them all', async () => {
    const first = await granted(rooms);
    parts.pass(60 * 60_000);
    expect((await me(first.accessToken)).error).toBe('JWT_TOKEN_EXPIRED');
    const next = (await rooms.exchange(origin, { grantType: 'refresh_token', refreshToken: first.refreshToken })).data!;
    expect((await me(next.accessToken)).data).toEqual({
      userId: ada,
      companyId: company,
      companyName: 'Lantern Works',
    });
    expect((await narrow.exchange(origin, { grantType: 'refresh_token', refreshToken: next.refreshToken })).error).toBe(
      'OAUTH_REQUEST_INVALID',
    );
    expect((await rooms.exchange(origin, { grantType: 'refresh_token', refreshToken: first.refreshToken })).error).toBe(
      'OAUTH_REQUEST_INVALID',
    );
    expect((await me(next.accessToken)).error).toBe('JWT_TOKEN_EXPIRED');
    expect((await rooms.exchange(origin, { grantType: 'refresh_token', refreshToken: next.refreshToken })).error).toBe(
      'OAUTH_REQUEST_INVALID',
    );
  });
});

describe('a third party', () => {
  beforeAll(signIn);
  const core = (path: string): string => `${origin}/api/core${path}`;

  it('lists projects, adds content and creates meeting records on behalf of the person, and changes no existing content', async () => {
    const { accessToken } = await granted(rooms);
    const project = await post<{ id: string }>(core('/project/create'), { title: 'Spring release' }, who('ada'));
    const list = await post<{ list: { title: string }[] }>(
      `${origin}${callPath(projectCalls.search)}`,
      {},
      bearer(accessToken),
    );
    expect(list.data!.list.map((p) => p.title)).toEqual(['Spring release']);
    const note = await post<{ id: string; ownerId: string }>(
      core('/note/save'),
      { projectId: project.data!.id, title: 'Booked', content: 'Room 77' },
      bearer(accessToken),
    );
    expect(note.data).toMatchObject({ title: 'Booked' });
    expect(
      (
        await post(
          core('/note/save'),
          { projectId: project.data!.id, noteId: note.data!.id, title: 'Mine' },
          bearer(accessToken),
        )
      ).error,
    ).toBe('NO_PERMISSION');
    expect((await post(core('/meeting/create'), { title: 'Kick-off' }, bearer(accessToken))).data).toMatchObject({
      title: 'Kick-off',
    });
    const tree = await get<{ members: number }>(
      `${origin}/api/organization/department/inherited/company/${company}`,
      bearer(accessToken),
    );
    expect(tree.data).toMatchObject({ members: 2 });
    expect(
      (await get(`${origin}/api/organization/department/inherited/company/${other}`, bearer(accessToken))).error,
    ).toBe('NO_PERMISSION');
  });

  it('is anonymous for streams and cookies, and sees no pictures', async () => {
    const { accessToken } = await granted(rooms);
    expect((await get(`${origin}/api/core/sync/stream`, bearer(accessToken))).error).toBe('USER_NOT_LOGIN');
    expect((await get(`${origin}/api/organization/user/${ada}/logo`, bearer(accessToken))).error).toBe('NO_PERMISSION');
    expect((await get(`${origin}/api/organization/open/me`, { cookie: `accessToken=${accessToken}` })).error).toBe(
      'USER_NOT_LOGIN',
    );
    // the refusal of its own token counts, not a session cookie that is sent along
    expect((await get(`${origin}/api/organization/user/my`, { ...bearer(accessToken), ...who('ada') })).error).toBe(
      'NO_PERMISSION',
    );
  });

  it('has no more access than the person, and loses it when the person leaves the company', async () => {
    const { accessToken } = await granted(rooms, 'bob');
    expect((await me(accessToken)).status).toBe(200);
    await parts.platform.db
      .updateTable('user_company')
      .set({ enabled: false })
      .where('company_id', '=', company)
      .where('user_id', '<>', ada)
      .execute();
    expect((await me(accessToken)).error).toBe('NO_PERMISSION');
    await parts.platform.db
      .updateTable('user_company')
      .set({ enabled: true })
      .where('company_id', '=', company)
      .execute();
    expect((await me(accessToken)).status).toBe(200);
  });
});

describe('a grant', () => {
  it('is listed, once for each account there, and revoked immediately, by its owner only', async () => {
    const tokens = await granted(rooms, 'ada', {
      partnerUserId: 'room-9',
      partnerUserName: 'Nine',
      scopes: 'organization.read',
    });
    await granted(rooms, 'ada', { partnerUserId: 'room-9', partnerUserName: 'Nine', scopes: 'organization.read' });
    await me(tokens.accessToken);
    const list = async (name: string) =>
      (
        await get<{ grants: { id: string; partnerUserName: string }[] }>(
          `${origin}${callPath(thirdPartyCalls.grants)}`,
          who(name),
        )
      ).data!.grants;
    const nine = (await list('ada')).filter((g) => g.partnerUserName === 'Nine');
    expect(nine).toMatchObject([
      {
        name: 'Room Booker',
        provider: 'Example Rooms Ltd',
        scopes: ['organization.read'],
        companyName: 'Lantern Works',
        lastUsedAt: expect.any(Number),
      },
    ]);
    expect((await list('bob')).some((g) => g.id === nine[0]!.id)).toBe(false);
    expect((await open('grant/revoke', { grantId: nine[0]!.id }, who('bob'))).error).toBe('OAUTH_GRANT_NOT_FOUND');
    expect((await open('grant/revoke', { grantId: nine[0]!.id }, bearer(tokens.accessToken))).error).toBe(
      'NO_PERMISSION',
    );
    const waiting = await allow(rooms, 'ada', { partnerUserId: 'room-9', partnerUserName: 'Nine' });
    await open('grant/revoke', { grantId: nine[0]!.id }, who('ada'));
    expect((await me(tokens.accessToken)).error).toBe('JWT_TOKEN_EXPIRED');
    expect((await rooms.redeem(origin, waiting)).error).toBe('OAUTH_REQUEST_INVALID');
    expect((await open('grant/revoke', { grantId: nine[0]!.id }, who('ada'))).error).toBe('OAUTH_GRANT_NOT_FOUND');
    expect((await list('ada')).some((g) => g.partnerUserName === 'Nine')).toBe(false);
    const audit = await parts.platform.db
      .selectFrom('audit_entry')
      .select(['action', 'subject_name'])
      .where('subject_kind', '=', 'app')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(audit).toEqual([{ action: 'app.revoked', subject_name: 'Room Booker' }]);
  });

  it('is deleted long after its end', async () => {
    const { refreshToken } = await granted(narrow);
    parts.pass(31 * 24 * 60 * 60_000);
    expect((await narrow.exchange(origin, { grantType: 'refresh_token', refreshToken })).error).toBe(
      'OAUTH_REQUEST_INVALID',
    );
    await parts.run('identity-clean-up');
    expect(await parts.platform.db.selectFrom('oauth_token').selectAll().execute()).toEqual([]);
  });
});

describe('links of projects', () => {
  it('are added in the person’s name with the scope for it, and not read, changed or deleted', async () => {
    await signIn();
    const core = <T>(path: string, body: unknown, headers: Fields) =>
      post<T>(`${origin}/api/core${path}`, body, headers);
    const { data: project } = await core<{ id: string }>('/project/create', { title: 'Rooms' }, who('ada'));
    const projectId = project!.id;
    const url = 'https://rooms.example/plan';
    const added = bearer((await granted(rooms, 'ada', { scopes: 'projects.add' })).accessToken);
    const others = bearer((await granted(narrow)).accessToken);
    for (const path of ['/website/add', '/single-url/add']) {
      expect((await core(path, { projectId, url }, others)).error).toBe('NO_PERMISSION');
      expect(await core(path, { projectId, url }, added)).toMatchObject({
        data: { url, projectId, addedBy: ada, crawlStatus: 'waiting' },
      });
    }
    const list = await core<{ list: { id: string }[] }>('/website/search/page', { projectId }, who('ada'));
    const [{ id }] = list.data!.list as [{ id: string }];
    for (const [path, body] of [
      ['/website/search/page', { projectId }],
      ['/website/crawl/restart', { id }],
      ['/link/crawl/cancel', { id }],
      ['/website/delete', { ids: [id] }],
    ] as const)
      expect((await core(path, body, added)).error, path).toBe('NO_PERMISSION');
    // nor to a project that the person does not see
    const foreign = await core<{ id: string }>('/project/create', { title: 'Bob’s' }, who('bob'));
    expect((await core('/single-url/add', { projectId: foreign.data!.id, url }, added)).error).toBe(
      'PROJECT_NOT_FOUND',
    );
  });
});

describe('the operator’s file', () => {
  const errorOf = (content: unknown): string => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, JSON.stringify(content));
    try {
      readOauthClients(file);
    } catch (error) {
      return (error as Error).message;
    }
    return 'fine';
  };
  it('reports its errors', () => {
    expect(errorOf([rooms.entry])).toBe('fine');
    expect(errorOf({})).toBe('OAUTH_CLIENTS_FILE: the file must be a list.');
    for (const redirect of [
      'http://rooms.example/',
      'https://rooms.example/#x',
      'https://user@rooms.example/',
      'satchel://x',
      'https://ROOMS.example/',
      'javascript:alert(1)',
      'https://rooms.example/a b',
    ]) {
      expect(errorOf([{ ...rooms.entry, redirectUrls: [redirect] }]), redirect).toMatch(
        /^OAUTH_CLIENTS_FILE: 0\.redirectUrls\.0 must be https/,
      );
    }
    expect(errorOf([{ ...rooms.entry, redirectUrls: ['http://127.0.0.1:8080/back'] }])).toBe('fine');
    expect(errorOf([{ ...rooms.entry, secretHash: undefined }])).toBe(
      'OAUTH_CLIENTS_FILE: 0.secretHash must be there, unless "signed" is false.',
    );
    expect(errorOf([{ ...rooms.entry, signingKey: undefined }])).toBe(
      'OAUTH_CLIENTS_FILE: 0.signingKey must be there, unless "signed" is false.',
    );
    expect(errorOf([{ ...rooms.entry, secretHash: undefined, signingKey: undefined, signed: false }])).toBe('fine');
    expect(errorOf([{ ...rooms.entry, scopes: ['everything'] }])).toMatch(
      /^OAUTH_CLIENTS_FILE: 0\.scopes\.0 must be of/,
    );
    expect(errorOf([rooms.entry, rooms.entry])).toBe('OAUTH_CLIENTS_FILE: the file must not have the same id twice.');
    expect(() => readOauthClients(join(folder, 'absent.json'))).toThrow(/must name a readable JSON file/);
  });
});
