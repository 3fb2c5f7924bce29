/** Applications to join by a link over HTTP, and the decisions on them. */
import { describe, expect, it } from 'vitest';
import { identityCalls } from '../../server/organization/identity/contract';
import { invitationCalls } from '../../server/organization/invitations/contract';
import { joinRequestCalls } from '../../server/organization/join-requests/contract';
import { memberCalls } from '../../server/organization/members/contract';
import { newId } from '../../sync/model/ids';
import type { CallError } from '../../sync/protocol/errors';
import {
  address,
  Browser,
  company,
  keyIn,
  mailsOf,
  PASSWORD,
  server,
  serveOrganization,
} from '../support/organization-server';

serveOrganization();

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
