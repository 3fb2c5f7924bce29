/** Invitations over HTTP, as browsers use them. */
import { describe, expect, it } from 'vitest';
import { identityCalls } from '../../server/organization/identity/contract';
import { invitationCalls } from '../../server/organization/invitations/contract';
import { memberCalls } from '../../server/organization/members/contract';
import { passwordCalls } from '../../server/organization/passwords/contract';
import type { Actor, RequestInfo } from '../../server/platform/context';
import { newId } from '../../sync/model/ids';
import { anyEngine } from '../support/database';
import {
  address,
  Browser,
  company,
  keyIn,
  mailsOf,
  parts,
  PASSWORD,
  server,
  serveOrganization,
} from '../support/organization-server';

serveOrganization();

describe('invitations', () => {
  it('by mail: pending, then active with the person’s own password, and in the department', async () => {
    const organization = await company();
    const department = await server.departments.create(organization.id, { name: 'Makers' });
    const email = address();
    const { userId } = await organization.owner.call(invitationCalls.invite, {
      companyId: organization.id,
      email,
      name: 'Nora New',
      departmentId: department,
    });
    const pending = await organization.owner.call(memberCalls.search, {
      companyId: organization.id,
      status: 'pending',
    });
    expect(pending.members).toMatchObject([
      { userId, name: 'Nora New', status: 'pending', departments: [{ name: 'Makers' }] },
    ]);
    const nora = new Browser();
    const activeKey = keyIn('invitation');
    expect(await nora.call(invitationCalls.look, { activeKey })).toEqual({
      companyName: 'Lantern Works',
      name: 'Nora New',
      email,
      hasPassword: false,
    });
    const joined = await nora.call(invitationCalls.accept, { activeKey });
    expect(joined).toMatchObject({ companyId: organization.id, hasPassword: false });
    await nora.call(passwordCalls.initialize, { password: 'My-own-first-1' });
    await new Browser().signIn(email, 'My-own-first-1');
    expect((await nora.call(identityCalls.my, {})).userCompany).toMatchObject({ userName: 'Nora New', actived: true });
    expect(await nora.refusal(invitationCalls.accept, { activeKey })).toBe('EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE');
    expect(
      await organization.owner.refusal(invitationCalls.invite, { companyId: organization.id, email, name: 'Nora New' }),
    ).toBe('USER_ALREADY_IN_COMPANY');
  });

  it('by mail: a link that is opened while its mail is sent again is replaced, and neither request waits for the other', async () => {
    const { id: companyId, owner, ownerId } = await company();
    const invitee = { email: address(), name: 'Nora New', departmentId: '' };
    await owner.call(invitationCalls.invite, { companyId, ...invitee });
    const activeKey = keyIn('invitation');
    parts.pass(2 * 60_000);
    const { query, transaction } = parts.platform;
    let locked: () => void = () => undefined;
    let release: () => void = () => undefined;
    const isLocked = new Promise<void>((resolve) => (locked = resolve));
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    // holds the company's lock before the invitation replaces the token
    const invited = transaction(async () => {
      await query({ text: 'select seq from company_clock where company_id = $1 for update', values: [companyId] });
      locked();
      await isReleased;
      const actor = { userId: ownerId, companyId, sessionId: '' } as Actor;
      return server.invitations.invite(
        actor,
        { requestId: '', origin: '', ip: '', userAgent: '' } as RequestInfo,
        invitee,
      );
    });
    await isLocked;
    const accepted = new Browser().refusal(invitationCalls.accept, { activeKey });
    // the embedded database has one connection, for which the other request waits
    if (anyEngine() === 'postgres')
      await expect
        .poll(() =>
          query<{ n: number }>({
            text: `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          }).then(({ rows }) => rows[0]!.n),
        )
        .toBe(1);
    release();
    await invited;
    expect(await accepted).toBe('EMAIL_ACTIVE_KEY_EXPIRED');
    const joined = await new Browser().call(invitationCalls.accept, { activeKey: keyIn('invitation') });
    expect(joined.companyId).toBe(companyId);
  });

  it('by mail to a person with an account: the link opens no session, their own password does', async () => {
    const [organization, other] = [await company('First'), await company('Second')];
    await organization.owner.call(invitationCalls.invite, {
      companyId: organization.id,
      email: other.email,
      name: 'Olga There',
    });
    const stranger = new Browser();
    const joined = await stranger.call(invitationCalls.accept, {
      activeKey: keyIn('invitation'),
      password: 'Taken-over-1',
    });
    expect(joined.loginToken).toBeNull();
    expect(await stranger.refusal(identityCalls.my, {})).toBe('USER_NOT_LOGIN');
    expect(await stranger.refusal(identityCalls.login, { email: other.email, password: 'Taken-over-1' })).toBe(
      'USER_PASSOWRD_MISMATCHED',
    );
    const my = await other.owner.call(identityCalls.my, {});
    expect(my.companies.map((c) => c.name)).toEqual(['First', 'Second']);
    // a session stays in its company; the next one starts in the company of the invitation
    expect(my.userCompany?.companyId).toBe(other.id);
    await stranger.signIn(other.email);
    expect((await stranger.call(identityCalls.my, {})).userCompany?.companyId).toBe(organization.id);
  });

  it('use the language of the page on which they are accepted, not that of the first inviter', async () => {
    const [english, japanese, email] = [await company(), await company(), address()];
    await japanese.owner.call(identityCalls.setLanguage, { lang: 'ja' });
    await english.owner.call(invitationCalls.invite, { companyId: english.id, email, name: 'Someone' });
    await japanese.owner.call(invitationCalls.invite, { companyId: japanese.id, email, name: '박지우' });
    expect(mailsOf('invitation').map(({ lang }) => lang)).toEqual(['en', 'ja']);
    const jiwoo = new Browser();
    await jiwoo.call(invitationCalls.accept, { activeKey: keyIn('invitation'), password: PASSWORD, lang: 'ko' });
    expect(await jiwoo.call(identityCalls.my, {})).toMatchObject({ userProfile: { lang: 'ko' } });

    // an account in use keeps its person's language
    await english.owner.call(invitationCalls.invite, {
      companyId: english.id,
      email: japanese.email,
      name: 'Olga There',
    });
    await new Browser().call(invitationCalls.accept, { activeKey: keyIn('invitation'), lang: 'zh_hans' });
    expect(await japanese.owner.call(identityCalls.my, {})).toMatchObject({ userProfile: { lang: 'ja' } });
  });

  it('repeated: only the newest link works, and the person is not invited twice', async () => {
    const organization = await company();
    const email = address();
    await organization.owner.call(invitationCalls.invite, { companyId: organization.id, email, name: 'Nora New' });
    const first = keyIn('invitation');
    expect(
      await organization.owner.refusal(invitationCalls.invite, { companyId: organization.id, email, name: 'Nora New' }),
    ).toBe('OPERATE_TOO_FAST');
    parts.pass(60_000);
    await organization.owner.call(invitationCalls.invite, { companyId: organization.id, email, name: 'Nora New' });
    expect(await new Browser().refusal(invitationCalls.look, { activeKey: first })).toBe('EMAIL_ACTIVE_KEY_EXPIRED');
    expect((await organization.owner.call(memberCalls.search, { companyId: organization.id })).total).toBe(2);
    await organization.owner.call(memberCalls.remove, {
      companyId: organization.id,
      userId: (await organization.owner.call(memberCalls.search, { companyId: organization.id, status: 'pending' }))
        .members[0]!.userId,
    });
    expect(await new Browser().refusal(invitationCalls.accept, { activeKey: keyIn('invitation') })).toBe(
      'EMAIL_ACTIVE_KEY_EXPIRED',
    );
  });

  it('by link: valid for seven days; a new link replaces the previous one', async () => {
    const organization = await company();
    expect(await organization.owner.refusal(invitationCalls.currentLink, {})).toBe(
      'NO_USER_COMPANY_INVITATION_KEY_CAN_USE',
    );
    const first = await organization.owner.call(invitationCalls.createLink, { companyId: organization.id });
    expect(await organization.owner.call(invitationCalls.currentLink, {})).toEqual(first);
    const second = await organization.owner.call(invitationCalls.createLink, { companyId: organization.id });
    const browser = new Browser();
    expect(await browser.refusal(invitationCalls.lookAtLink, { key: first.key })).toBe(
      'USER_COMPANY_INVITATION_KEY_EXPIRED',
    );
    expect(await browser.call(invitationCalls.lookAtLink, { key: second.key })).toMatchObject({
      companyName: 'Lantern Works',
    });
    expect(await browser.refusal(invitationCalls.lookAtLink, { key: 'nobody-made-this' })).toBe(
      'NO_USER_COMPANY_INVITATION_KEY_CAN_USE',
    );
    parts.pass(7 * 24 * 60 * 60 * 1000);
    expect(await browser.refusal(invitationCalls.lookAtLink, { key: second.key })).toBe(
      'USER_COMPANY_INVITATION_KEY_EXPIRED',
    );
  });

  it('for an account created by an administrator: its person sets the password, and the answer does not reveal whether the address has an account', async () => {
    const [organization, known] = [await company(), await company('Second')];
    const email = address();
    const unknown = await organization.owner.call(memberCalls.createUser, {
      companyId: organization.id,
      name: 'Nora New',
      email,
      password: 'Chosen-by-other-1',
    });
    const nora = new Browser();
    expect(await nora.refusal(identityCalls.login, { email, password: 'Chosen-by-other-1' })).toBe(
      'USER_PASSOWRD_MISMATCHED',
    );
    await parts.platform.db
      .updateTable('users')
      .set({ avatar_key: 'avatars/me/1.png' })
      .where('id', '=', known.ownerId)
      .execute();
    const answered = await organization.owner.call(memberCalls.createUser, {
      companyId: organization.id,
      name: 'Nora New',
      email: known.email,
      password: 'Chosen-by-other-1',
    });
    expect(Object.keys(answered)).toEqual(Object.keys(unknown));
    const { members } = await organization.owner.call(memberCalls.search, {
      companyId: organization.id,
      status: 'pending',
    });
    const [one, other] = members.map(({ userId: _, email: __, startedAt: ___, ...shown }) => shown);
    expect(one).toEqual(other);
    // an id that encodes its time would reveal when the account was created
    for (const { userId } of members)
      expect(userId.slice(0, 4)).not.toBe(newId(parts.platform.clock.now()).slice(0, 4));
    await nora.call(invitationCalls.accept, {
      activeKey: new URL(mailsOf('invitation').find((l) => l.to === email)!.link).searchParams.get('activeKey')!,
    });
    expect(await nora.refusal(identityCalls.login, { email, password: 'Chosen-by-other-1' })).toBe(
      'USER_PASSOWRD_MISMATCHED',
    );
    await nora.call(passwordCalls.initialize, { password: PASSWORD });
    await nora.signIn(email);
    expect(
      await organization.owner.refusal(memberCalls.createUser, { companyId: organization.id, name: 'Nora New', email }),
    ).toBe('USER_ALREADY_IN_COMPANY');
    const stranger = await company('Third');
    await organization.owner.call(memberCalls.bindUser, {
      companyId: organization.id,
      userId: stranger.ownerId,
      userName: 'Olga Here',
    });
    expect(mailsOf('invitation').at(-1)).toMatchObject({ to: stranger.email });
    expect(
      await organization.owner.refusal(memberCalls.bindUser, {
        companyId: organization.id,
        userId: newId(),
        userName: 'Nobody',
      }),
    ).toBe('USER_NOT_FOUND');
  });
});
