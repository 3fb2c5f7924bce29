/**
 * Raises every error of the organization over HTTP. The list is derived from the list of errors and from the
 * declarations of calls: an error that cannot occur, or that a new call declares and no entry raises, fails here.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { organizationCalls } from '../../server/calls';
import { createSync, type Sync } from '../../server/sync/sync';
import { myCompanyCalls } from '../../server/organization/companies/contract';
import { departmentCalls } from '../../server/organization/departments/contract';
import { deviceLockCalls } from '../../server/organization/device-lock/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { ipCalls } from '../../server/organization/ip-access/contract';
import { invitationCalls } from '../../server/organization/invitations/contract';
import { joinRequestCalls } from '../../server/organization/join-requests/contract';
import type { MailRequest } from '../../server/organization/mails/templates';
import { memberCalls } from '../../server/organization/members/contract';
import { passwordCalls } from '../../server/organization/passwords/contract';
import { createUser } from '../../server/organization/people/users';
import { handoverCalls } from '../../server/organization/handover/contract';
import { profileCalls } from '../../server/organization/profile/contract';
import { registrationCalls } from '../../server/organization/registration/contract';
import { createOrganization, type Organization } from '../../server/composition';
import { settingCalls } from '../../server/organization/settings/contract';
import { deviceCalls } from '../../server/organization/sessions/contract';
import { thirdPartyCalls } from '../../server/organization/third-parties/contract';
import type { Host } from '../../server/platform/http/host';
import { newId } from '../../sync/model/ids';
import { LIMITS } from '../../sync/model/limits';
import { callPath } from '../../sync/protocol/call';
import { ERRORS, type ErrorCode } from '../../sync/protocol/errors';
import { accountHeader, PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../sync/protocol/messages';
import { endOrganization } from '../support/organization-server';
import { serveHttp } from '../support/http-server';
import { createParts, type Parts } from '../support/parts';
import { clientsFile, ThirdParty } from '../support/third-party';
import { anyEngine } from '../support/database';
import { HttpBrowser, outcome } from '../support/http-browser';

const PASSWORD = 'Correct-horse-1';
const folder = mkdtempSync(join(tmpdir(), 'satchel-errors-'));
const party = new ThirdParty('party-1', 'https://party.example/back', ['organization.read']);
let parts: Parts;
let sync: Sync;
let server: Organization;
let host: Host;
let origin: string;

const newBrowser = (): HttpBrowser => new HttpBrowser(origin);

const mailOf = (kind: string): MailRequest =>
  parts.enqueued
    .filter((j) => j.name === 'mail')
    .map((j) => j.data as MailRequest)
    .filter((l) => l.kind === kind)
    .at(-1)!;
const keyIn = (kind: string, name = 'activeKey'): string => new URL(mailOf(kind).link).searchParams.get(name)!;
const address = (): string => `${newId()}@example.test`;

async function person(): Promise<{ browser: HttpBrowser; id: string; email: string }> {
  const email = address();
  const id = await createUser(parts.platform, { email, name: 'Some One', password: PASSWORD, lang: 'en' });
  const browser = newBrowser();
  await browser.do(identityCalls.login, { email, password: PASSWORD });
  return { browser, id, email };
}
async function foundOrganization() {
  const owner = await person();
  const id = await server.service.createCompany({ name: 'Lantern Works', ownerId: owner.id });
  // the previous session belongs to no company
  const browser = newBrowser();
  await browser.do(identityCalls.login, { email: owner.email, password: PASSWORD });
  return { id, owner: browser, ownerId: owner.id, email: owner.email };
}
async function member(companyId: string, role: 'admin' | 'member' = 'member') {
  const someone = await person();
  await server.service.addMember(companyId, { userId: someone.id, role });
  await someone.browser.do(identityCalls.login, { email: someone.email, password: PASSWORD });
  return someone;
}
const application = (invitationKey: string, email = address()) => ({
  invitationKey,
  email,
  name: 'Ada Applicant',
  initPassword: PASSWORD,
  memo: '',
  lang: 'en' as const,
});
async function applied() {
  const { id, owner } = await foundOrganization();
  const department = await server.departments.create(id, { name: 'Makers' });
  const { key } = await owner.do(invitationCalls.createLink, { companyId: id });
  const wish = application(key);
  const { applyId } = await newBrowser().do(joinRequestCalls.apply, wish);
  return { id, owner, department, key, wish, applyId, sign: keyIn('verifyApplication', 'sign') };
}
const wish = (email = address()) => ({
  companyName: 'Akari Works',
  userName: 'Naoko Takahashi',
  email,
  jobRoleId: 'executive' as const,
  password: PASSWORD,
  lang: 'en' as const,
});
const rule = (companyId: string, value: string) => ({ companyId, type: 'single' as const, value, description: '' });

beforeAll(async () => {
  parts = await createParts(anyEngine(), {
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_ORIGIN: 'https://satchel.example',
    OAUTH_CLIENTS_FILE: clientsFile(folder, [party]),
  });
  sync = createSync(parts.platform, []);
  server = createOrganization(parts.platform, sync);
  ({ host, origin } = await serveHttp(parts, { ...server, calls: server.routes }));
});
beforeEach(() => void (parts.enqueued.length = 0));
afterAll(async () => {
  await endOrganization({ parts, sync, server, host });
  rmSync(folder, { recursive: true, force: true });
});

/** Raises each error. */
const RAISED: Partial<Record<ErrorCode, () => Promise<{ status: number; error: string }>>> = {
  OPERATE_TOO_FAST: async () => {
    const { applyId } = await newBrowser().do(registrationCalls.create, wish());
    return newBrowser().try(registrationCalls.resend, { applyId });
  },
  NO_PERMISSION: async () => {
    const { id } = await foundOrganization();
    const max = await member(id);
    return max.browser.try(profileCalls.update, { id, name: 'Mine' });
  },
  PERMISSION_DENIED: async () =>
    (await person()).browser.try(passwordCalls.initialize, { password: 'Another-horse-2' }),
  JWT_TOKEN_EXPIRED: async () => {
    const { browser } = await person();
    parts.pass(11 * 60_000);
    return browser.try(identityCalls.my, {});
  },
  USER_NOT_LOGIN: () => newBrowser().try(identityCalls.my, {}),
  PARAM_ERROR: () => newBrowser().try(identityCalls.login, { email: 'no address', password: PASSWORD }),
  PARAMETER_REQUIRED: () => newBrowser().try(identityCalls.login, {} as never),
  SIGN_NOT_MATCH: async () =>
    (await person()).browser.try(
      thirdPartyCalls.preHandle,
      party.request(parts.platform.clock.now(), {}, { state: 'another' }) as never,
    ),
  NO_DATA: async () => (await foundOrganization()).owner.try(joinRequestCalls.get, { applyId: newId() }),
  HTTP_404: async () =>
    outcome(await newBrowser().send('/api/organization/nothing/here', { method: 'POST', body: '{}' })),
  HTTP_503: () => newBrowser().try(identityCalls.logout, {}, { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION + 1) }),
  DEPARTMENT_HAS_CHILD: async () => {
    const { id, owner } = await foundOrganization();
    const parentId = await server.departments.create(id, { name: 'Makers' });
    await server.departments.create(id, { name: 'Glass', parentId });
    return owner.try(departmentCalls.remove, { id: parentId });
  },
  DEPARTMENT_HAS_USER: async () => {
    const { id, owner, ownerId } = await foundOrganization();
    const departmentId = await server.departments.create(id, { name: 'Makers' });
    await owner.do(departmentCalls.addMembers, { userIds: [ownerId], departmentId });
    return owner.try(departmentCalls.remove, { id: departmentId });
  },
  DEPARTMENT_NAME_DUPLICATED: async () => {
    const { id, owner } = await foundOrganization();
    await server.departments.create(id, { name: 'Makers' });
    return owner.try(departmentCalls.create, { companyId: id, name: 'Makers' });
  },
  DEPARTMENT_CODE_DUPLICATED: async () => {
    const { id, owner } = await foundOrganization();
    await server.departments.create(id, { name: 'Makers', code: 'M' });
    return owner.try(departmentCalls.create, { companyId: id, name: 'Others', code: 'M' });
  },
  DEPARTMENT_NOT_FOUND: async () => (await foundOrganization()).owner.try(departmentCalls.remove, { id: newId() }),
  COMPANY_CODE_DUPLICATED: async () => {
    const [one, two] = [await foundOrganization(), await foundOrganization()];
    await one.owner.do(profileCalls.update, { id: one.id, code: 'TAKEN' });
    return two.owner.try(profileCalls.update, { id: two.id, code: 'TAKEN' });
  },
  USER_NOT_FOUND: async () => {
    const { id, owner } = await foundOrganization();
    return owner.try(memberCalls.bindUser, { companyId: id, userId: newId(), userName: 'Nobody' });
  },
  USER_EMAIL_DUPLICATED: async () => {
    const email = address();
    await newBrowser().do(registrationCalls.create, wish(email));
    await createUser(parts.platform, { email, name: 'Some Body', lang: 'en' });
    return newBrowser().try(registrationCalls.activate, { activeKey: keyIn('activateCompany') });
  },
  USER_PASSOWRD_MISMATCHED: async () => {
    const { email } = await person();
    return newBrowser().try(identityCalls.login, { email, password: 'Wrong-horse-1' });
  },
  USER_PASSWORD_BLOCKED: async () => {
    const { email } = await person();
    const guesser = newBrowser();
    for (let i = 0; i < 5; i += 1) await guesser.try(identityCalls.login, { email, password: `Wrong-horse-${i}` });
    // the correct password as well: otherwise the answer would reveal it
    return guesser.try(identityCalls.login, { email, password: PASSWORD });
  },
  USER_LOGIN_FORBIDDEN: async () => {
    const { id, email } = await person();
    await parts.platform.db.updateTable('users').set({ enabled: false }).where('id', '=', id).execute();
    return newBrowser().try(identityCalls.login, { email, password: PASSWORD });
  },
  USER_ALREADY_IN_COMPANY: async () => {
    const { id, owner, email } = await foundOrganization();
    return owner.try(invitationCalls.invite, { companyId: id, email, name: 'Olga Owner' });
  },
  USER_COMPANY_NOT_FOUND: async () => {
    const { id } = await foundOrganization();
    return (await person()).browser.try(myCompanyCalls.setDefault, { companyId: id });
  },
  USER_COMPANY_NOT_ACTIVATED: async () => {
    const { id } = await foundOrganization();
    const someone = await person();
    await server.service.addMember(id, { userId: someone.id, status: 'pending' });
    return someone.browser.try(myCompanyCalls.setDefault, { companyId: id });
  },
  USER_COMPANY_DISABLED: async () => {
    const { id } = await foundOrganization();
    const max = await member(id);
    await parts.platform.db.updateTable('user_company').set({ enabled: false }).where('user_id', '=', max.id).execute();
    return max.browser.try(myCompanyCalls.setDefault, { companyId: id });
  },
  USER_COMPANY_INVITE_COUNT_MORE_THAN_LIMIT: async () => {
    const { id, owner } = await foundOrganization();
    const now = parts.platform.clock.now();
    const people = Array.from({ length: LIMITS.pendingInvitations }, () => ({ id: newId(), email: address() }));
    await parts.platform.db
      .insertInto('users')
      .values(
        people.map((p) => ({
          ...p,
          name: 'Some One',
          password_hash: null,
          avatar_key: null,
          default_company_id: null,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
    await parts.platform.db
      .insertInto('user_company')
      .values(
        people.map((p) => ({
          company_id: id,
          user_id: p.id,
          name: 'Some One',
          status: 'pending' as const,
          started_at: now,
          updated_at: now,
        })),
      )
      .execute();
    return owner.try(invitationCalls.invite, { companyId: id, email: address(), name: 'One More' });
  },
  USER_COMPANY_APPLY_EXIST: async () => {
    const { wish: again, applyId, sign } = await applied();
    await newBrowser().do(joinRequestCalls.verify, { applyId, sign });
    return newBrowser().try(joinRequestCalls.apply, again);
  },
  USER_COMPANY_APPLY_STATUS_WAITING_FOR_REVIEW: async () => {
    const { key } = await applied();
    const { browser } = await person();
    await browser.do(joinRequestCalls.apply, { invitationKey: key });
    return browser.try(joinRequestCalls.apply, { invitationKey: key });
  },
  USER_COMPANY_EXIST_CAN_NOT_APPLY: async () => {
    const { key, owner } = await applied();
    return owner.try(joinRequestCalls.apply, { invitationKey: key });
  },
  USER_COMPANY_INVITATION_KEY_EXPIRED: async () => {
    const { key } = await applied();
    parts.pass(7 * 24 * 60 * 60_000);
    return newBrowser().try(invitationCalls.lookAtLink, { key });
  },
  NO_USER_COMPANY_INVITATION_KEY_CAN_USE: () =>
    newBrowser().try(invitationCalls.lookAtLink, { key: 'nobody-made-this' }),
  USER_COMPANY_APPLY_FINISHED: async () => {
    const { owner, applyId, sign } = await applied();
    await newBrowser().do(joinRequestCalls.verify, { applyId, sign });
    await owner.do(joinRequestCalls.review, { applyId, pass: false });
    return owner.try(joinRequestCalls.review, { applyId, pass: false });
  },
  USER_COMPANY_APPLY_STATUS_ERROR: async () => {
    const { owner, applyId, department } = await applied();
    return owner.try(joinRequestCalls.review, { applyId, departmentId: department, pass: true });
  },
  USER_COMPANY_APPLY_VERIFY_FAILED: async () => {
    const { applyId } = await applied();
    return newBrowser().try(joinRequestCalls.verify, { applyId, sign: 'forged.sign' });
  },
  USER_COMPANY_APPLY_EMAIL_ALREADY_VERIFIED: async () => {
    const { applyId, sign } = await applied();
    await newBrowser().do(joinRequestCalls.verify, { applyId, sign });
    return newBrowser().try(joinRequestCalls.verify, { applyId, sign });
  },
  USER_PASSWORD_RESET_ACTIVE_KEY_MISMATCH: () =>
    newBrowser().try(passwordCalls.reset, { activeKey: 'forged.key', password: PASSWORD }),
  EMAIL_ACTIVE_KEY_MISMATCHED: () => newBrowser().try(registrationCalls.activate, { activeKey: 'forged.key' }),
  EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE: async () => {
    await newBrowser().do(registrationCalls.create, wish());
    const activeKey = keyIn('activateCompany');
    await newBrowser().do(registrationCalls.activate, { activeKey });
    return newBrowser().try(registrationCalls.activate, { activeKey });
  },
  EMAIL_ACTIVE_KEY_EXPIRED: async () => {
    await newBrowser().do(registrationCalls.create, wish());
    parts.pass(4 * 24 * 60 * 60_000);
    return newBrowser().try(registrationCalls.activate, { activeKey: keyIn('activateCompany') });
  },
  IP_BLOCKED: async () => {
    const { id, owner } = await foundOrganization();
    const { currentIp } = await owner.do(ipCalls.setting, { companyId: id });
    await owner.do(ipCalls.create, rule(id, currentIp));
    await owner.do(ipCalls.set, { companyId: id, enabled: true });
    return owner.movedTo('198.51.100.9').try(identityCalls.my, {});
  },
  PASSWORD_CHANGE_REQUIRED: async () => {
    const { id, owner } = await foundOrganization();
    const admin = await member(id, 'admin');
    await owner.do(settingCalls.change, { id, mustChangePassword: true });
    return admin.browser.try(settingCalls.get, { id });
  },
  SESSION_REVOKED: async () => {
    const { browser, email } = await person();
    const other = newBrowser();
    await other.do(identityCalls.login, { email, password: PASSWORD });
    const { sessionId } = await other.do(identityCalls.my, {});
    await browser.do(deviceCalls.revoke, { sessionId });
    return other.try(identityCalls.my, {});
  },
  SESSION_NOT_FOUND: async () => (await person()).browser.try(deviceCalls.revoke, { sessionId: newId() }),
  COMPANY_MISMATCH: async () => {
    const { id, owner, ownerId } = await foundOrganization();
    return owner.try(profileCalls.get, { id }, accountHeader({ companyId: newId(), userId: ownerId }));
  },
  CROSS_SITE_REQUEST: () => newBrowser().try(identityCalls.logout, {}, { origin: 'https://evil.example' }),
  REQUEST_BODY_NOT_JSON: async () =>
    outcome(await newBrowser().send(callPath(identityCalls.login), { method: 'POST', body: '{' })),
  REQUEST_BODY_TOO_LARGE: async () =>
    outcome(
      await newBrowser().send(callPath(identityCalls.login), {
        method: 'POST',
        body: JSON.stringify({ email: 'x'.repeat(1024 * 1024) }),
      }),
    ),
  DEVICE_RECOVERY_NOT_FOUND: async () =>
    (await person()).browser.try(deviceLockCalls.releaseRecovery, { id: newId(), password: PASSWORD }),
  HANDOVER_NOT_FOUND: async () =>
    (await foundOrganization()).owner.try(handoverCalls.resolve, { id: newId(), outcome: 'kept' }),
  OWNER_CANNOT_BE_REMOVED: async () => {
    const { id, owner, ownerId } = await foundOrganization();
    return owner.try(memberCalls.remove, { companyId: id, userId: ownerId });
  },
  NEW_OWNER_MUST_BE_ADMIN: async () => {
    const { id, owner } = await foundOrganization();
    return owner.try(memberCalls.transferOwner, { userId: (await member(id)).id });
  },
  IP_NOT_COVERED: async () => {
    const { id, owner } = await foundOrganization();
    return owner.try(ipCalls.set, { companyId: id, enabled: true });
  },
  IP_RULE_NOT_FOUND: async () => (await foundOrganization()).owner.try(ipCalls.remove, { id: newId() }),
  IP_RULE_INVALID: async () => {
    const { id, owner } = await foundOrganization();
    return owner.try(ipCalls.create, rule(id, '10.0.0.300'));
  },
  IP_RULE_COVERS_CURRENT: async () => {
    const { id, owner } = await foundOrganization();
    const { currentIp } = await owner.do(ipCalls.setting, { companyId: id });
    const mine = await owner.do(ipCalls.create, rule(id, currentIp));
    return owner.try(ipCalls.remove, { id: mine.id });
  },
  IMAGE_NOT_VALID: async () =>
    (await person()).browser.try(profileCalls.setAvatar, {
      file: new File(['<svg/>'], 'me.png', { type: 'image/png' }),
    }),
  OAUTH_CLIENT_UNKNOWN: async () =>
    (await person()).browser.try(
      thirdPartyCalls.preHandle,
      party.request(parts.platform.clock.now(), { clientId: 'nobody-1' }) as never,
    ),
  OAUTH_REQUEST_INVALID: async () =>
    (await person()).browser.try(
      thirdPartyCalls.preHandle,
      party.request(parts.platform.clock.now(), { scopes: 'everything' }) as never,
    ),
  OAUTH_REQUEST_EXPIRED: async () =>
    (await person()).browser.try(
      thirdPartyCalls.preHandle,
      party.request(parts.platform.clock.now() - 6 * 60_000) as never,
    ),
  OAUTH_GRANT_NOT_FOUND: async () => (await person()).browser.try(thirdPartyCalls.revoke, { grantId: newId() }),
};

/** Errors that cannot occur at these calls, each with the reason. */
const NOT_RAISED: Partial<Record<ErrorCode, string>> = {
  UNKNOWN_ERROR: 'of the page: its text for a response without an error',
  USER_PERMISSION_DENIED:
    'another name of NO_PERMISSION that the specification lists; the page has its text for other servers',
  PARAMETER_ERROR: 'another name of PARAM_ERROR that the specification lists',
  DATA_LOCK_FAILED:
    'needs two transactions at once that wait for each other, which the embedded database does not run: ' +
    'tests/integration/sync-push-concurrency.integration.ts on PostgreSQL',
  HANDOVER_CLOSED: 'of a device that was told to erase: tests/integration/handover.integration.ts',
  HANDOVER_TOO_LARGE: 'of a device that was told to erase: tests/integration/handover.integration.ts',
  SYSTEM_NOT_STARTED: 'the server listens once it has started; until then the proxy answers 503',
  HTTP_422: 'of the page: its text for a status of other servers',
  HTTP_500: 'an unexpected failure: server/platform/http/calls.integration.ts breaks a handler',
  COMPANY_NOT_FOUND:
    'a call for a missing company is refused with NO_PERMISSION, as for a company of others; a membership ends with its company',
};

const catalogue = (Object.keys(ERRORS) as ErrorCode[]).slice(
  0,
  Object.keys(ERRORS).indexOf('USER_CREDIT_NOT_ENOUGH_ERR'),
);
const family = [...new Set([...catalogue, ...organizationCalls.flatMap((call) => call.errors)])].sort();

it('each error of the organization is raised here, or listed as impossible', () => {
  expect(family.filter((code) => !RAISED[code] && !NOT_RAISED[code])).toEqual([]);
  expect((Object.keys(NOT_RAISED) as ErrorCode[]).filter((code) => RAISED[code])).toEqual([]);
});

it.each(Object.keys(RAISED) as ErrorCode[])('%s is answered with its status', async (code) => {
  const { status, error } = await RAISED[code]!();
  expect([error, status]).toEqual([code, ERRORS[code].status]);
});

it('the recovery secret of a locked device is released to its owner only, for the password, and is encrypted in the database', async () => {
  const [{ browser }, stranger] = [await person(), await person()];
  const [id, secret] = [newId(), Buffer.alloc(32, 7).toString('base64')];
  await browser.do(deviceLockCalls.keepRecovery, { id, secret });
  expect(await browser.do(deviceLockCalls.releaseRecovery, { id, password: PASSWORD })).toEqual({ secret });
  expect((await browser.try(deviceLockCalls.releaseRecovery, { id, password: 'Wrong-horse-1' })).error).toBe(
    'PARAM_ERROR',
  );
  expect((await stranger.browser.try(deviceLockCalls.releaseRecovery, { id, password: PASSWORD })).error).toBe(
    'DEVICE_RECOVERY_NOT_FOUND',
  );
  const row = await parts.platform.db
    .selectFrom('device_recovery')
    .select('sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(Buffer.from(row.sealed, 'base64').includes(Buffer.from(secret))).toBe(false);
});
