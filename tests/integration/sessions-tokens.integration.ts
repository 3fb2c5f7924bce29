/** Access and refresh tokens of sessions, on each database: renewal, theft, and lost answers. */
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { myCompanyCalls } from '../../server/organization/companies/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { describeOnDatabase } from '../support/database';
import { DAY, MINUTE, sessionSuite } from '../support/session-suite';

describeOnDatabase('sessions', (engine) => {
  const suite = sessionSuite(engine);
  const { device, makePerson, signIn } = suite;

  describe('tokens', () => {
    it('expire after ten minutes and are renewed', async () => {
      const d = await signIn();
      suite.parts.pass(10 * MINUTE + 1000);
      expect((await d.refusal(identityCalls.my, {})).code).toBe('JWT_TOKEN_EXPIRED');
      await d.call(identityCalls.refresh, {});
      expect((await d.call(identityCalls.my, {})).id).toBe(suite.person.id);
    });

    it('are renewed from the body if there is no cookie', async () => {
      const d = await signIn();
      const { loginToken } = await device().call(identityCalls.refresh, { refreshToken: d.cookies['refreshToken']! });
      expect(loginToken!.refreshToken).not.toBe(d.cookies['refreshToken']);
    });

    it('are not returned to scripts of a page whose session is in cookies', async () => {
      const d = await signIn();
      const second = await suite.server.service.createCompany({ name: 'Second House', ownerId: suite.person.id });
      const before = { ...d.cookies };
      expect(await d.call(identityCalls.refresh, {})).toEqual({ loginToken: null });
      expect(d.cookies['refreshToken']).not.toBe(before['refreshToken']);
      expect(await d.call(myCompanyCalls.setDefault, { companyId: second })).toEqual({ loginToken: null });
      expect((await d.call(identityCalls.my, {})).userCompany?.companyId).toBe(second);

      const api = device();
      api.authorization = `Bearer ${d.cookies['accessToken']!}`;
      const { loginToken } = await api.call(myCompanyCalls.setDefault, { companyId: suite.person.companyId });
      api.authorization = `Bearer ${loginToken!.accessToken}`;
      api.cookies = {};
      expect((await api.call(identityCalls.my, {})).userCompany?.companyId).toBe(suite.person.companyId);
    });

    it('that are forged are rejected', async () => {
      const d = await signIn();
      const { sessionId } = await d.call(identityCalls.my, {});
      const forge = (alg: string, key: string) =>
        new SignJWT({ sid: sessionId, cid: suite.person.companyId })
          .setProtectedHeader({ alg })
          .setIssuer('satchel')
          .setSubject(suite.person.id)
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
      suite.parts.pass(19_000);
      const late = await device().call(identityCalls.refresh, { refreshToken: first });
      expect(late.loginToken!.refreshToken).toBe(tabs[0]!.loginToken!.refreshToken);
      expect(late.loginToken!.refreshToken).not.toBe(first);
    });

    it('that are reused later end the session for thief and owner, without erasing anything', async () => {
      const d = await signIn();
      const stolen = d.cookies['refreshToken']!;
      await d.call(identityCalls.refresh, {});
      suite.parts.pass(46_000);
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
        suite.parts.pass(wait);
        await device().call(identityCalls.refresh, { refreshToken: lost });
      }
      await d.call(identityCalls.refresh, {});
      expect(d.cookies['refreshToken']).not.toBe(lost);
      suite.parts.pass(46_000);
      expect((await d.call(identityCalls.my, {})).id).toBe(suite.person.id);
      // the device has received the answer: a later use of the old token is a copy
      expect((await device().refusal(identityCalls.refresh, { refreshToken: lost })).code).toBe('SESSION_REVOKED');
      expect((await d.refusal(identityCalls.my, {})).code).toBe('SESSION_REVOKED');
    });

    it('whose answer was lost survive a change of company whose answer was also lost', async () => {
      const second = await suite.server.service.createCompany({
        name: 'Difference Engines',
        ownerId: (await makePerson()).id,
      });
      await suite.server.service.addMember(second, { userId: suite.person.id });
      const d = await signIn();
      const saved = { ...d.cookies };
      await d.call(identityCalls.refresh, {});
      d.cookies = { ...saved };
      await d.call(myCompanyCalls.setDefault, { companyId: second });
      d.cookies = { ...saved };
      suite.parts.pass(11 * MINUTE);
      await d.call(identityCalls.refresh, {});
      expect((await d.call(identityCalls.my, {})).userCompany?.companyId).toBe(second);
    });

    it('that a killed browser had not yet written to disk leave it signed in with the previous ones', async () => {
      const d = await signIn();
      const onDisk = { ...d.cookies };
      await d.call(identityCalls.refresh, {});
      suite.parts.pass(29_000);
      await d.call(identityCalls.my, {});
      d.cookies = { ...onDisk };
      suite.parts.pass(2 * DAY);
      await d.call(identityCalls.refresh, {});
      suite.parts.pass(46_000);
      expect((await d.call(identityCalls.my, {})).id).toBe(suite.person.id);
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
      suite.parts.pass(46_000);
      await thief.call(identityCalls.my, {});
      expect((await d.refusal(identityCalls.refresh, {})).code).toBe('SESSION_REVOKED');
      expect((await thief.refusal(identityCalls.my, {})).code).toBe('SESSION_REVOKED');
    });

    it('that are exchanged twice in a row prove that the first answer arrived, without any other call', async () => {
      const d = await signIn();
      const first = d.cookies['refreshToken']!;
      await d.call(identityCalls.refresh, {});
      await d.call(identityCalls.refresh, {});
      suite.parts.pass(21_000);
      expect((await device().refusal(identityCalls.refresh, { refreshToken: first })).code).toBe('SESSION_REVOKED');
    });

    it('whose answer was lost for a month require a new sign-in, and end nothing', async () => {
      const d = await signIn();
      const lost = d.cookies['refreshToken']!;
      await device().call(identityCalls.refresh, { refreshToken: lost });
      suite.parts.pass(31 * DAY);
      expect((await device().refusal(identityCalls.refresh, { refreshToken: lost })).code).toBe('JWT_TOKEN_EXPIRED');
    });

    it('last sixty days without contact, extended by each contact', async () => {
      const d = await signIn();
      suite.parts.pass(59 * DAY);
      await d.call(identityCalls.refresh, {});
      suite.parts.pass(59 * DAY);
      await d.call(identityCalls.refresh, {});
      suite.parts.pass(61 * DAY);
      expect((await d.refusal(identityCalls.refresh, {})).code).toBe('JWT_TOKEN_EXPIRED');
    });

    it('are stored as hashes', async () => {
      const d = await signIn();
      const stored = await suite.parts.platform.db.selectFrom('refresh_tokens').selectAll().execute();
      expect(stored.length).toBeGreaterThan(0);
      expect(JSON.stringify(stored)).not.toContain(d.cookies['refreshToken']);
    });

    it('that are unknown get another error than ended ones', async () => {
      expect((await device().refusal(identityCalls.refresh, { refreshToken: 'x' })).code).toBe('JWT_TOKEN_EXPIRED');
      expect((await device().refusal(identityCalls.refresh, {})).code).toBe('JWT_TOKEN_EXPIRED');
    });
  });
});
