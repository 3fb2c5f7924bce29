/**
 * Authorisation of every declared call over HTTP, for every kind of person. The table is derived from the declarations:
 * a call without a handler or declaration, or one that answers a person it should refuse, fails here without being
 * listed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '../../server/calls';
import { createOrganization } from '../../server/composition';
import { createUser } from '../../server/organization/people/users';
import { thirdPartyCalls } from '../../server/organization/third-parties/contract';
import { SYNC_STREAM_PATH } from '../../server/sync/routes';
import { createSync } from '../../server/sync/sync';
import { identityCalls } from '../../server/organization/identity/contract';
import { callName } from '../../server/platform/http/calls';
import { newId } from '../../sync/model/ids';
import { callPath, pathParameters, type CallDefinition, type Who } from '../../sync/protocol/call';
import { SCOPES } from '../../sync/protocol/scopes';
import { serveFeatures, type FeatureServer } from '../support/http-server';
import { createParts, type Parts } from '../support/parts';
import { bearer, clientsFile, post, ThirdParty, type Fields } from '../support/third-party';
import { anyEngine } from '../support/database';

const PASSWORD = 'Correct-horse-1';
/** in ascending order of permissions: each may do everything that the one before may do */
const PEOPLE = ['nobody', 'stranger', 'pending', 'member', 'admin', 'owner'] as const;
type Person = (typeof PEOPLE)[number];

const MAY: Record<Who, readonly Person[]> = {
  anyone: PEOPLE,
  user: PEOPLE.slice(1),
  member: ['member', 'admin', 'owner'],
  admin: ['admin', 'owner'],
  owner: ['owner'],
};

let parts: Parts;
let server: FeatureServer;
let origin: string;
const cookies = new Map<Person, string>();
/** tokens of a third party that acts for the owner, by granted scope */
const grants = new Map<string, string>();
const folder = mkdtempSync(join(tmpdir(), 'satchel-authorisation-'));
const party = new ThirdParty('party-1', 'https://party.example/back', SCOPES);

