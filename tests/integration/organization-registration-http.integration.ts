/** Registration of an organization and passwords over HTTP, as browsers use them. */
import { describe, expect, it } from 'vitest';
import { identityCalls } from '../../server/organization/identity/contract';
import { invitationCalls } from '../../server/organization/invitations/contract';
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
      parts.enqueued.length = 0;
      await new PasswordService({ ...parts.platform, db }, {} as never).applyReset(of);
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
