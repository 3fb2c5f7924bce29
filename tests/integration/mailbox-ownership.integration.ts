/**
 * Only the owner of an address's mailbox can sign in to its account, in every order in which a stranger and the owner
 * create accounts, register, are invited, apply, are approved, use mailed links and set passwords.
 *
 * All orders up to a length are explored in one server. Each step is a savepoint, so that orders share their prefixes;
 * a state that was already explored with as many remaining steps is skipped. Longer orders are sampled at random.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSync, type Sync } from '../../server/sync/sync';
import { departmentCalls } from '../../server/organization/departments/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { invitationCalls } from '../../server/organization/invitations/contract';
import { joinRequestCalls } from '../../server/organization/join-requests/contract';
import type { MailRequest } from '../../server/organization/mails/templates';
import { memberCalls } from '../../server/organization/members/contract';
import { passwordCalls } from '../../server/organization/passwords/contract';
import { createUser } from '../../server/organization/people/users';
import { registrationCalls } from '../../server/organization/registration/contract';
import { createOrganization, type Organization } from '../../server/composition';
import { newId } from '../../sync/model/ids';
import type { CallDefinition, CallInput, CallOutput } from '../../sync/protocol/call';
import { CallError } from '../../sync/protocol/errors';
import { Device } from '../support/caller';
import { Choices } from '../support/fuzz/random';
import { createParts, type Parts } from '../support/parts';
import { anyEngine } from '../support/database';

const VICTIM = 'victim@example.test';
const [STRANGERS, OWNERS] = ['Strangers-pass-1', 'Owners-pass-1'];
/** Length of the exhaustively explored orders, and of the random ones. */
const [STEPS, LONG] = [3, 8];
const WALKS = 12;
/**
 * Milliseconds between steps: longer than limits of one per minute, short enough for administrators' sessions to last
 * for an order.
 */
const PAUSE = 61_000;

let parts: Parts;
let sync: Sync;
let server: Organization;
let honest: FoundedOrganization;
/** a browser without an account */
let anybody: Device;
/** steps without access to the mailbox */
let others: Step[];
beforeAll(async () => {
  parts = await createParts(anyEngine());
  sync = createSync(parts.platform, []);
  server = createOrganization(parts.platform, sync);
  honest = await foundOrganization('Lantern Works');
  anybody = new Device(server);
  others = stepsOfOthers(await foundOrganization('Company of strangers'));
  parts.enqueued.length = 0;
});
afterAll(async () => {
  sync.close();
  server.authenticator.close();
  await parts.close();
});

