/** Sessions of a person on several devices, on each database: their list, and remote sign-out. */
import { describe, expect, it } from 'vitest';
import { identityCalls } from '../../server/organization/identity/contract';
import { passwordCalls } from '../../server/organization/passwords/contract';
import { deviceCalls } from '../../server/organization/sessions/contract';
import { newId } from '../../sync/model/ids';
import { describeOnDatabase } from '../support/database';
import { DAY, PASSWORD, sessionSuite } from '../support/session-suite';

describeOnDatabase('sessions', (engine) => {
  const suite = sessionSuite(engine);
  const { makePerson, signIn } = suite;

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
      expect(suite.parts.published).toContainEqual({
        topic: 'session',
        payload: { sessionId: phoneId, userId: suite.person.id, wipe: true, handover: true },
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
      expect((await laptop.call(identityCalls.my, {})).id).toBe(suite.person.id);
    });

    it('that were offline for a week learn of it when they renew', async () => {
      const laptop = await signIn();
      const phone = await signIn();
      const { sessionId } = await phone.call(identityCalls.my, {});
      await laptop.call(deviceCalls.revoke, { sessionId });
      suite.parts.pass(7 * DAY);
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
      expect((await mine.call(identityCalls.my, {})).id).toBe(suite.person.id);
    });

    it('revoked in another process are refused when its event arrives, and without one within seconds', async () => {
      const d = await signIn();
      const { sessionId } = await d.call(identityCalls.my, {});
      await suite.parts.platform.db
        .updateTable('sessions')
        .set({ revoked_at: suite.parts.platform.clock.now(), revoked_reason: 'revoked' })
        .where('id', '=', sessionId)
        .execute();
      expect((await d.call(identityCalls.my, {})).id).toBe(suite.person.id);
      suite.parts.pass(5_001);
      expect((await d.refusal(identityCalls.my, {})).code).toBe('SESSION_REVOKED');
    });
  });
});
