/** Limits of the mails that a stranger can cause to another person's mailbox, by interval and by day. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSync, type Sync } from '../../server/sync/sync';
import { identityCalls } from '../../server/organization/identity/contract';
import { invitationCalls } from '../../server/organization/invitations/contract';
import { joinRequestCalls } from '../../server/organization/join-requests/contract';
import type { MailRequest } from '../../server/organization/mails/templates';
import { MailLimits, MAILS_A_DAY } from '../../server/organization/mails/limits';
import { RESEND_MS } from '../../server/organization/mails/pause';
import { Post } from '../../server/organization/mails/post';
import { memberCalls } from '../../server/organization/members/contract';
import { passwordCalls } from '../../server/organization/passwords/contract';
import { createUser } from '../../server/organization/people/users';
import { registrationCalls } from '../../server/organization/registration/contract';
import { createOrganization, type Organization } from '../../server/composition';
import { newId } from '../../sync/model/ids';
import type { CallDefinition, CallInput } from '../../sync/protocol/call';
import { CallError } from '../../sync/protocol/errors';
import { Device } from '../support/caller';
import { createParts, type Parts } from '../support/parts';
import { anyEngine } from '../support/database';

const PASSWORD = 'Correct-horse-1';
const DAY = 24 * 60 * 60_000;

let parts: Parts;
let sync: Sync;
let server: Organization;
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
// each test runs within a day of its own
beforeEach(() => {
  parts.enqueued.length = 0;
  parts.pass(DAY - (parts.platform.clock.now() % DAY));
});

const address = (): string => `${newId()}@example.test`;
const mailsTo = (email: string): MailRequest[] =>
  parts.enqueued
    .filter((job) => job.name === 'mail')
    .map((job) => job.data as MailRequest)
    .filter((mail) => mail.to === email);
const refusal = <C extends CallDefinition>(device: Device, call: C, input: CallInput<C>): Promise<string> =>
  device.call(call, input).then(
    () => 'fine',
    (error: unknown) => {
      if (error instanceof CallError) return error.code;
      throw error;
    },
  );
/** Repeats `work` with the pause that the server demands; returns how often it was accepted. */
async function often(times: number, work: () => Promise<string>): Promise<number> {
  let done = 0;
  for (let i = 0; i < times; i += 1) {
    if ((await work()) === 'fine') done += 1;
    parts.pass(RESEND_MS);
  }
  return done;
}

interface FoundedOrganization {
  id: string;
  email: string;
  boss: () => Promise<Device>;
}
async function foundOrganization(): Promise<FoundedOrganization> {
  const email = address();
  const ownerId = await createUser(parts.platform, { email, name: 'Olga Owner', password: PASSWORD, lang: 'en' });
  const id = await server.service.createCompany({ name: 'Lantern Works', ownerId });
  return {
    id,
    email,
    async boss() {
      const device = new Device(server);
      await device.call(identityCalls.login, { email, password: PASSWORD });
      return device;
    },
  };
}

