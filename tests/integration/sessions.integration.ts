/** Sign-in, sign-out and the companies of a session, on each database. */
import { describe, expect, it } from 'vitest';
import { myCompanyCalls } from '../../server/organization/companies/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import type { CallError } from '../../sync/protocol/errors';
import type { Device } from '../support/caller';
import { describeOnDatabase } from '../support/database';
import { DAY, MINUTE, PASSWORD, sessionSuite } from '../support/session-suite';

describeOnDatabase('sessions', (engine) => {
  const suite = sessionSuite(engine);
  const { device, makePerson, signIn, row } = suite;

  describe('login', () => {
    it('opens a session in the default company and returns the person', async () => {
      const d = device({
        userAgent:
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      });
      // typed on a phone: a capital and a space
      const { loginToken } = await d.call(identityCalls.login, {
        email: ` ${suite.person.email.toUpperCase()} `,
        password: PASSWORD,
      });
      expect(d.cookies).toEqual({ accessToken: loginToken.accessToken, refreshToken: loginToken.refreshToken });
      const my = await d.call(identityCalls.my, {});
      expect(my).toMatchObject({
        id: suite.person.id,
        name: 'Ada Byron',
        hasPassword: true,
        defaultCompanyId: suite.person.companyId,
        userProfile: { lang: 'ja' },
        userCompany: { companyId: suite.person.companyId, tenantId: suite.person.companyId, actived: true },
        authorityCodes: expect.arrayContaining(['ADMIN_CONSOLE']),
        companies: [{ id: suite.person.companyId, name: 'Analytical Engines', role: 'owner' }],
      });
      expect((await row(d)).deviceName).toBe('Chrome, Windows');
    });

    it('takes the access token as a bearer token', async () => {
      const { loginToken } = await device().call(identityCalls.login, {
        email: suite.person.email,
        password: PASSWORD,
      });
      const d = device();
      d.authorization = `Bearer ${loginToken.accessToken}`;
      expect((await d.call(identityCalls.my, {})).id).toBe(suite.person.id);
    });

    it('gives the same answer for a wrong password and an unknown address', async () => {
      expect(
        (await device().refusal(identityCalls.login, { email: suite.person.email, password: 'Wrong-horse-1' })).code,
      ).toBe('USER_PASSOWRD_MISMATCHED');
      expect(
        (await device().refusal(identityCalls.login, { email: `nobody-${suite.person.email}`, password: PASSWORD }))
          .code,
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
      await suite.parts.platform.db
        .updateTable('users')
        .set({ enabled: false })
        .where('id', '=', suite.person.id)
        .execute();
      expect(
        (await device().refusal(identityCalls.login, { email: suite.person.email, password: 'Wrong-horse-1' })).code,
      ).toBe('USER_PASSOWRD_MISMATCHED');
      expect(
        (await device().refusal(identityCalls.login, { email: suite.person.email, password: PASSWORD })).code,
      ).toBe('USER_LOGIN_FORBIDDEN');
      expect((await d.refusal(identityCalls.refresh, {})).code).toBe('SESSION_REVOKED');
      expect((await d.refusal(identityCalls.my, {})).code).toBe('SESSION_REVOKED');
    });
  });

  describe('lockout', () => {
    const guess = (d: Device): Promise<CallError> =>
      d.refusal(identityCalls.login, { email: suite.person.email, password: 'Wrong-horse-1' });

    it('blocks after five wrong passwords, also the correct one, for that network only', async () => {
      const there = device({ ip: '203.0.113.7' });
      for (let i = 0; i < 5; i += 1) expect((await guess(there)).code).toBe('USER_PASSOWRD_MISMATCHED');
      const closed = await there.refusal(identityCalls.login, { email: suite.person.email, password: PASSWORD });
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
            email: suite.person.email,
            password: PASSWORD,
          })
        ).code,
      ).toBe('USER_PASSWORD_BLOCKED');
      await signIn({ ip: '198.51.100.20' });
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
      suite.parts.pass(11 * MINUTE);
      await d.call(identityCalls.logout, {});
      d.cookies = saved;
      expect((await d.refusal(identityCalls.refresh, {})).code).toBe('SESSION_REVOKED');
      await device().call(identityCalls.logout, {});
    });
  });

  describe('companies', () => {
    it('are switched with new tokens, and the old refresh token is used up', async () => {
      const other = await makePerson();
      const second = await suite.server.service.createCompany({ name: 'Difference Engines', ownerId: other.id });
      await suite.server.service.addMember(second, { userId: suite.person.id, name: 'Countess' });
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
      suite.parts.pass(46_000);
      await d.call(identityCalls.my, {});
      expect((await device().refusal(identityCalls.refresh, { refreshToken: before })).code).toBe('SESSION_REVOKED');
    });

    it('cannot be entered without an active membership', async () => {
      const other = await makePerson();
      const foreign = await suite.server.service.createCompany({ name: 'Difference Engines', ownerId: other.id });
      const d = await signIn();
      expect((await d.refusal(myCompanyCalls.setDefault, { companyId: foreign })).code).toBe('USER_COMPANY_NOT_FOUND');
      await suite.server.service.addMember(foreign, { userId: suite.person.id, status: 'pending' });
      expect((await d.refusal(myCompanyCalls.setDefault, { companyId: foreign })).code).toBe(
        'USER_COMPANY_NOT_ACTIVATED',
      );
      expect((await d.call(myCompanyCalls.list, {})).companies.map((c) => c.id)).toEqual([suite.person.companyId]);
      expect((await d.call(identityCalls.my, {})).userCompany?.companyId).toBe(suite.person.companyId);
    });

    it('give no role after the person has left', async () => {
      const other = await makePerson();
      await suite.server.service.addMember(suite.person.companyId, { userId: other.id });
      const d = await signIn({}, other.email);
      await suite.parts.platform.db
        .deleteFrom('user_company')
        .where('company_id', '=', suite.person.companyId)
        .where('user_id', '=', other.id)
        .execute();
      suite.parts.pass(5_001);
      expect((await d.call(identityCalls.my, {})).userCompany).toBeNull();
      expect((await d.refusal(myCompanyCalls.setUserName, { userName: 'Somebody' })).code).toBe('NO_PERMISSION');
    });

    it('show a new name of the person to all members', async () => {
      const d = await signIn();
      await d.call(myCompanyCalls.setUserName, { userName: ' Ada Lovelace　' });
      const seen = await suite.sync.store.read(suite.person.companyId, (tx) => tx.get('people', suite.person.id));
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
        await suite.server.authenticator.authenticate({
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
    suite.parts.pass(29 * DAY);
    await lately.call(identityCalls.refresh, {});
    await lately.call(identityCalls.logout, {});
    await open.call(identityCalls.refresh, {});
    suite.parts.pass(2 * DAY);
    await suite.parts.run('identity-clean-up');
    const left = await suite.parts.platform.db
      .selectFrom('sessions')
      .select('revoked_at')
      .where('user_id', '=', suite.person.id)
      .execute();
    expect(left.map((s) => s.revoked_at !== null).sort()).toEqual([false, true]);
    await open.call(identityCalls.refresh, {});
  });
});