beforeAll(async () => {
  parts = await createParts(anyEngine(), { OAUTH_CLIENTS_FILE: clientsFile(folder, [party]) });
  const helpers = createSync(parts.platform, []);
  const { service } = createOrganization(parts.platform, helpers);
  const ids = new Map<Person, string>();
  for (const person of PEOPLE.slice(1))
    ids.set(
      person,
      await createUser(parts.platform, {
        email: `${person}@example.test`,
        name: `The ${person}`,
        password: PASSWORD,
        lang: 'en',
      }),
    );
  const company = await service.createCompany({ name: 'Lantern Works', ownerId: ids.get('owner')! });
  await service.addMember(company, { userId: ids.get('admin')!, role: 'admin' });
  await service.addMember(company, { userId: ids.get('member')! });
  await service.addMember(company, { userId: ids.get('pending')!, status: 'pending' });
  helpers.close();
  server = await serveFeatures(parts);
  ({ origin } = server);
  for (const person of PEOPLE.slice(1)) {
    const answer = await fetch(origin + callPath(identityCalls.login), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${person}@example.test`, password: PASSWORD }),
    });
    cookies.set(
      person,
      answer.headers
        .getSetCookie()
        .map((c) => c.split(';')[0])
        .join('; '),
    );
  }
  for (const scope of SCOPES) {
    const request = {
      ...party.request(parts.platform.clock.now(), { scopes: scope, partnerUserId: scope }),
      companyId: company,
    };
    const { data } = await post<{ redirectUrl: string }>(origin + callPath(thirdPartyCalls.authorize), request, {
      cookie: cookies.get('owner')!,
    });
    grants.set(
      scope,
      (await party.redeem(origin, new URL(data!.redirectUrl).searchParams.get('code')!)).data!.accessToken,
    );
  }
});
afterAll(async () => {
  await server.close();
  await parts.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Makes a call with ids that do not exist and no other input: an authorised caller gets a later error, at the latest
 * from validation.
 */
async function probe(call: CallDefinition, credentials: Fields): Promise<string> {
  const path = callPath(call, Object.fromEntries(pathParameters(call.path).map((name) => [name, newId()])));
  const answer = await fetch(origin + path, {
    method: call.method,
    headers: {
      ...credentials,
      ...(call.method === 'GET' || call.method === 'DELETE'
        ? {}
        : { 'content-type': call.body === 'multipart' ? 'multipart/form-data; boundary=none' : 'application/json' }),
    },
    ...(call.method === 'GET' || call.method === 'DELETE'
      ? {}
      : { body: call.body === 'multipart' ? '--none--\r\n' : call.bodyField ? '[]' : '{}' }),
  });
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel();
    return 'fine';
  }
  const text = await answer.text();
  try {
    return (JSON.parse(text) as { error?: string }).error ?? 'fine';
  } catch {
    return 'fine';
  }
}

/** Calls that end their own session: not made by the tables below. */
const ENDS_SESSION = new Set([callName(identityCalls.logout)]);

describe('every declared call', () => {
  it('has a handler, and every handler has a declaration', () => {
    const declared = allCalls.map(callName).sort();
    expect(new Set(declared).size).toBe(declared.length);
    // the event stream has its own raw handler (server/stream-handler)
    const handled = [...server.features.calls.map((bound) => callName(bound.call)), `GET ${SYNC_STREAM_PATH}`];
    expect(handled.sort()).toEqual(declared);
  });

  it('of the console requires an administrator, of ownership the owner; only sign-in, registration and the like need no session', () => {
    const of = (pattern: RegExp) =>
      allCalls.filter((call) => call.service === 'organization' && pattern.test(call.path));
    expect(
      of(
        /^\/company\/ip-restriction|^\/company\/\{id\}\/setting|^\/audit\/|^\/department\/(create|update|\{id\})|^\/company\/(update|logo)|\/department\/(un)?set$|^\/user\/(create|company|company\/unset|invite\/create)$|^\/user\/session\/member\/|invitationKey|apply\/(list|query|review)/,
      ).filter((c) => c.who !== 'admin'),
    ).toEqual([]);
    expect(of(/^\/company\/role\//).filter((c) => c.who !== 'owner')).toEqual([]);
    const open = allCalls.filter(
      (c) =>
        c.who === 'anyone' &&
        !/^\/(user\/(login|logout|token|session\/(erased|handover)|password\/reset|invite\/(look|active)|company\/(invite|apply))|company\/initial\/apply|config\/job|open\/oauth|(note|canvas)\/\{id\}\/html$|traffic\/page\/views$)/.test(
          c.path,
        ),
    );
    expect(open.map(callName)).toEqual([]);
  });

  it.each(PEOPLE)('is open to %s exactly as declared', async (person) => {
    const wrong: string[] = [];
    for (const call of allCalls) {
      if (ENDS_SESSION.has(callName(call))) continue;
      const code = await probe(call, { cookie: cookies.get(person) ?? '' });
      const refused = code === 'USER_NOT_LOGIN' || code === 'NO_PERMISSION';
      const mayPass = MAY[call.who].includes(person);
      if (!mayPass && code !== (person === 'nobody' ? 'USER_NOT_LOGIN' : 'NO_PERMISSION'))
        wrong.push(`${callName(call)} (${call.who}) answered ${code}`);
      // after authorisation NO_PERMISSION means: an id of another company, which gets the same error
      if (mayPass && refused && !(code === 'NO_PERMISSION' && pathParameters(call.path).length > 0))
        wrong.push(`${callName(call)} (${call.who}) refused: ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(SCOPES)('is open to a third party with the scope %s exactly as declared', async (scope) => {
    const wrong: string[] = [];
    for (const call of allCalls) {
      const code = await probe(call, bearer(grants.get(scope)!));
      // the event stream does not authenticate third parties
      const refused = code === 'NO_PERMISSION' || (call.path === '/sync/stream' && code === 'USER_NOT_LOGIN');
      if (call.scope === scope) {
        // an id of another company is refused after authorisation
        if (code === 'USER_NOT_LOGIN' || (refused && pathParameters(call.path).length === 0))
          wrong.push(`${callName(call)} refused: ${code}`);
      } else if (call.who !== 'anyone' && !refused) wrong.push(`${callName(call)} answered ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is closed to third parties, except for those in this list', () => {
    const open = allCalls
      .filter((call) => call.scope)
      .map((call) => `${call.scope}: ${callName(call)}`)
      .sort();
    expect(open).toEqual([
      'meetings.create: POST /api/core/meeting/create',
      'organization.read: GET /api/organization/open/me',
      'projects.add: POST /api/core/note/save',
      'projects.add: POST /api/core/project/file/upload/apply',
      'projects.add: POST /api/core/project/file/upload/finish',
      'projects.add: POST /api/core/single-url/add',
      'projects.add: POST /api/core/website/add',
      'projects.list: POST /api/core/project/my/search/page',
      'structure.read: GET /api/organization/department/inherited/company/{id}',
      'structure.read: GET /api/organization/user/company/{id}/department/users',
    ]);
  });
});