class RolledBack extends Error {}
/** Runs `work` and rolls it back, with the mails it sent and the time it advanced. */
async function undone(work: () => Promise<void>): Promise<void> {
  const [mails, time] = [parts.enqueued.length, parts.platform.clock.now()];
  try {
    await parts.platform.transaction(async () => {
      await work();
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  } finally {
    parts.enqueued.length = mails;
    parts.pass(time - parts.platform.clock.now());
  }
}

interface FoundedOrganization {
  id: string;
  boss: Device;
  key: string;
  department: string;
}
async function foundOrganization(name: string): Promise<FoundedOrganization> {
  const email = `${newId()}@example.test`;
  const ownerId = await createUser(parts.platform, { email, name: 'Olga Owner', password: OWNERS, lang: 'en' });
  const id = await server.service.createCompany({ name, ownerId });
  const boss = new Device(server);
  await boss.call(identityCalls.login, { email, password: OWNERS });
  const { id: department } = await boss.call(departmentCalls.create, { companyId: id, name: 'Makers', parentId: '' });
  return { id, boss, department, key: (await boss.call(invitationCalls.createLink, { companyId: id })).key };
}

const passwords = new Map<string, boolean>();
/** Whether the stranger's password opens the account; each hash is verified once. */
async function strangerGetsIn(hash: string): Promise<boolean> {
  const known = passwords.get(hash);
  if (known !== undefined) return known;
  const error = await new Device(server, { ip: `198.51.100.${(passwords.size % 250) + 1}` })
    .call(identityCalls.login, { email: VICTIM, password: STRANGERS })
    .then(
      () => null,
      (refused: unknown) => refused,
    );
  if (error !== null && !(error instanceof CallError && error.code === 'USER_PASSOWRD_MISMATCHED')) throw error;
  passwords.set(hash, error === null);
  return error === null;
}

type Step = [name: string, run: () => Promise<unknown>];
/** Makes a call and ignores a refusal: the server decides whether a step is possible. */
const attempt = <C extends CallDefinition>(
  device: Device,
  call: C,
  input: CallInput<C>,
): Promise<CallOutput<C> | null> =>
  device.call(call, input).catch((error: unknown) => {
    if (error instanceof CallError) return null;
    throw error;
  });

const mails = (): MailRequest[] =>
  parts.enqueued
    .filter((job) => job.name === 'mail')
    .map((job) => job.data as MailRequest)
    .filter((mail) => mail.to === VICTIM && mail.link.includes('?'));

async function reset(): Promise<void> {
  await anybody.call(passwordCalls.applyReset, { email: VICTIM });
  await parts.work('password-reset');
}

/** Steps of people without access to the mailbox, and of honest administrators. */
function stepsOfOthers(stranger: FoundedOrganization): Step[] {
  const wish = (by: string, password: string) => ({
    companyName: `Company of the ${by}`,
    userName: `The ${by}`,
    email: VICTIM,
    jobRoleId: 'other' as const,
    lang: 'en' as const,
    password,
  });
  return [
    [
      'the stranger creates',
      () =>
        attempt(stranger.boss, memberCalls.createUser, {
          companyId: stranger.id,
          name: 'Taken Over',
          email: VICTIM,
          password: STRANGERS,
        }),
    ],
    ['the stranger registers', () => attempt(anybody, registrationCalls.create, wish('stranger', STRANGERS))],
    [
      'the stranger applies',
      () =>
        attempt(anybody, joinRequestCalls.apply, {
          invitationKey: stranger.key,
          name: 'Taken Over',
          email: VICTIM,
          initPassword: STRANGERS,
          lang: 'en',
        }),
    ],
    [
      'the stranger approves',
      async () => {
        const waiting = await stranger.boss.call(joinRequestCalls.list, {});
        for (const { applyId } of waiting.requests)
          await attempt(stranger.boss, joinRequestCalls.review, {
            applyId,
            departmentId: stranger.department,
            pass: true,
          });
      },
    ],
    ['the stranger asks for a reset', reset],
    [
      'another organization invites',
      () => attempt(honest.boss, invitationCalls.invite, { companyId: honest.id, email: VICTIM, name: 'Vera Victim' }),
    ],
    ['the owner registers', () => attempt(anybody, registrationCalls.create, wish('owner', OWNERS))],
  ];
}

/** Steps of the mailbox's owner: using its links, with a password and without. */
function ownersSteps(): Step[] {
  return mails().flatMap((mail): Step[] => {
    const link = new URL(mail.link);
    const activeKey = link.searchParams.get('activeKey') ?? '';
    const device = new Device(server);
    const press = (password?: string): Promise<unknown> => {
      const given = password === undefined ? {} : { password };
      switch (link.pathname) {
        case '/verify/create-company':
          return attempt(device, registrationCalls.activate, { activeKey, ...given });
        case '/verify/invite-user':
          return attempt(device, invitationCalls.accept, { activeKey, ...given });
        case '/verify/retrieve-password':
          return attempt(device, passwordCalls.reset, { activeKey, password: OWNERS });
        case '/user/company/applyVerify':
          return attempt(device, joinRequestCalls.verify, {
            applyId: link.searchParams.get('applyId')!,
            sign: link.searchParams.get('sign')!,
            ...given,
          });
        default:
          throw new Error(`no step uses this link of a mail: ${link.pathname}`);
      }
    };
    const name = `the owner presses ${link.pathname} of ${mail.kind}`;
    return link.pathname === '/verify/retrieve-password'
      ? [[name, () => press()]]
      : [
          [name, () => press()],
          [`${name}, with a password`, () => press(OWNERS)],
        ];
  });
}

/** The part of the state that determines the possible next steps. */
async function fingerprint(): Promise<string> {
  const { db } = parts.platform;
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'password_hash', 'mailbox_proven_at'])
    .where('email', '=', VICTIM)
    .executeTakeFirst();
  const members = user
    ? await db
        .selectFrom('user_company')
        .select(['company_id', 'status', 'role'])
        .where('user_id', '=', user.id)
        .orderBy('company_id')
        .execute()
    : [];
  const applications = await db
    .selectFrom('company_application')
    .select(['company_name', 'state'])
    .where('email', '=', VICTIM)
    .orderBy('company_name')
    .orderBy('state')
    .execute();
  const requests = await db
    .selectFrom('join_request')
    .select(['state', 'password_hash'])
    .where('email', '=', VICTIM)
    .orderBy('state')
    .execute();
  const links = await db
    .selectFrom('sent_link')
    .select(['kind', 'used_at'])
    .where('email', '=', VICTIM)
    .orderBy('kind')
    .execute();
  return JSON.stringify([
    user && [user.password_hash !== null, user.mailbox_proven_at !== null],
    members.map((m) => [m.status, m.role, m.company_id]),
    applications,
    requests.map((r) => [r.state, r.password_hash !== null]),
    links.map((l) => [l.kind, l.used_at !== null]).sort(),
  ]);
}

