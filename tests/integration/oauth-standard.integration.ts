/** A standard OAuth client without knowledge of Satchel: the library oauth4webapi, from discovery to revocation. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oauth from 'oauth4webapi';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestOf } from '~/features/consent/request';
import { createSync } from '../../server/sync/sync';
import { createOrganization } from '../../server/composition';
import { createUser } from '../../server/organization/people/users';
import { serveFeatures, type FeatureServer } from '../support/http-server';
import { createParts, type Parts } from '../support/parts';
import { clientsFile, post } from '../support/third-party';
import { anyEngine } from '../support/database';

const PASSWORD = 'Correct-horse-1';
// contains characters that a Basic header must encode
const secret = `${randomBytes(24).toString('base64url')}+/% é`;
const base = { provider: 'Example Rooms Ltd', scopes: ['organization.read', 'projects.list'] };
const confidential = {
  ...base,
  id: 'standard-1',
  name: 'Standard',
  secretHash: createHash('sha256').update(secret).digest('hex'),
  signed: false,
  redirectUrls: ['https://standard.example/back'],
};
const open = {
  ...base,
  id: 'public-1',
  name: 'Public',
  signed: false,
  redirectUrls: ['http://127.0.0.1/callback', 'https://public.example/back'],
};
const signed = {
  ...base,
  id: 'signed-1',
  name: 'Signed',
  secretHash: confidential.secretHash,
  signingKey: randomBytes(24).toString('base64url'),
  redirectUrls: ['https://signed.example/back'],
};

const insecure = { [oauth.allowInsecureRequests]: true };
let folder: string;
let parts: Parts;
let satchel: FeatureServer;
/** messages that the server logged as errors */
const errors: string[] = [];
let origin: string;
let company: string;
let cookie: string;
let server: oauth.AuthorizationServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-oauth-'));
  parts = await createParts(anyEngine(), {
    OAUTH_CLIENTS_FILE: clientsFile(
      folder,
      [confidential, open, signed].map((entry) => ({ entry })),
    ),
  });
  const helpers = createSync(parts.platform, []);
  const ada = await createUser(parts.platform, {
    email: 'ada@example.test',
    name: 'Ada Lovelace',
    password: PASSWORD,
    lang: 'en',
  });
  company = await createOrganization(parts.platform, helpers).service.createCompany({
    name: 'Lantern Works',
    ownerId: ada,
  });
  helpers.close();
  satchel = await serveFeatures(parts, {
    log: pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
  });
  ({ origin } = satchel);
  const answer = await fetch(`${origin}/api/organization/user/login/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.test', password: PASSWORD }),
  });
  cookie = answer.headers
    .getSetCookie()
    .map((c) => c.split(';')[0])
    .join('; ');
  const issuer = new URL(origin);
  server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
});
afterAll(async () => {
  await satchel.close();
  await parts.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The person allows the client's request; returns the address of the redirect. */
async function allow(client: oauth.Client, redirectUri: string, verifier: string, change: Record<string, string> = {}) {
  const state = oauth.generateRandomState();
  const asked = new URL(server.authorization_endpoint!);
  asked.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'organization.read projects.list',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...change,
  }).toString();
  const answer = await post<{ redirectUrl: string }>(
    `${origin}/api/organization/open/oauth/authorize`,
    { ...requestOf(asked.href), companyId: company },
    { cookie },
  );
  return { state, answer, back: answer.data ? new URL(answer.data.redirectUrl) : null };
}

async function tokensOf(client: oauth.Client, authentication: oauth.ClientAuth, redirectUri: string) {
  const verifier = oauth.generateRandomCodeVerifier();
  const { state, back } = await allow(client, redirectUri, verifier);
  const parameters = oauth.validateAuthResponse(server, client, back!, state);
  return oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUri,
      verifier,
      insecure,
    ),
  );
}
const me = (token: string): Promise<Response> =>
  oauth.protectedResourceRequest(
    token,
    'GET',
    new URL(`${origin}/api/organization/open/me`),
    undefined,
    undefined,
    insecure,
  );
/** Whether a token is accepted; oauth4webapi throws for a refusal. */
const works = (token: string): Promise<boolean> =>
  me(token).then(
    (answer) => answer.ok,
    () => false,
  );

const client: oauth.Client = { client_id: confidential.id };
const app: oauth.Client = { client_id: open.id };

describe('a standard client', () => {
  it.each([
    ['Basic', client, oauth.ClientSecretBasic(secret), 'https://standard.example/back'],
    ['a secret in the form', client, oauth.ClientSecretPost(secret), 'https://standard.example/back'],
    ['PKCE alone', app, oauth.None(), 'https://public.example/back'],
    ['PKCE alone, on a port of the person’s machine', app, oauth.None(), 'http://127.0.0.1:49152/callback'],
  ] as const)('gets, uses, renews and revokes tokens: %s', async (_, who, authentication, redirectUri) => {
    const first = await tokensOf(who, authentication, redirectUri);
    expect(first).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'organization.read projects.list',
      company_id: company,
    });
    expect(await (await me(first.access_token)).json()).toMatchObject({ data: { companyName: 'Lantern Works' } });
    const next = await oauth.processRefreshTokenResponse(
      server,
      who,
      await oauth.refreshTokenGrantRequest(server, who, authentication, first.refresh_token!, insecure),
    );
    expect(await works(next.access_token)).toBe(true);
    // revoking an access token ends only that token, a refresh token its whole grant
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, who, authentication, first.access_token, insecure),
    );
    expect([await works(first.access_token), await works(next.access_token)]).toEqual([false, true]);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, who, authentication, next.refresh_token!, insecure),
    );
    expect(await works(next.access_token)).toBe(false);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, who, authentication, 'unknown', insecure),
    );
  });

  it('learns the issuer at its redirect address, also from a refusal', async () => {
    const { answer, state } = await allow(client, 'https://standard.example/back', oauth.generateRandomCodeVerifier(), {
      scope: 'meetings.create',
    });
    const back = new URL(answer.params!['back']!);
    expect(() => oauth.validateAuthResponse(server, client, back, state)).toThrow(oauth.AuthorizationResponseError);
    expect([back.searchParams.get('error'), back.searchParams.get('iss')]).toEqual(['invalid_scope', origin]);
  });

  it('may omit the signature only if its entry allows it, and the port only on loopback', async () => {
    const verifier = oauth.generateRandomCodeVerifier();
    expect((await allow({ client_id: signed.id }, 'https://signed.example/back', verifier)).answer.error).toBe(
      'SIGN_NOT_MATCH',
    );
    for (const redirectUri of [
      'https://public.example:444/back',
      'http://127.0.0.1:49152/other',
      'http://127.0.0.1:49152@evil.example/callback',
      'http://localhost:49152/callback',
    ]) {
      expect((await allow(app, redirectUri, verifier)).answer.error, redirectUri).toBe('OAUTH_REQUEST_INVALID');
    }
    expect((await allow(app, 'https://public.example/back', verifier, { code_challenge: '' })).answer.error).toBe(
      'OAUTH_REQUEST_INVALID',
    );
  });
});

describe('refusals are those of RFC 6749', () => {
  const form = async (
    path: string,
    fields: string | Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<[number, string | undefined, string | null]> => {
    const answer = await fetch(`${origin}/api/organization/open/oauth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    return [
      answer.status,
      text ? (JSON.parse(text) as { error?: string }).error : undefined,
      answer.headers.get('www-authenticate'),
    ];
  };
  const basic = (id: string, password: string): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(password)}`).toString('base64')}`,
  });
  const BASIC = 'Basic realm="Satchel", charset="UTF-8"';

  it('at the token endpoint', async () => {
    const code = {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'https://public.example/back',
      code_verifier: 'v'.repeat(43),
    };
    expect(await form('token', { ...code, client_id: open.id })).toEqual([400, 'invalid_grant', null]);
    expect(await form('token', { ...code, client_id: 'nobody-1' })).toEqual([401, 'invalid_client', BASIC]);
    expect(await form('token', code)).toEqual([401, 'invalid_client', BASIC]);
    expect(await form('token', { ...code, client_id: confidential.id })).toEqual([401, 'invalid_client', BASIC]);
    expect(await form('token', { ...code, client_id: open.id, client_secret: 'guessed' })).toEqual([
      401,
      'invalid_client',
      BASIC,
    ]);
    expect(await form('token', code, basic(confidential.id, 'guessed'))).toEqual([401, 'invalid_client', BASIC]);
    expect(await form('token', { ...code, client_secret: secret }, basic(confidential.id, secret))).toEqual([
      400,
      'invalid_request',
      null,
    ]);
    expect(await form('token', { ...code, client_id: open.id }, basic(confidential.id, secret))).toEqual([
      400,
      'invalid_request',
      null,
    ]);
    expect(await form('token', { client_id: open.id })).toEqual([400, 'invalid_request', null]);
    expect(await form('token', { client_id: open.id, grant_type: 'password' })).toEqual([
      400,
      'unsupported_grant_type',
      null,
    ]);
    expect(await form('token', { client_id: open.id, grant_type: 'refresh_token' })).toEqual([
      400,
      'invalid_request',
      null,
    ]);
    expect(
      await form('token', `client_id=${open.id}&client_id=${open.id}&grant_type=refresh_token&refresh_token=x`),
    ).toEqual([400, 'invalid_request', null]);
    expect(await form('token', { ...code, client_id: open.id, scope: 'everything' })).toEqual([
      400,
      'invalid_scope',
      null,
    ]);
    expect((await form('token', { ...code, client_id: open.id, code: 'x'.repeat(20_000) })).slice(0, 2)).toEqual([
      413,
      'invalid_request',
    ]);
  });

  it('at the revocation endpoint: another client’s token stays valid', async () => {
    const { access_token } = await tokensOf(client, oauth.ClientSecretBasic(secret), 'https://standard.example/back');
    expect(await form('revoke', { client_id: open.id, token: access_token })).toEqual([
      400,
      'unauthorized_client',
      null,
    ]);
    expect(await form('revoke', { client_id: confidential.id, token: access_token })).toEqual([
      401,
      'invalid_client',
      BASIC,
    ]);
    expect(await form('revoke', { client_id: open.id })).toEqual([400, 'invalid_request', null]);
    expect(await works(access_token)).toBe(true);
  });

  it('are not logged as server errors if the client disconnects during its request', async () => {
    for (const path of ['token', 'revoke']) {
      const ended = new Promise<void>((resolve) =>
        satchel.host.server.once('request', (_, response: ServerResponse) => {
          socket.destroy();
          response.once('close', resolve);
        }),
      );
      const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
        socket.write(
          `POST /api/organization/open/oauth/${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ngrant`,
        );
      });
      await ended;
      expect(await form(path, { client_id: open.id })).toEqual([400, 'invalid_request', null]);
    }
    expect(errors).toEqual([]);
  });

  it('do not apply to a JSON body, which is the call of the specification', async () => {
    expect(await post(`${origin}/api/organization/open/oauth/token`, { clientId: open.id, code: 'x' })).toMatchObject({
      status: 400,
      error: 'OAUTH_REQUEST_INVALID',
    });
  });
});