describe('invitations', () => {
  it('to one address: one per minute, few per day from one organization, also through an account or after a removal', async () => {
    const [of, email] = [await foundOrganization(), address()];
    const boss = await of.boss();
    const invite = (): Promise<string> =>
      refusal(boss, invitationCalls.invite, { companyId: of.id, email, name: 'Vera Victim' });
    const codes = await Promise.all(Array.from({ length: 40 }, invite));
    expect(codes.filter((code) => code === 'fine')).toHaveLength(1);
    expect(mailsTo(email)).toHaveLength(1);
    const { members } = await boss.call(memberCalls.search, { companyId: of.id, status: 'pending' });
    await boss.call(memberCalls.remove, { companyId: of.id, userId: members[0]!.userId });
    expect(await refusal(boss, memberCalls.createUser, { companyId: of.id, email, name: 'Vera Victim' })).toBe(
      'OPERATE_TOO_FAST',
    );
    parts.pass(RESEND_MS);
    await often(6, invite);
    expect(mailsTo(email)).toHaveLength(MAILS_A_DAY.invitation.toOneFromCompany!);
    parts.pass(DAY);
    expect(
      await refusal(await of.boss(), invitationCalls.invite, { companyId: of.id, email, name: 'Vera Victim' }),
    ).toBe('fine');
  });

  it('to one mailbox: few per day from all organizations together, however its address is written', async () => {
    const name = newId();
    const organizations = await Promise.all(Array.from({ length: 4 }, foundOrganization));
    let n = 0;
    for (const of of organizations) {
      const boss = await of.boss();
      await often(3, () =>
        refusal(boss, invitationCalls.invite, {
          companyId: of.id,
          email: `${name}+${(n += 1)}@example.test`,
          name: 'Vera Victim',
        }),
      );
    }
    expect(parts.enqueued.filter((job) => (job.data as MailRequest).to.startsWith(name))).toHaveLength(
      MAILS_A_DAY.invitation.toOne,
    );
  });

  it('from one organization: as many per day as people may wait for an answer', async () => {
    const of = await foundOrganization();
    const boss = await of.boss();
    await boss.call(invitationCalls.invite, { companyId: of.id, email: address(), name: 'Nora New' });
    await parts.platform.db
      .updateTable('mail_count')
      .set({ n: MAILS_A_DAY.invitation.fromCompany! })
      .where('key', '=', `invitation from ${of.id}`)
      .execute();
    const refused = await boss.refusal(invitationCalls.invite, {
      companyId: of.id,
      email: address(),
      name: 'Nora New',
    });
    expect(refused.code).toBe('OPERATE_TOO_FAST');
    expect(refused.details.params!['seconds']).toBeGreaterThan(60 * 60);
  });
});

it('registrations, new and resent, for an address with an account and without', async () => {
  const known = await foundOrganization();
  for (const email of [known.email, address()]) {
    const anybody = new Device(server);
    const create = (): Promise<string> =>
      refusal(anybody, registrationCalls.create, {
        companyName: 'Taken Over',
        userName: 'Taken Over',
        email,
        jobRoleId: 'other',
        lang: 'en',
      });
    expect((await Promise.all(Array.from({ length: 10 }, create))).filter((code) => code === 'fine')).toHaveLength(1);
    parts.pass(RESEND_MS);
    const { applyId } = await anybody.call(registrationCalls.create, {
      companyName: 'Taken Over',
      userName: 'Taken Over',
      email,
      jobRoleId: 'other',
      lang: 'en',
    });
    parts.pass(RESEND_MS);
    await often(5, create);
    await often(5, () => refusal(anybody, registrationCalls.resend, { applyId }));
    expect(mailsTo(email), email).toHaveLength(MAILS_A_DAY.registration.toOne);
  }
});

it('applications to join, of one organization and of several', async () => {
  const [email, anybody] = [address(), new Device(server)];
  for (const of of [await foundOrganization(), await foundOrganization(), await foundOrganization()]) {
    const { key } = await (await of.boss()).call(invitationCalls.createLink, { companyId: of.id });
    const { applyId } = await anybody
      .call(joinRequestCalls.apply, { invitationKey: key, name: 'Taken Over', email, lang: 'en' })
      .catch(() => ({ applyId: newId() }));
    parts.pass(RESEND_MS);
    await often(8, () => refusal(anybody, joinRequestCalls.resend, { applyId }));
    expect(mailsTo(email).length).toBeLessThanOrEqual(MAILS_A_DAY.application.toOne);
  }
  expect(mailsTo(email)).toHaveLength(MAILS_A_DAY.application.toOne);
});