/** Checks the invariants after each step. */
async function check(order: readonly string[]): Promise<void> {
  const user = await parts.platform.db
    .selectFrom('users')
    .select(['password_hash', 'mailbox_proven_at'])
    .where('email', '=', VICTIM)
    .executeTakeFirst();
  if (user) expect(user.password_hash === null || user.mailbox_proven_at !== null, order.join(' → ')).toBe(true);
  if (user?.password_hash) expect(await strangerGetsIn(user.password_hash), order.join(' → ')).toBe(false);
  expect(anybody.cookies, order.join(' → ')).toEqual({});
}

/** Makes a step; `then` continues from the state after it. */
async function take([name, run]: Step, order: string[], then: () => Promise<void>): Promise<void> {
  order.push(name);
  parts.pass(PAUSE);
  await run();
  await check(order);
  await then();
  order.pop();
}

it('only the owner of the mailbox signs in, in all orders of steps of a stranger and the owner', async () => {
  const walked = new Map<string, number>();
  const walk = async (left: number, order: string[]): Promise<void> => {
    for (const step of [...others, ...ownersSteps()]) {
      await undone(() =>
        take(step, order, async () => {
          const state = await fingerprint();
          if (left === 1 || (walked.get(state) ?? 0) >= left) return;
          walked.set(state, left);
          await walk(left - 1, order);
        }),
      );
    }
  };
  await walk(STEPS, []);
  expect(walked.size).toBeGreaterThan(20);
  expect(passwords.size).toBeGreaterThan(10);
});

it.each(Array.from({ length: WALKS }, (_, seed) => seed + 1))(
  'only the owner signs in, whatever steps precede, and always can (walk %i)',
  (seed) =>
    undone(async () => {
      const random = new Choices(seed);
      const order: string[] = [];
      for (let i = 0; i < LONG; i += 1) {
        const owners = ownersSteps();
        const step = random.pick(owners.length > 0 && random.chance(0.5) ? owners : others);
        await take(step, [...order], () => Promise.resolve());
        order.push(step[0]);
      }
      if (!(await parts.platform.db.selectFrom('users').select('id').where('email', '=', VICTIM).executeTakeFirst()))
        return;
      parts.pass(PAUSE);
      await reset();
      await ownersSteps().at(-1)![1]();
      await new Device(server, { ip: '198.51.100.251' }).call(identityCalls.login, { email: VICTIM, password: OWNERS });
    }),
);

it('credentials from before the owner proved the mailbox are void afterwards', () =>
  undone(async () => {
    const { db, clock } = parts.platform;
    const [now, device] = [clock.now(), new Device(server)];
    const { userId } = await honest.boss.call(invitationCalls.invite, {
      companyId: honest.id,
      email: VICTIM,
      name: 'Vera Victim',
    });
    const sessionId = newId();
    await db
      .insertInto('sessions')
      .values({ id: sessionId, user_id: userId, created_at: now, last_seen_at: now, expires_at: now + PAUSE })
      .execute();
    await db
      .insertInto('desktop_code')
      .values({
        code_hash: 'a',
        session_id: sessionId,
        user_id: userId,
        company_id: honest.id,
        code_challenge: '',
        expires_at: now + PAUSE,
        used_at: null,
      })
      .execute();
    await db.insertInto('device_recovery').values({ user_id: userId, id: 'a', sealed: '', created_at: now }).execute();
    await db
      .insertInto('oauth_client')
      .values({ id: 'app', name: 'App', provider: 'Provider', created_at: now })
      .execute();
    await db
      .insertInto('oauth_grant')
      .values({
        company_id: honest.id,
        id: 'grant',
        user_id: userId,
        client_id: 'app',
        partner_user_id: '',
        scopes: '[]',
        created_at: now,
        last_used_at: null,
        revoked_at: null,
      })
      .execute();
    await db
      .insertInto('oauth_token')
      .values({
        token_hash: 'a',
        grant_id: 'grant',
        kind: 'refresh',
        created_at: now,
        expires_at: now + PAUSE,
        used_at: null,
      })
      .execute();
    const activeKey = new URL(mails().at(-1)!.link).searchParams.get('activeKey')!;
    await device.call(invitationCalls.accept, { activeKey });
    const open = await db
      .selectFrom('sessions')
      .select('created_at')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute();
    expect(open).toHaveLength(1);
    expect(open[0]!.created_at).toBeGreaterThan(now);
    for (const table of ['desktop_code', 'device_recovery', 'oauth_grant', 'oauth_token'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }));

it('the database contains no password of an account with an unproven mailbox', () =>
  undone(async () => {
    const { userId } = await honest.boss.call(invitationCalls.invite, {
      companyId: honest.id,
      email: VICTIM,
      name: 'Vera Victim',
    });
    await expect(
      parts.platform.transaction(() =>
        parts.platform.db.updateTable('users').set({ password_hash: 'x' }).where('id', '=', userId).execute(),
      ),
    ).rejects.toThrow('users_password_after_proof');
  }));
