/** Invitations by mail, and by a link with which people apply to join (specification: organization 1, 4, 7). */
import * as v from 'valibot';
import { Id, IdOrNone } from '../../../sync/model/id-schemas';
import { RecognitionLanguage } from '../../../sync/model/kinds/meetings';
import { defineCall } from '../../../sync/protocol/call';
import { LoginToken } from '../../../sync/protocol/session';
import { Email } from '../identity/contract';
import { NewPassword } from '../../../sync/model/password';
import { ActiveKey } from '../passwords/contract';
import { YourName } from '../registration/contract';

export const InvitationKeyText = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
export const InviteInput = v.object({
  companyId: Id,
  email: Email,
  name: YourName,
  departmentId: v.optional(IdOrNone, ''),
});
export const InvitationLink = v.object({
  key: v.string(),
  path: v.string(),
  createdAt: v.number(),
  expiresAt: v.number(),
});

const refusals = [
  'EMAIL_ACTIVE_KEY_MISMATCHED',
  'EMAIL_ACTIVE_KEY_EXPIRED',
  'EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE',
] as const;

export const invitationCalls = {
  invite: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/invite/create',
    who: 'admin',
    perMinute: 120,
    summary: 'Invites a person by mail; an invited person gets a new link.',
    input: InviteInput,
    output: v.object({ userId: Id }),
    errors: [
      'PARAM_ERROR',
      'NO_PERMISSION',
      'USER_ALREADY_IN_COMPANY',
      'DEPARTMENT_NOT_FOUND',
      'USER_COMPANY_INVITE_COUNT_MORE_THAN_LIMIT',
    ],
  }),
  look: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/invite/look/email',
    who: 'anyone',
    perMinute: 60,
    summary: 'The invitation of a key; does not use the key up.',
    input: v.object({ activeKey: ActiveKey }),
    output: v.object({ companyName: v.string(), name: v.string(), email: v.string(), hasPassword: v.boolean() }),
    errors: [...refusals],
  }),
  accept: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/invite/active/email',
    who: 'anyone',
    perMinute: 20,
    summary:
      'Accepts an invitation. A person without a password is signed in to set one (or sends it here). `lang` ' +
      'becomes the language of an unused account.',
    input: v.object({ activeKey: ActiveKey, password: v.optional(NewPassword), lang: v.optional(RecognitionLanguage) }),
    output: v.object({
      companyId: Id,
      email: v.string(),
      hasPassword: v.boolean(),
      loginToken: v.nullable(LoginToken),
    }),
    errors: ['PARAM_ERROR', ...refusals, 'USER_LOGIN_FORBIDDEN'],
  }),
  currentLink: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/user/company/invitationKey/Query',
    who: 'admin',
    summary: 'The valid invitation link.',
    input: v.object({}),
    output: InvitationLink,
    errors: ['NO_USER_COMPANY_INVITATION_KEY_CAN_USE', 'NO_PERMISSION'],
  }),
  createLink: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/company/invitationKey/create',
    who: 'admin',
    perMinute: 30,
    summary: 'Creates an invitation link, valid for seven days, and revokes the previous one.',
    input: v.object({ companyId: Id }),
    output: InvitationLink,
    errors: ['NO_PERMISSION'],
  }),
  lookAtLink: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/user/company/invite/queryByKey/{key}',
    who: 'anyone',
    perMinute: 60,
    summary: 'The company of an invitation link.',
    input: v.object({ key: InvitationKeyText }),
    output: v.object({ companyName: v.string(), logo: v.string(), expiresAt: v.number() }),
    errors: ['USER_COMPANY_INVITATION_KEY_EXPIRED', 'NO_USER_COMPANY_INVITATION_KEY_CAN_USE'],
  }),
};
