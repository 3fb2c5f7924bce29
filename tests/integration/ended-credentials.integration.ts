/** A sign-in that began with a password or a session that has ended since fails, in any order of events. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSync, type Sync } from '../../server/sync/sync';
import { desktopCalls } from '../../server/organization/desktop/contract';
import { AccessTokens } from '../../server/organization/identity/access-token';
import { identityCalls } from '../../server/organization/identity/contract';
import { Lockout } from '../../server/organization/identity/lockout';
import { MailboxProof } from '../../server/organization/identity/mailbox-proof';
import { hashPassword } from '../../server/organization/identity/passwords';
import { IdentityService } from '../../server/organization/identity/service';
import { SessionStore } from '../../server/organization/identity/session-store';
import { MailTokens } from '../../server/organization/mail-tokens/mail-tokens';
import { MailLimits } from '../../server/organization/mails/limits';
import { Post } from '../../server/organization/mails/post';
import { passwordCalls } from '../../server/organization/passwords/contract';
import { PasswordService } from '../../server/organization/passwords/service';
import { createUser } from '../../server/organization/people/users';
import { createOrganization, type Organization } from '../../server/composition';
import { deviceCalls } from '../../server/organization/sessions/contract';
import type { Actor, RequestInfo } from '../../server/platform/context';
import { newId } from '../../sync/model/ids';
import { Device } from '../support/caller';
import { createParts, type Parts } from '../support/parts';
import { anyEngine } from '../support/database';

const [OLD, NEW] = ['Correct-horse-1', 'Another-horse-2'];
const VERIFIER = 'v'.repeat(43);
const codeChallenge = createHash('sha256').update(VERIFIER).digest('base64url');
const request = { ip: '192.0.2.1', userAgent: 'test', cookies: {} } as RequestInfo;

let parts: Parts;
let sync: Sync;
let server: Organization;
let person: { id: string; email: string; companyId: string };

beforeAll(async () => {
  parts = await createParts(anyEngine());
  sync = createSync(parts.platform, []);
  server = createOrganization(parts.platform, sync);
});
afterAll(async () => {
  sync.close();
  server.authenticator.close();
  await parts.close();
});
beforeEach(async () => {
  const email = `p${newId()}@example.test`;
  const id = await createUser(parts.platform, { email, name: 'Ada Byron', password: OLD, lang: 'en' });
  person = { id, email, companyId: await server.service.createCompany({ name: 'Analytical Engines', ownerId: id }) };
});

async function signedIn(): Promise<Device> {
  const device = new Device(server);
  await device.call(identityCalls.login, { email: person.email, password: OLD });
  return device;
}
async function codeOf(device: Device): Promise<string> {
  const { link } = await device.call(desktopCalls.code, { codeChallenge });
  return new URL(link).searchParams.get('code')!;
}
const openSessions = async (): Promise<number> =>
  (
    await parts.platform.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', person.id)
      .where('revoked_at', 'is', null)
      .execute()
  ).length;
/** Sets a password as the link of a reset does, during another operation. */
async function setAnotherPassword(): Promise<void> {
  const hash = await hashPassword(NEW);
  await parts.platform.transaction(async () => {
    await parts.platform.db.updateTable('users').set({ password_hash: hash }).where('id', '=', person.id).execute();
    await new SessionStore(parts.platform).endAll(person.id, 'password');
  });
}

it('a desktop code opens a session while that of the browser is open', async () => {
  const code = await codeOf(await signedIn());
  await new Device(server).call(desktopCalls.login, { code, codeVerifier: VERIFIER });
  expect(await openSessions()).toBe(2);
});

it.each<[string, (device: Device) => Promise<unknown>]>([
  ['signs out', (device) => device.call(identityCalls.logout, {})],
  [
    'is signed out from elsewhere',
    async () => {
      const other = await signedIn();
      const { sessions } = await other.call(deviceCalls.list, {});
      await other.call(deviceCalls.revoke, { sessionId: sessions.find((s) => !s.current)!.id });
    },
  ],
  [
    'is ended by a new password',
    async () => (await signedIn()).call(passwordCalls.change, { oldPassword: OLD, newPassword: NEW }),
  ],
])('a desktop code opens no session once its browser %s', async (_, end) => {
  const device = await signedIn();
  const code = await codeOf(device);
  await end(device);
  const before = await openSessions();
  expect((await new Device(server).refusal(desktopCalls.login, { code, codeVerifier: VERIFIER })).code).toBe(
    'JWT_TOKEN_EXPIRED',
  );
  expect(await openSessions()).toBe(before);
});

it('a sign-in with a password that is replaced during its verification opens no session', async () => {
  const ipFilter = {
    pass: () => Promise.resolve(),
    wouldPass: async () => {
      await setAnotherPassword();
      return true;
    },
    signedIn: () => Promise.resolve(),
  };
  const identity = new IdentityService(
    parts.platform,
    new AccessTokens(parts.platform.config.secret, parts.platform.clock),
    new SessionStore(parts.platform),
    server.authenticator,
    new Lockout(parts.platform.db),
    ipFilter,
  );
  await expect(identity.login({ email: person.email, password: OLD }, request)).rejects.toMatchObject({
    code: 'USER_PASSOWRD_MISMATCHED',
  });
  expect(await openSessions()).toBe(0);
});

it('a change of a password that was replaced during its verification does not replace the new one', async () => {
  const { platform } = parts;
  const sessions = new SessionStore(platform);
  const { sessionId } = await sessions.open(person.id, person.companyId, request);
  const lockout = new Lockout(platform.db);
  const slow = {
    attempt: lockout.attempt.bind(lockout),
    succeeded: async (email: string, ip: string) => {
      await setAnotherPassword();
      await lockout.succeeded(email, ip);
    },
  } as Lockout;
  const links = new MailTokens(platform);
  const passwords = new PasswordService(platform, {
    sessions,
    mailTokens: links,
    lockout: slow,
    authenticator: server.authenticator,
    proof: new MailboxProof(platform, sessions),
    post: new Post(platform, new MailLimits(platform)),
  });
  const actor = { userId: person.id, sessionId, companyId: person.companyId, role: 'owner', lang: 'en' } as Actor;
  await expect(
    passwords.change(actor, { oldPassword: OLD, newPassword: 'Thieving-horse-3' }, request),
  ).rejects.toMatchObject({ code: 'PARAM_ERROR' });
  await new Device(server).call(identityCalls.login, { email: person.email, password: NEW });
});
