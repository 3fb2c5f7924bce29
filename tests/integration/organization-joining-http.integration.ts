/**
 * Joining an organization over HTTP, as browsers do it: registration, passwords, invitations, applications, and
 * refusals.
 */
import { describe, expect, it } from 'vitest';
import { identityCalls } from '../../server/organization/identity/contract';
import { invitationCalls } from '../../server/organization/invitations/contract';
import { joinRequestCalls } from '../../server/organization/join-requests/contract';
import { memberCalls } from '../../server/organization/members/contract';
import { passwordCalls } from '../../server/organization/passwords/contract';
import { PasswordService } from '../../server/organization/passwords/service';
import { createUser } from '../../server/organization/people/users';
import { registrationCalls } from '../../server/organization/registration/contract';
import { newId } from '../../sync/model/ids';
import type { CallError } from '../../sync/protocol/errors';
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

describe('registration', () => {
  const wish = (email: string) => ({
    companyName: '株式会社ランタン',
    userName: '佐藤 美咲',
    email,
    jobRoleId: 'executive' as const,
    lang: 'ja' as const,
  });

  it('creates company and owner, with a password and a session, when the mailed link is used, once', async () => {
    const browser = new Browser();
    const email = address();
    await browser.call(registrationCalls.create, wish(email));
    expect(await browser.refusal(identityCalls.login, { email, password: PASSWORD })).toBe('USER_PASSOWRD_MISMATCHED');
    expect(mailsOf('activateCompany')).toMatchObject([{ to: email, lang: 'ja' }]);
    const activeKey = keyIn('activateCompany');
    expect(await browser.call(registrationCalls.look, { activeKey })).toEqual({
      companyName: '株式会社ランタン',
      email,
    });
    const made = await browser.call(registrationCalls.activate, { activeKey, password: PASSWORD });
    const owner = await parts.platform.db
      .selectFrom('user_company')
      .select(['job_role_id', 'job_position_id'])
      .where('company_id', '=', made.companyId)
      .execute();
    expect(owner).toEqual([{ job_role_id: 'executive', job_position_id: '' }]);
    expect(await browser.refusal(registrationCalls.activate, { activeKey })).toBe('EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE');
    expect((await browser.call(identityCalls.my, {})).userCompany?.companyId).toBe(made.companyId);
    await browser.signIn(email);
    const my = await browser.call(identityCalls.my, {});
    expect(my).toMatchObject({
      name: '佐藤 美咲',
      defaultCompanyId: made.companyId,
      userProfile: { lang: 'ja' },
      authorityCodes: ['WORKSPACE', 'ADMIN_CONSOLE', 'COMPANY_OWNER'],
    });
  });

  it('gives the same answer for an address with an account, and informs it by mail', async () => {
    const { email } = await company();
    const browser = new Browser();
    const [known, unknown] = [
      await browser.call(registrationCalls.create, wish(email)),
      await browser.call(registrationCalls.create, wish(address())),
    ];
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    expect(mailsOf('accountExists')).toMatchObject([{ to: email }]);
    expect(mailsOf('activateCompany')).toHaveLength(1);
  });

  it('is refused if the address got an account meanwhile, and leaves no data', async () => {
    const browser = new Browser();
    const email = address();
    await browser.call(registrationCalls.create, wish(email));
    await createUser(parts.platform, { email, name: 'Someone', lang: 'en' });
    expect(await browser.refusal(registrationCalls.activate, { activeKey: keyIn('activateCompany') })).toBe(
      'USER_EMAIL_DUPLICATED',
    );
    expect(await browser.refusal(registrationCalls.look, { activeKey: keyIn('activateCompany') })).toBe('fine');
  });

  it('takes over the account of a person who was invited and never signed in', async () => {
    const [organization, visitor, email] = [await company(), new Browser(), address()];
    const { userId } = await organization.owner.call(invitationCalls.invite, {
      companyId: organization.id,
      email,
      name: 'A name by others',
    });
    await visitor.call(registrationCalls.create, wish(email));
    expect(mailsOf('accountExists')).toEqual([]);
    await visitor.call(registrationCalls.activate, { activeKey: keyIn('activateCompany') });
    expect(await visitor.call(identityCalls.my, {})).toMatchObject({
      id: userId,
      name: '佐藤 美咲',
      hasPassword: false,
      userProfile: { lang: 'ja' },
      companies: [{ role: 'owner' }],
    });
    await visitor.call(passwordCalls.initialize, { password: PASSWORD });
    await new Browser().signIn(email);
  });

  it('sends the mail again once a minute, and only the newest link works', async () => {
    const browser = new Browser();
    const { applyId } = await browser.call(registrationCalls.create, wish(address()));
    const first = keyIn('activateCompany');
    expect(await browser.refusal(registrationCalls.resend, { applyId })).toBe('OPERATE_TOO_FAST');
    parts.pass(60_000);
    await browser.call(registrationCalls.resend, { applyId });
    expect(await browser.refusal(registrationCalls.look, { activeKey: first })).toBe('EMAIL_ACTIVE_KEY_EXPIRED');
    expect(await browser.refusal(registrationCalls.look, { activeKey: keyIn('activateCompany') })).toBe('fine');
    parts.pass(4 * 24 * 60 * 60 * 1000);
    expect(await browser.refusal(registrationCalls.activate, { activeKey: keyIn('activateCompany') })).toBe(
      'EMAIL_ACTIVE_KEY_EXPIRED',
    );
    expect(await browser.refusal(registrationCalls.activate, { activeKey: `${keyIn('activateCompany')}x` })).toBe(
      'EMAIL_ACTIVE_KEY_MISMATCHED',
    );
    expect(await browser.refusal(registrationCalls.resend, { applyId: newId() })).toBe('fine');
  });

  it('reports the error of each field', async () => {
    const bad = {
      companyName: 'X',
      userName: 'a'.repeat(51),
      email: 'nobody',
      jobRoleId: 'king',
      password: 'short',
      lang: 'en',
    };
    const error = await new Browser()
      .call(registrationCalls.create, bad as never)
      .catch((e: unknown) => e as CallError);
    expect((error as CallError).details.fieldErrors).toEqual({
      companyName: 'companyNameLength',
      userName: 'nameTooLong',
      email: 'emailInvalid',
      jobRoleId: 'roleRequired',
      password: 'passwordLength',
    });
  });

  it('names the job roles in each language', async () => {
    const names = await Promise.all(
      (['en', 'ja'] as const).map(
        async (lang) =>
          (await new Browser().call(registrationCalls.jobRoles, { lang })).roles.find((r) => r.id === 'engineering')
            ?.name,
      ),
    );
    expect(names).toEqual(['Engineering', 'エンジニアリング']);
    expect((await new Browser().call(registrationCalls.jobPositions, { lang: 'ko' })).positions.length).toBeGreaterThan(
      5,
    );
  });
});