it('resets: the answer stays the same beyond the limit, and other mails do not use the limit up', async () => {
  const [of, other] = [await foundOrganization(), await foundOrganization()];
  const [anybody, boss] = [new Device(server), await other.boss()];
  await often(3, () =>
    refusal(boss, invitationCalls.invite, { companyId: other.id, email: of.email, name: 'Vera Victim' }),
  );
  parts.enqueued.length = 0;
  expect(
    await often(15, async () => {
      const answer = await refusal(anybody, passwordCalls.applyReset, { email: of.email });
      await parts.work('password-reset');
      return answer;
    }),
  ).toBe(15);
  expect(mailsTo(of.email)).toHaveLength(MAILS_A_DAY.reset.toOne);
});

it('of many applications or resets for one address at once, one sends a mail', async () => {
  const [of, email, anybody] = [await foundOrganization(), address(), new Device(server)];
  const { key } = await (await of.boss()).call(invitationCalls.createLink, { companyId: of.id });
  const apply = (): Promise<string> =>
    refusal(anybody, joinRequestCalls.apply, { invitationKey: key, name: 'Taken Over', email, lang: 'en' });
  expect((await Promise.all(Array.from({ length: 10 }, apply))).filter((code) => code === 'fine')).toHaveLength(1);
  expect(mailsTo(email)).toHaveLength(1);

  const reset = (): Promise<void> => parts.runWith('password-reset', { email: of.email }, new AbortController().signal);
  await Promise.all(Array.from({ length: 10 }, reset));
  expect(mailsTo(of.email)).toHaveLength(1);
});

it('a notice beyond the limit is dropped, and its event still happens', async () => {
  const of = await foundOrganization();
  const boss = await of.boss();
  const { key } = await boss.call(invitationCalls.createLink, { companyId: of.id });
  const anybody = new Device(server);
  const apply = async (): Promise<void> => {
    const email = address();
    const { applyId } = await anybody.call(joinRequestCalls.apply, {
      invitationKey: key,
      name: 'Ada Applicant',
      email,
      lang: 'en',
    });
    await anybody.call(joinRequestCalls.verify, {
      applyId,
      sign: new URL(mailsTo(email).at(-1)!.link).searchParams.get('sign')!,
    });
  };
  await apply();
  await parts.platform.db
    .updateTable('mail_count')
    .set({ n: MAILS_A_DAY.joinRequest.toOneFromCompany })
    .where('key', '=', `joinRequest to ${of.email} from ${of.id}`)
    .execute();
  await apply();
  expect(mailsTo(of.email)).toHaveLength(1);
  expect((await boss.call(joinRequestCalls.list, {})).total).toBe(2);
});

it('notices, of one organization or many, use up neither the room of mails that a person must get nor each other’s', async () => {
  const limits = new MailLimits(parts.platform);
  const sent: string[] = [];
  const jobs = {
    enqueue: (_name: string, { kind }: { kind: string }) => Promise.resolve((sent.push(kind), null)),
  };
  const post = new Post({ ...parts.platform, jobs } as unknown as ConstructorParameters<typeof Post>[0], limits);
  const to = { email: address(), lang: 'en' };
  const notice = { name: 'Vera', company: 'Evil', lines: 'one' };
  const [evil, own] = [newId(), newId()];
  const often = MAILS_A_DAY.notice.toOneFromCompany;
  for (let i = 0; i < often; i += 1) expect(await post.send('notices', to, notice, '/x', evil)).toBe(true);
  expect(await post.send('notices', to, notice, '/x', evil)).toBe(false);
  expect(await post.send('notices', to, notice, '/x', evil, undefined, 'digest')).toBe(true);
  expect(await post.send('notices', to, notice, '/x', own)).toBe(true);
  for (const kind of ['joinRequestWaiting', 'ownerTransferred', 'removedFromCompany'] as const)
    for (const companyId of [evil, own])
      expect(await post.send(kind, to, {} as never, '', companyId), `${kind} ${companyId}`).toBe(true);
  expect(sent).toHaveLength(often + 2 + 6);
});
