/**
 * Applications to join a company through its link, and their review (specification: organization 1, 2, 4, 7). Messages
 * are keys of the `auth` texts.
 */
import * as v from 'valibot';
import { Id, IdOrNone } from '../../../sync/model/id-schemas';
import { LIMITS } from '../../../sync/model/limits';
import { RecognitionLanguage } from '../../../sync/model/kinds/meetings';
import { whole } from '../../../sync/model/numbers';
import { lines } from '../../../sync/model/text';
import { defineCall } from '../../../sync/protocol/call';
import { PAGE_LAST } from '../../../sync/protocol/paging';
import { Email } from '../identity/contract';
import { NewPassword } from '../../../sync/model/password';
import { InvitationKeyText } from '../invitations/contract';
import { ActiveKey } from '../passwords/contract';
import { YourName } from '../registration/contract';

export const Memo = lines(LIMITS.joinMemo, 'memoLength');
export const JoinState = v.picklist(['verifying', 'waiting', 'approved', 'refused']);

/**
 * Application without a session. A signed-in person sends link and memo only; name and address are the account's.
 * `initPassword` is validated but not used: the applicant may not own the mailbox.
 */
export const ApplyInput = v.object({
  invitationKey: InvitationKeyText,
  name: v.optional(YourName),
  email: v.optional(Email),
  initPassword: v.optional(NewPassword),
  memo: v.optional(Memo, ''),
  lang: v.optional(RecognitionLanguage, 'en'),
});

export const JoinRequest = v.object({
  applyId: Id,
  name: v.string(),
  email: v.string(),
  memo: v.string(),
  lang: v.string(),
  state: JoinState,
  createdAt: v.number(),
  departmentName: v.string(),
});
export type JoinRequest = v.InferOutput<typeof JoinRequest>;

/** Parameters of a paged list: `currentPage` starts at 1. */
export const Page = {
  currentPage: v.optional(whole({ min: 1, max: PAGE_LAST }), 1),
  pageSize: v.optional(whole({ min: 1, max: 200 }), 50),
};

export const joinRequestCalls = {
  apply: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/company/apply/create',
    who: 'anyone',
    perMinute: 20,
    summary:
      'Applies to join: a new person confirms the address by mail first, a signed-in one goes directly to review.',
    input: ApplyInput,
    output: v.object({ applyId: Id, state: JoinState, resendAfterSeconds: v.number() }),
    errors: [
      'PARAM_ERROR',
      'PARAMETER_REQUIRED',
      'USER_COMPANY_INVITATION_KEY_EXPIRED',
      'NO_USER_COMPANY_INVITATION_KEY_CAN_USE',
      'USER_COMPANY_EXIST_CAN_NOT_APPLY',
      'USER_COMPANY_APPLY_EXIST',
      'USER_COMPANY_APPLY_STATUS_WAITING_FOR_REVIEW',
      'OPERATE_TOO_FAST',
    ],
  }),
  verify: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/company/apply/email/verify',
    who: 'anyone',
    perMinute: 20,
    summary: 'Confirms an application’s address with the link’s key, and sets the password of an account without one.',
    input: v.object({ applyId: Id, sign: ActiveKey, password: v.optional(NewPassword) }),
    output: v.object({ state: JoinState, companyName: v.string() }),
    errors: [
      'PARAM_ERROR',
      'USER_COMPANY_APPLY_VERIFY_FAILED',
      'EMAIL_ACTIVE_KEY_EXPIRED',
      'USER_COMPANY_APPLY_EMAIL_ALREADY_VERIFIED',
      'USER_COMPANY_EXIST_CAN_NOT_APPLY',
    ],
  }),
  state: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/company/apply/state',
    who: 'anyone',
    perMinute: 120,
    summary: 'The state of an application, for the holder of its link.',
    input: v.object({ applyId: Id, sign: ActiveKey }),
    output: v.object({ state: JoinState, companyName: v.string(), email: v.string(), hasPassword: v.boolean() }),
    errors: ['USER_COMPANY_APPLY_VERIFY_FAILED'],
  }),
  resend: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/company/apply/verifyEmail/resend',
    who: 'anyone',
    perMinute: 20,
    summary: 'Sends the mail again, at most once a minute.',
    input: v.object({ applyId: Id }),
    output: v.object({ resendAfterSeconds: v.number() }),
    errors: ['OPERATE_TOO_FAST', 'USER_COMPANY_APPLY_EMAIL_ALREADY_VERIFIED'],
  }),
  list: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/company/apply/list',
    who: 'admin',
    summary: 'Applications waiting for review, the oldest first.',
    input: v.object(Page),
    output: v.object({ total: v.number(), requests: v.array(JoinRequest) }),
    errors: ['NO_PERMISSION'],
  }),
  get: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/company/apply/query/{applyId}',
    who: 'admin',
    summary: 'One application.',
    input: v.object({ applyId: v.pipe(Id) }),
    output: JoinRequest,
    errors: ['NO_DATA', 'NO_PERMISSION'],
  }),
  review: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/company/apply/review',
    who: 'admin',
    summary: 'Approves an application, with a department, or refuses it.',
    input: v.pipe(
      v.object({ applyId: Id, departmentId: v.optional(IdOrNone, ''), pass: v.boolean() }),
      v.forward(
        v.partialCheck([['departmentId'], ['pass']], (i) => !i.pass || i.departmentId !== '', 'departmentRequired'),
        ['departmentId'],
      ),
    ),
    output: v.object({ state: JoinState }),
    errors: [
      'PARAM_ERROR',
      'NO_DATA',
      'DEPARTMENT_NOT_FOUND',
      'USER_COMPANY_APPLY_FINISHED',
      'USER_COMPANY_APPLY_STATUS_ERROR',
      'NO_PERMISSION',
    ],
  }),
};