describe('passwords', () => {
  it('are reset with a link, which signs all devices out', async () => {
    const { owner, email } = await company();
    const browser = new Browser();
    await browser.call(passwordCalls.applyReset, { email });
    await browser.call(passwordCalls.applyReset, { email: address() });
    await browser.call(passwordCalls.applyReset, { email });
    await parts.work('password-reset');
    expect(mailsOf('resetPassword')).toMatchObject([{ to: email }]);
    const activeKey = keyIn('resetPassword');
    expect(await browser.call(passwordCalls.lookAtReset, { activeKey })).toEqual({ email });
    expect(await browser.refusal(passwordCalls.reset, { activeKey, password: 'weakweak' })).toBe('PARAM_ERROR');
    await browser.call(passwordCalls.reset, { activeKey, password: 'New-password-2' });
    expect(await browser.refusal(passwordCalls.reset, { activeKey, password: 'New-password-3' })).toBe(
      'EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE',
    );
    expect(await browser.refusal(passwordCalls.reset, { activeKey: 'forged.key', password: 'New-password-3' })).toBe(
      'USER_PASSWORD_RESET_ACTIVE_KEY_MISMATCH',
    );
    expect(await owner.refusal(identityCalls.my, {})).toBe('SESSION_REVOKED');
    expect(await browser.refusal(identityCalls.login, { email, password: PASSWORD })).toBe('USER_PASSOWRD_MISMATCHED');
    await browser.signIn(email, 'New-password-2');
  });

  it('are requested with the same steps for every address: the time does not reveal whether it has an account', async () => {
    const { email } = await company();
    const disabled = await company();
    await parts.platform.db.updateTable('users').set({ enabled: false }).where('id', '=', disabled.ownerId).execute();
    const steps = async (of: string) => {
      const statements: string[] = [];
      const db = parts.platform.db.withPlugin({
        transformQuery: ({ node }) => {
          statements.push(node.kind);
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      const jobs = { ...parts.platform.jobs, define: () => undefined };
      parts.enqueued.length = 0;
      await new PasswordService({ ...parts.platform, db, jobs }, {} as never).applyReset(of);
      return { statements, jobs: parts.enqueued.map(({ name, data }) => [name, Object.keys(data)]) };
    };
    for (const of of [email, disabled.email, address()])
      expect(await steps(of)).toEqual({ statements: [], jobs: [['password-reset', ['email']]] });
  });

  it('are changed with the current one; this device stays signed in, others do not', async () => {
    const { owner, email } = await company();
    const other = new Browser();
    await other.signIn(email);
    const wrong = await owner
      .call(passwordCalls.change, { oldPassword: 'Wrong-one-1', newPassword: 'New-password-2' })
      .catch((e: unknown) => e as CallError);
    expect((wrong as CallError).details.fieldErrors).toEqual({ oldPassword: 'passwordWrong' });
    const same = await owner
      .call(passwordCalls.change, { oldPassword: PASSWORD, newPassword: PASSWORD })
      .catch((e: unknown) => e as CallError);
    expect((same as CallError).details.fieldErrors).toEqual({ newPassword: 'passwordSame' });
    await owner.call(passwordCalls.change, { oldPassword: PASSWORD, newPassword: 'New-password-2' });
    expect(await owner.refusal(identityCalls.my, {})).toBe('fine');
    expect(await other.refusal(identityCalls.my, {})).toBe('SESSION_REVOKED');
    expect(await owner.refusal(passwordCalls.initialize, { password: 'New-password-3' })).toBe('PERMISSION_DENIED');
  });

  it('cannot be guessed through the change of a password', async () => {
    const { owner } = await company();
    const codes: string[] = [];
    for (let i = 0; i < 7; i += 1)
      codes.push(
        await owner.refusal(passwordCalls.change, { oldPassword: `Wrong-one-${i}`, newPassword: 'New-password-2' }),
      );
    expect(codes.slice(0, 5).every((c) => c === 'PARAM_ERROR')).toBe(true);
    expect(codes.at(-1)).toBe('USER_PASSWORD_BLOCKED');
  });
});

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

describe('applying with a link', () => {
  const wish = (invitationKey: string, email: string) => ({
    invitationKey,
    email,
    name: 'Ada Applicant',
    memo: 'We met at the fair.',
    lang: 'ko' as const,
  });

  it('verifies the address, waits for the decision, and joins the chosen department', async () => {
    const organization = await company();
    const department = await server.departments.create(organization.id, { name: 'Makers' });
    const { key } = await organization.owner.call(invitationCalls.createLink, { companyId: organization.id });
    const ada = new Browser();
    const email = address();
    const { applyId } = await ada.call(joinRequestCalls.apply, wish(key, email));
    expect(mailsOf('verifyApplication')).toMatchObject([{ to: email, lang: 'ko' }]);
    expect(
      await organization.owner.refusal(joinRequestCalls.review, { applyId, departmentId: department, pass: true }),
    ).toBe('USER_COMPANY_APPLY_STATUS_ERROR');
    expect((await organization.owner.call(joinRequestCalls.list, {})).total).toBe(0);
    expect(await ada.refusal(joinRequestCalls.resend, { applyId })).toBe('OPERATE_TOO_FAST');
    const sign = keyIn('verifyApplication', 'sign');
    expect(await ada.refusal(joinRequestCalls.verify, { applyId: newId(), sign })).toBe(
      'USER_COMPANY_APPLY_VERIFY_FAILED',
    );
    expect(await ada.refusal(joinRequestCalls.verify, { applyId, sign: 'forged.sign' })).toBe(
      'USER_COMPANY_APPLY_VERIFY_FAILED',
    );
    expect(await ada.call(joinRequestCalls.state, { applyId, sign })).toEqual({
      state: 'verifying',
      companyName: 'Lantern Works',
      email,
      hasPassword: false,
    });
    expect(await ada.call(joinRequestCalls.verify, { applyId, sign, password: PASSWORD })).toEqual({
      state: 'waiting',
      companyName: 'Lantern Works',
    });
    expect(await ada.refusal(joinRequestCalls.verify, { applyId, sign })).toBe(
      'USER_COMPANY_APPLY_EMAIL_ALREADY_VERIFIED',
    );
    expect(await ada.refusal(joinRequestCalls.resend, { applyId })).toBe('USER_COMPANY_APPLY_EMAIL_ALREADY_VERIFIED');
    expect(await ada.refusal(joinRequestCalls.apply, wish(key, email))).toBe('USER_COMPANY_APPLY_EXIST');
    expect(mailsOf('joinRequestWaiting')).toMatchObject([
      { to: organization.email, link: `https://satchel.example/admin/employees?tab=requests&request=${applyId}` },
    ]);
    expect((await organization.owner.call(joinRequestCalls.list, {})).requests).toMatchObject([
      { applyId, name: 'Ada Applicant', email, memo: 'We met at the fair.' },
    ]);
    const refused = await organization.owner
      .call(joinRequestCalls.review, { applyId, pass: true })
      .catch((e: unknown) => e as CallError);
    expect((refused as CallError).details.fieldErrors).toEqual({ departmentId: 'departmentRequired' });
    expect(
      await organization.owner.refusal(joinRequestCalls.review, { applyId, departmentId: newId(), pass: true }),
    ).toBe('DEPARTMENT_NOT_FOUND');
    expect(await ada.refusal(identityCalls.login, { email, password: PASSWORD })).toBe('USER_PASSOWRD_MISMATCHED');
    await organization.owner.call(joinRequestCalls.review, { applyId, departmentId: department, pass: true });
    expect(
      await organization.owner.refusal(joinRequestCalls.review, { applyId, departmentId: department, pass: false }),
    ).toBe('USER_COMPANY_APPLY_FINISHED');
    expect(await ada.call(joinRequestCalls.state, { applyId, sign })).toEqual({
      state: 'approved',
      companyName: 'Lantern Works',
      email,
      hasPassword: true,
    });
    await ada.signIn(email);
    const found = await ada.call(memberCalls.search, {
      companyId: organization.id,
      inCompanyUserNameInfixLike: 'ada app',
    });
    expect(found.members).toMatchObject([{ email, status: 'active', departments: [{ name: 'Makers' }] }]);
  });

  it('of a signed-in person waits immediately; of a member is refused; a rejection is sent by mail', async () => {
    const [organization, other] = [await company('First'), await company('Second')];
    const { key } = await organization.owner.call(invitationCalls.createLink, { companyId: organization.id });
    expect(await organization.owner.refusal(joinRequestCalls.apply, { invitationKey: key })).toBe(
      'USER_COMPANY_EXIST_CAN_NOT_APPLY',
    );
    const { applyId, state } = await other.owner.call(joinRequestCalls.apply, { invitationKey: key, memo: 'Hello' });
    expect(state).toBe('waiting');
    expect(await other.owner.refusal(joinRequestCalls.apply, { invitationKey: key })).toBe(
      'USER_COMPANY_APPLY_STATUS_WAITING_FOR_REVIEW',
    );
    expect(await other.owner.refusal(joinRequestCalls.get, { applyId })).toBe('NO_DATA');
    expect(await organization.owner.call(joinRequestCalls.get, { applyId })).toMatchObject({
      email: other.email,
      memo: 'Hello',
    });
    await organization.owner.call(joinRequestCalls.review, { applyId, pass: false });
    expect(mailsOf('joinRefused')).toMatchObject([{ to: other.email }]);
    expect((await other.owner.call(identityCalls.my, {})).companies).toHaveLength(1);
  });

  it('for an address with an account never changes its password', async () => {
    const [organization, victim] = [await company('First'), await company('Second')];
    const department = await server.departments.create(organization.id, { name: 'Makers' });
    const { key } = await organization.owner.call(invitationCalls.createLink, { companyId: organization.id });
    const { applyId } = await new Browser().call(joinRequestCalls.apply, {
      ...wish(key, victim.email),
      initPassword: 'Taken-over-1',
    });
    await new Browser().call(joinRequestCalls.verify, {
      applyId,
      sign: keyIn('verifyApplication', 'sign'),
      password: 'Taken-over-1',
    });
    await organization.owner.call(joinRequestCalls.review, { applyId, departmentId: department, pass: true });
    expect(await new Browser().refusal(identityCalls.login, { email: victim.email, password: 'Taken-over-1' })).toBe(
      'USER_PASSOWRD_MISMATCHED',
    );
    await new Browser().signIn(victim.email);

    // a person who was invited elsewhere and never signed in gets the password set through the application's link
    for (const begin of [
      (email: string) =>
        victim.owner.call(invitationCalls.invite, { companyId: victim.id, email, name: 'Ada Applicant' }),
      (email: string) =>
        victim.owner.call(memberCalls.createUser, {
          companyId: victim.id,
          email,
          name: 'Ada Applicant',
          password: 'Chosen-by-other-1',
        }),
    ]) {
      const email = address();
      await begin(email);
      const { applyId: next } = await new Browser().call(joinRequestCalls.apply, wish(key, email));
      await new Browser().call(joinRequestCalls.verify, {
        applyId: next,
        sign: keyIn('verifyApplication', 'sign'),
        password: PASSWORD,
      });
      await organization.owner.call(joinRequestCalls.review, { applyId: next, departmentId: department, pass: true });
      expect(await new Browser().refusal(identityCalls.login, { email, password: 'Chosen-by-other-1' })).toBe(
        'USER_PASSOWRD_MISMATCHED',
      );
      await new Browser().signIn(email);
    }
  });

  it('asks a person without a password to set one, in the mail of the approval', async () => {
    const organization = await company();
    const department = await server.departments.create(organization.id, { name: 'Makers' });
    const { key } = await organization.owner.call(invitationCalls.createLink, { companyId: organization.id });
    const [email, ada] = [address(), new Browser()];
    const { applyId } = await ada.call(joinRequestCalls.apply, {
      ...wish(key, email),
      initPassword: 'Typed-with-form-1',
    });
    await ada.call(joinRequestCalls.verify, { applyId, sign: keyIn('verifyApplication', 'sign') });
    await organization.owner.call(joinRequestCalls.review, { applyId, departmentId: department, pass: true });
    expect(await ada.refusal(identityCalls.login, { email, password: 'Typed-with-form-1' })).toBe(
      'USER_PASSOWRD_MISMATCHED',
    );
    expect(
      await ada.call(invitationCalls.accept, { activeKey: keyIn('joinApproved'), password: PASSWORD }),
    ).toMatchObject({ companyId: organization.id, hasPassword: true });
    expect((await ada.call(identityCalls.my, {})).userCompany).toMatchObject({
      userName: 'Ada Applicant',
      actived: true,
    });
    await new Browser().signIn(email);
  });
});
