/** Sign-in, renewal and the end of sessions, on each database. */
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSync, type Sync } from '../../server/sync/sync';
import { myCompanyCalls } from '../../server/organization/companies/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { createUser } from '../../server/organization/people/users';
import { createOrganization, type Organization } from '../../server/composition';
import { passwordCalls } from '../../server/organization/passwords/contract';
import { deviceCalls } from '../../server/organization/sessions/contract';
import { newId } from '../../sync/model/ids';
import type { CallError } from '../../sync/protocol/errors';
import { Device, type DeviceOptions } from '../support/caller';
import { describeOnDatabase } from '../support/database';
import { createParts, type Parts } from '../support/parts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PASSWORD = 'Correct-horse-1';

describeOnDatabase('sessions', (engine) => {
  let parts: Parts;
  let sync: Sync;
  let server: Organization;
  let person: { id: string; email: string; companyId: string };

  const device = (options?: DeviceOptions): Device => new Device(server, options);
  const makePerson = async (): Promise<{ id: string; email: string }> => {
    const email = `p${newId()}@example.test`;
    return {
      id: await createUser(parts.platform, { email, name: 'Ada Byron', password: PASSWORD, lang: 'ja' }),
      email,
    };
  };
  const signIn = async (options?: DeviceOptions, email = person.email): Promise<Device> => {
    const d = device(options);
    await d.call(identityCalls.login, { email, password: PASSWORD });
    return d;
  };
  const row = (d: Device) => d.call(deviceCalls.list, {}).then(({ sessions }) => sessions.find((s) => s.current)!);

  beforeAll(async () => {
    parts = await createParts(engine);
    sync = createSync(parts.platform, []);
    server = createOrganization(parts.platform, sync);
  });
  afterAll(async () => {
    sync.close();
    server.authenticator.close();
    await parts.close();
  });
  beforeEach(async () => {
    const made = await makePerson();
    person = {
      ...made,
      companyId: await server.service.createCompany({ name: 'Analytical Engines', ownerId: made.id }),
    };
  });

  describe('login', () => {
    it('opens a session in the default company and returns the person', async () => {
      const d = device({
        userAgent:
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      });
      // typed on a phone: a capital and a space
      const { loginToken } = await d.call(identityCalls.login, {
        email: ` ${person.email.toUpperCase()} `,
        password: PASSWORD,
      });
      expect(d.cookies).toEqual({ accessToken: loginToken.accessToken, refreshToken: loginToken.refreshToken });
      const my = await d.call(identityCalls.my, {});
      expect(my).toMatchObject({
        id: person.id,
        name: 'Ada Byron',
        hasPassword: true,
        defaultCompanyId: person.companyId,
        userProfile: { lang: 'ja' },
        userCompany: { companyId: person.companyId, tenantId: person.companyId, actived: true },
        authorityCodes: expect.arrayContaining(['ADMIN_CONSOLE']),
        companies: [{ id: person.companyId, name: 'Analytical Engines', role: 'owner' }],
      });
      expect((await row(d)).deviceName).toBe('Chrome, Windows');
    });

    it('takes the access token as a bearer token', async () => {
      const { loginToken } = await device().call(identityCalls.login, { email: person.email, password: PASSWORD });
      const d = device();
      d.authorization = `Bearer ${loginToken.accessToken}`;
      expect((await d.call(identityCalls.my, {})).id).toBe(person.id);
    });

    it('gives the same answer for a wrong password and an unknown address', async () => {
      expect(
        (await device().refusal(identityCalls.login, { email: person.email, password: 'Wrong-horse-1' })).code,
      ).toBe('USER_PASSOWRD_MISMATCHED');
      expect(
        (await device().refusal(identityCalls.login, { email: `nobody-${person.email}`, password: PASSWORD })).code,
      ).toBe('USER_PASSOWRD_MISMATCHED');
    });

    it('names the invalid field', async () => {
      expect((await device().refusal(identityCalls.login, { email: '', password: '' })).details.fieldErrors).toEqual({
        email: 'emailRequired',
        password: 'passwordRequired',
      });
      expect(
        (await device().refusal(identityCalls.login, { email: 'ada', password: 'x' })).details.fieldErrors,
      ).toEqual({ email: 'emailInvalid' });
    });

    it('reveals a disabled account only for the correct password, and ends its sessions', async () => {
      const d = await signIn();
      await parts.platform.db.updateTable('users').set({ enabled: false }).where('id', '=', person.id).execute();
      expect(
        (await device().refusal(identityCalls.login, { email: person.email, password: 'Wrong-horse-1' })).code,
      ).toBe('USER_PASSOWRD_MISMATCHED');
      expect((await device().refusal(identityCalls.login, { email: person.email, password: PASSWORD })).code).toBe(
        'USER_LOGIN_FORBIDDEN',
      );
      expect((await d.refusal(identityCalls.refresh, {})).code).toBe('SESSION_REVOKED');
      expect((await d.refusal(identityCalls.my, {})).code).toBe('SESSION_REVOKED');
    });
  });

  describe('lockout', () => {
    const guess = (d: Device): Promise<CallError> =>
      d.refusal(identityCalls.login, { email: person.email, password: 'Wrong-horse-1' });

    it('blocks after five wrong passwords, also the correct one, for that network only', async () => {
      const there = device({ ip: '203.0.113.7' });
      for (let i = 0; i < 5; i += 1) expect((await guess(there)).code).toBe('USER_PASSOWRD_MISMATCHED');
      const closed = await there.refusal(identityCalls.login, { email: person.email, password: PASSWORD });
      expect(closed.code).toBe('USER_PASSWORD_BLOCKED');
      expect(closed.details.params?.['minutes']).toBe(15);
      await signIn({ ip: '198.51.100.4' });
    });

    it('counts concurrent attempts', async () => {
      const codes = await Promise.all(Array.from({ length: 12 }, () => guess(device({ ip: '203.0.113.8' }))));
      expect(codes.filter((c) => c.code === 'USER_PASSOWRD_MISMATCHED')).toHaveLength(5);
      expect(codes.filter((c) => c.code === 'USER_PASSWORD_BLOCKED')).toHaveLength(7);
    });

    it('resets the count after a correct password', async () => {
      const here = { ip: '203.0.113.9' };
      for (let round = 0; round < 3; round += 1) {
        for (let i = 0; i < 4; i += 1) expect((await guess(device(here))).code).toBe('USER_PASSOWRD_MISMATCHED');
        await signIn(here);
      }
    });

    it('blocks an address for guesses from all networks, except the person’s own', async () => {
      await signIn({ ip: '198.51.100.20' });
      const codes: string[] = [];
      for (let i = 0; i < 32; i += 1) codes.push((await guess(device({ ip: `203.0.113.${100 + i}` }))).code);
      expect(codes.slice(0, 29).every((c) => c === 'USER_PASSOWRD_MISMATCHED')).toBe(true);
      expect(codes.at(-1)).toBe('USER_PASSWORD_BLOCKED');
      expect(
        (
          await device({ ip: '203.0.113.200' }).refusal(identityCalls.login, {
            email: person.email,
            password: PASSWORD,
          })
        ).code,
      ).toBe('USER_PASSWORD_BLOCKED');
      await signIn({ ip: '198.51.100.20' });
    });
  });

  describe('tokens', () => {
    it('expire after ten minutes and are renewed', async () => {
      const d = await signIn();
      parts.pass(10 * MINUTE + 1000);
      expect((await d.refusal(identityCalls.my, {})).code).toBe('JWT_TOKEN_EXPIRED');
      await d.call(identityCalls.refresh, {});
      expect((await d.call(identityCalls.my, {})).id).toBe(person.id);
    });

    it('are renewed from the body if there is no cookie', async () => {
      const d = await signIn();
      const { loginToken } = await device().call(identityCalls.refresh, { refreshToken: d.cookies['refreshToken']! });
      expect(loginToken!.refreshToken).not.toBe(d.cookies['refreshToken']);
    });

    it('are not returned to scripts of a page whose session is in cookies', async () => {
      const d = await signIn();
      const second = await server.service.createCompany({ name: 'Second House', ownerId: person.id });
      const before = { ...d.cookies };
      expect(await d.call(identityCalls.refresh, {})).toEqual({ loginToken: null });
      expect(d.cookies['refreshToken']).not.toBe(before['refreshToken']);
      expect(await d.call(myCompanyCalls.setDefault, { companyId: second })).toEqual({ loginToken: null });
      expect((await d.call(identityCalls.my, {})).userCompany?.companyId).toBe(second);

      const api = device();
      api.authorization = `Bearer ${d.cookies['accessToken']!}`;
      const { loginToken } = await api.call(myCompanyCalls.setDefault, { companyId: person.companyId });
      api.authorization = `Bearer ${loginToken!.accessToken}`;
      api.cookies = {};
      expect((await api.call(identityCalls.my, {})).userCompany?.companyId).toBe(person.companyId);
    });

    it('that are forged are rejected', async () => {
      const d = await signIn();
      const { sessionId } = await d.call(identityCalls.my, {});
      const forge = (alg: string, key: string) =>
        new SignJWT({ sid: sessionId, cid: person.companyId })
          .setProtectedHeader({ alg })
          .setIssuer('satchel')
          .setSubject(person.id)
          .setExpirationTime('1h')
          .sign(new TextEncoder().encode(key));
      const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${d.cookies['accessToken']!.split('.')[1]}.`;
      for (const token of [
        await forge('HS256', 'a'.repeat(32)),
        await forge('HS512', 'a'.repeat(64)),
        none,
        `${d.cookies['accessToken']}x`,
        'nonsense',
        '',
      ]) {
        const other = device();
        other.cookies = { accessToken: token };
        expect((await other.refusal(identityCalls.my, {})).code).toBe('USER_NOT_LOGIN');
      }
    });

    it('of one session differ each time, and a used one returns the same successor to both tabs within 20 s', async () => {
      const d = await signIn();
      const first = d.cookies['refreshToken']!;
      const tabs = await Promise.all(
        [1, 2, 3].map(() => device().call(identityCalls.refresh, { refreshToken: first })),
      );
      expect(new Set(tabs.map((t) => t.loginToken!.refreshToken)).size).toBe(1);
      parts.pass(19_000);
      const late = await device().call(identityCalls.refresh, { refreshToken: first });
      expect(late.loginToken!.refreshToken).toBe(tabs[0]!.loginToken!.refreshToken);
      expect(late.loginToken!.refreshToken).not.toBe(first);
    });

    it('that are reused later end the session for thief and owner, without erasing anything', async () => {
      const d = await signIn();
      const stolen = d.cookies['refreshToken']!;
      await d.call(identityCalls.refresh, {});
      parts.pass(46_000);
      await d.call(identityCalls.my, {});
      const refused = await device().refusal(identityCalls.refresh, { refreshToken: stolen });
      expect(refused.code).toBe('SESSION_REVOKED');
      expect(refused.details.params).toEqual({ wipe: 'false' });
      expect((await d.refusal(identityCalls.my, {})).code).toBe('SESSION_REVOKED');
      expect((await d.refusal(identityCalls.refresh, {})).code).toBe('SESSION_REVOKED');
    });

    it('whose answer was lost may be exchanged again, repeatedly, days later', async () => {
      const d = await signIn();
      const lost = d.cookies['refreshToken']!;
      for (const wait of [0, 25_000, 9 * 60 * MINUTE, 5 * DAY]) {
        parts.pass(wait);
        await device().call(identityCalls.refresh, { refreshToken: lost });
      }
      await d.call(identityCalls.refresh, {});
      expect(d.cookies['refreshToken']).not.toBe(lost);
      parts.pass(46_000);
      expect((await d.call(identityCalls.my, {})).id).toBe(person.id);
      // the device has received the answer: a later use of the old token is a copy
      expect((await device().refusal(identityCalls.refresh, { refreshToken: lost })).code).toBe('SESSION_REVOKED');
      expect((await d.refusal(identityCalls.my, {})).code).toBe('SESSION_REVOKED');
    });

    it('whose answer was lost survive a change of company whose answer was also lost', async () => {
      const second = await server.service.createCompany({
        name: 'Difference Engines',
        ownerId: (await makePerson()).id,
      });
      await server.service.addMember(second, { userId: person.id });
      const d = await signIn();
      const saved = { ...d.cookies };
      await d.call(identityCalls.refresh, {});
      d.cookies = { ...saved };
      await d.call(myCompanyCalls.setDefault, { companyId: second });
      d.cookies = { ...saved };
      parts.pass(11 * MINUTE);
      await d.call(identityCalls.refresh, {});
      expect((await d.call(identityCalls.my, {})).userCompany?.companyId).toBe(second);
    });

    it('that a killed browser had not yet written to disk leave it signed in with the previous ones', async () => {
      const d = await signIn();
      const onDisk = { ...d.cookies };
      await d.call(identityCalls.refresh, {});
      parts.pass(29_000);
      await d.call(identityCalls.my, {});
      d.cookies = { ...onDisk };
      parts.pass(2 * DAY);
      await d.call(identityCalls.refresh, {});
      parts.pass(46_000);
      expect((await d.call(identityCalls.my, {})).id).toBe(person.id);
      // by now the new tokens are on its disk
      expect((await device().refusal(identityCalls.refresh, { refreshToken: onDisk['refreshToken']! })).code).toBe(
        'SESSION_REVOKED',
      );
    });

    it('that a thief used first end the session when their owner returns', async () => {
      const d = await signIn();
      const thief = device();
      thief.cookies = { ...d.cookies };
      await thief.call(identityCalls.refresh, {});
      parts.pass(46_000);
      await thief.call(identityCalls.my, {});
      expect((await d.refusal(identityCalls.refresh, {})).code).toBe('SESSION_REVOKED');
      expect((await thief.refusal(identityCalls.my, {})).code).toBe('SESSION_REVOKED');
    });

    it('that are exchanged twice in a row prove that the first answer arrived, without any other call', async () => {
      const d = await signIn();
      const first = d.cookies['refreshToken']!;
      await d.call(identityCalls.refresh, {});
      await d.call(identityCalls.refresh, {});
      parts.pass(21_000);
      expect((await device().refusal(identityCalls.refresh, { refreshToken: first })).code).toBe('SESSION_REVOKED');
    });

    it('whose answer was lost for a month require a new sign-in, and end nothing', async () => {
      const d = await signIn();
      const lost = d.cookies['refreshToken']!;
      await device().call(identityCalls.refresh, { refreshToken: lost });
      parts.pass(31 * DAY);
      expect((await device().refusal(identityCalls.refresh, { refreshToken: lost })).code).toBe('JWT_TOKEN_EXPIRED');
    });

    it('last sixty days without contact, extended by each contact', async () => {
      const d = await signIn();
      parts.pass(59 * DAY);
      await d.call(identityCalls.refresh, {});
      parts.pass(59 * DAY);
      await d.call(identityCalls.refresh, {});
      parts.pass(61 * DAY);
      expect((await d.refusal(identityCalls.refresh, {})).code).toBe('JWT_TOKEN_EXPIRED');
    });

    it('are stored as hashes', async () => {
      const d = await signIn();
      const stored = await parts.platform.db.selectFrom('refresh_tokens').selectAll().execute();
      expect(stored.length).toBeGreaterThan(0);
      expect(JSON.stringify(stored)).not.toContain(d.cookies['refreshToken']);
    });

    it('that are unknown get another error than ended ones', async () => {
      expect((await device().refusal(identityCalls.refresh, { refreshToken: 'x' })).code).toBe('JWT_TOKEN_EXPIRED');
      expect((await device().refusal(identityCalls.refresh, {})).code).toBe('JWT_TOKEN_EXPIRED');
    });
  });

  describe('logout', () => {
    it('ends the session on the server and deletes the cookies', async () => {
      const d = await signIn();
      const saved = { ...d.cookies };
      await d.call(identityCalls.logout, {});
      expect(d.cookies).toEqual({});
      d.cookies = saved;
      const refused = await d.refusal(identityCalls.my, {});
      expect([refused.code, refused.details.params]).toEqual(['SESSION_REVOKED', { wipe: 'false' }]);
    });

    it('works with an expired access token and without a session', async () => {
      const d = await signIn();
      const saved = { ...d.cookies };
      parts.pass(11 * MINUTE);
      await d.call(identityCalls.logout, {});
      d.cookies = saved;
      expect((await d.refusal(identityCalls.refresh, {})).code).toBe('SESSION_REVOKED');
      await device().call(identityCalls.logout, {});
    });
  });

  describe('devices', () => {
    it('are listed, this one first, and can be signed out from another immediately, with their copy', async () => {
      const laptop = await signIn({ ip: '198.51.100.1' });
      const phone = await signIn({ ip: '198.51.100.2' });
      // so that the server remembers the phone's session
      await phone.call(identityCalls.my, {});
      const { sessions } = await laptop.call(deviceCalls.list, {});
      expect(sessions.map((s) => [s.ip, s.current, s.state])).toEqual([
        ['198.51.100.1', true, 'active'],
        ['198.51.100.2', false, 'active'],
      ]);
      const phoneId = sessions[1]!.id;
      await laptop.call(deviceCalls.revoke, { sessionId: phoneId });
      expect(parts.published).toContainEqual({
        topic: 'session',
        payload: { sessionId: phoneId, userId: person.id, wipe: true, handover: true },
      });
      expect((await laptop.call(deviceCalls.list, {})).sessions[1]).toMatchObject({ id: phoneId, state: 'erasing' });

      const refused = await phone.refusal(identityCalls.my, {});
      expect([refused.code, refused.details.params]).toEqual(['SESSION_REVOKED', { wipe: 'true', handover: 'true' }]);
      expect((await laptop.call(deviceCalls.list, {})).sessions[1]).toMatchObject({ id: phoneId, state: 'told' });
      await phone.call(identityCalls.erased, {});
      const erased = (await laptop.call(deviceCalls.list, {})).sessions[1]!;
      expect(erased).toMatchObject({ id: phoneId, state: 'erased' });
      expect(erased.stateAt).toBeGreaterThan(erased.lastSeenAt);
      expect((await phone.refusal(identityCalls.refresh, {})).details.params).toEqual({ wipe: 'true' });
      expect((await laptop.call(identityCalls.my, {})).id).toBe(person.id);
    });

    it('that were offline for a week learn of it when they renew', async () => {
      const laptop = await signIn();
      const phone = await signIn();
      const { sessionId } = await phone.call(identityCalls.my, {});
      await laptop.call(deviceCalls.revoke, { sessionId });
      parts.pass(7 * DAY);
      expect((await phone.refusal(identityCalls.refresh, {})).details.params).toEqual({
        wipe: 'true',
        handover: 'true',
      });
      await laptop.call(identityCalls.refresh, {});
      expect((await laptop.call(deviceCalls.list, {})).sessions.find((s) => s.id === sessionId)?.state).toBe('told');
    });

    it('report their pending changes, and can still be told to erase after a new password signed them out', async () => {
      const { email } = await makePerson();
      const laptop = await signIn({}, email);
      const phone = await signIn({}, email);
      const { sessionId } = await phone.call(identityCalls.my, {});
      await phone.call(deviceCalls.report, { waiting: 3 });
      const seen = async () => (await laptop.call(deviceCalls.list, {})).sessions.find((s) => s.id === sessionId);
      expect(await seen()).toMatchObject({ state: 'active', waiting: 3 });
      await laptop.call(passwordCalls.change, { oldPassword: PASSWORD, newPassword: 'Another-horse-2' });
      expect(await seen()).toMatchObject({ state: 'signedOut' });
      // a device that was not told to erase is never listed as erased
      await phone.call(identityCalls.erased, {});
      await laptop.call(deviceCalls.revoke, { sessionId });
      expect(await seen()).toMatchObject({ state: 'erasing' });
      expect((await phone.refusal(identityCalls.refresh, {})).details.params).toEqual({
        wipe: 'true',
        handover: 'true',
      });
      await phone.call(identityCalls.erased, {});
      expect(await seen()).toMatchObject({ state: 'erased' });
    });

    it('of other people are not found', async () => {
      const mine = await signIn();
      const { sessionId } = await mine.call(identityCalls.my, {});
      const stranger = await signIn({}, (await makePerson()).email);
      expect((await stranger.refusal(deviceCalls.revoke, { sessionId })).code).toBe('SESSION_NOT_FOUND');
      expect((await stranger.refusal(deviceCalls.revoke, { sessionId: newId() })).code).toBe('SESSION_NOT_FOUND');
      expect((await stranger.call(deviceCalls.list, {})).sessions.some((s) => s.id === sessionId)).toBe(false);
      expect((await mine.call(identityCalls.my, {})).id).toBe(person.id);
    });

    it('revoked in another process are refused when its event arrives, and without one within seconds', async () => {
      const d = await signIn();
      const { sessionId } = await d.call(identityCalls.my, {});
      await parts.platform.db
        .updateTable('sessions')
        .set({ revoked_at: parts.platform.clock.now(), revoked_reason: 'revoked' })
        .where('id', '=', sessionId)
        .execute();
      expect((await d.call(identityCalls.my, {})).id).toBe(person.id);
      parts.pass(5_001);
      expect((await d.refusal(identityCalls.my, {})).code).toBe('SESSION_REVOKED');
    });
  });

  describe('companies', () => {
    it('are switched with new tokens, and the old refresh token is used up', async () => {
      const other = await makePerson();
      const second = await server.service.createCompany({ name: 'Difference Engines', ownerId: other.id });
      await server.service.addMember(second, { userId: person.id, name: 'Countess' });
      const d = await signIn();
      const before = d.cookies['refreshToken']!;
      await d.call(myCompanyCalls.setDefault, { companyId: second });
      const my = await d.call(identityCalls.my, {});
      expect(my).toMatchObject({
        name: 'Countess',
        defaultCompanyId: second,
        userCompany: { companyId: second },
        authorityCodes: ['WORKSPACE'],
      });
      expect(my.companies.map((c) => c.name)).toEqual(['Analytical Engines', 'Difference Engines']);
      expect((await d.call(myCompanyCalls.getDefault, {})).companyId).toBe(second);
      expect((await signIn().then(row)).companyId).toBe(second);
      parts.pass(46_000);
      await d.call(identityCalls.my, {});
      expect((await device().refusal(identityCalls.refresh, { refreshToken: before })).code).toBe('SESSION_REVOKED');
    });

    it('cannot be entered without an active membership', async () => {
      const other = await makePerson();
      const foreign = await server.service.createCompany({ name: 'Difference Engines', ownerId: other.id });
      const d = await signIn();
      expect((await d.refusal(myCompanyCalls.setDefault, { companyId: foreign })).code).toBe('USER_COMPANY_NOT_FOUND');
      await server.service.addMember(foreign, { userId: person.id, status: 'pending' });
      expect((await d.refusal(myCompanyCalls.setDefault, { companyId: foreign })).code).toBe(
        'USER_COMPANY_NOT_ACTIVATED',
      );
      expect((await d.call(myCompanyCalls.list, {})).companies.map((c) => c.id)).toEqual([person.companyId]);
      expect((await d.call(identityCalls.my, {})).userCompany?.companyId).toBe(person.companyId);
    });

    it('give no role after the person has left', async () => {
      const other = await makePerson();
      await server.service.addMember(person.companyId, { userId: other.id });
      const d = await signIn({}, other.email);
      await parts.platform.db
        .deleteFrom('user_company')
        .where('company_id', '=', person.companyId)
        .where('user_id', '=', other.id)
        .execute();
      parts.pass(5_001);
      expect((await d.call(identityCalls.my, {})).userCompany).toBeNull();
      expect((await d.refusal(myCompanyCalls.setUserName, { userName: 'Somebody' })).code).toBe('NO_PERMISSION');
    });

    it('show a new name of the person to all members', async () => {
      const d = await signIn();
      await d.call(myCompanyCalls.setUserName, { userName: ' Ada Lovelace　' });
      const seen = await sync.store.read(person.companyId, (tx) => tx.get('people', person.id));
      expect(seen?.name).toBe('Ada Lovelace');
      expect((await d.refusal(myCompanyCalls.setUserName, { userName: 'A' })).code).toBe('PARAM_ERROR');
    });

    it('are absent for a new person, who is signed in all the same', async () => {
      const newcomer = await makePerson();
      const d = await signIn({}, newcomer.email);
      expect(await d.call(identityCalls.my, {})).toMatchObject({
        userCompany: null,
        companies: [],
        authorityCodes: [],
        defaultCompanyId: '',
      });
      expect((await d.refusal(myCompanyCalls.getDefault, {})).code).toBe('USER_COMPANY_NOT_FOUND');
    });
  });

  it('remembers the language', async () => {
    const d = await signIn();
    await d.call(identityCalls.setLanguage, { lang: 'ko' });
    expect((await d.call(identityCalls.my, {})).userProfile.lang).toBe('ko');
    expect(
      (
        await server.authenticator.authenticate({
          cookies: d.cookies,
          authorization: undefined,
          ip: '192.0.2.1',
          userAgent: '',
        })
      )?.lang,
    ).toBe('ko');
    expect((await d.refusal(identityCalls.setLanguage, { lang: 'xx' as 'ko' })).code).toBe('PARAM_ERROR');
  });

  it('deletes sessions that ended a month ago, and no others', async () => {
    const [ended, lately, open] = [await signIn(), await signIn(), await signIn()];
    await ended.call(identityCalls.logout, {});
    parts.pass(29 * DAY);
    await lately.call(identityCalls.refresh, {});
    await lately.call(identityCalls.logout, {});
    await open.call(identityCalls.refresh, {});
    parts.pass(2 * DAY);
    await parts.run('identity-clean-up');
    const left = await parts.platform.db
      .selectFrom('sessions')
      .select('revoked_at')
      .where('user_id', '=', person.id)
      .execute();
    expect(left.map((s) => s.revoked_at !== null).sort()).toEqual([false, true]);
    await open.call(identityCalls.refresh, {});
  });
});
