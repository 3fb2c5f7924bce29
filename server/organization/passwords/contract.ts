/**
 * Passwords: change, first setting, and reset by mail (specification: organization 5, 7). Messages are keys of the
 * `auth` texts.
 */
import * as v from 'valibot';
import { defineCall } from '../../../sync/protocol/call';
import { Email } from '../identity/contract';
import { NewPassword } from '../../../sync/model/password';

/** The key of a mailed link. */
export const ActiveKey = v.pipe(
  v.string('EMAIL_ACTIVE_KEY_MISMATCHED'),
  v.minLength(1, 'EMAIL_ACTIVE_KEY_MISMATCHED'),
  v.maxLength(500, 'EMAIL_ACTIVE_KEY_MISMATCHED'),
);

/** Not validated against the password rules: a wrong one simply does not match. */
export const OldPassword = v.pipe(
  v.string('passwordRequired'),
  v.minLength(1, 'passwordRequired'),
  v.maxLength(1000, 'passwordWrong'),
);

export const ChangePasswordInput = v.pipe(
  v.object({ oldPassword: OldPassword, newPassword: NewPassword }),
  v.forward(
    v.partialCheck([['oldPassword'], ['newPassword']], (i) => i.oldPassword !== i.newPassword, 'passwordSame'),
    ['newPassword'],
  ),
);

export const passwordCalls = {
  change: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/password/change',
    who: 'user',
    perMinute: 20,
    summary: 'Changes my password; my other devices are signed out.',
    input: ChangePasswordInput,
    output: v.object({}),
    errors: ['PARAM_ERROR', 'USER_PASSWORD_BLOCKED'],
  }),
  initialize: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/password/initialize',
    who: 'user',
    perMinute: 20,
    summary: 'Sets the first password of an account without one.',
    input: v.object({ password: NewPassword }),
    output: v.object({}),
    errors: ['PARAM_ERROR', 'PERMISSION_DENIED'],
  }),
  applyReset: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/password/reset/apply/byEmail',
    who: 'anyone',
    perMinute: 10,
    summary: 'Mails a link to set a new password. The answer is the same whether or not the address has an account.',
    input: v.object({ email: Email }),
    output: v.object({}),
    errors: ['PARAM_ERROR', 'OPERATE_TOO_FAST'],
  }),
  reset: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/password/reset/active/byEmail',
    who: 'anyone',
    perMinute: 20,
    summary: 'Sets a new password with a link’s key and signs all devices out.',
    input: v.object({ activeKey: ActiveKey, password: NewPassword }),
    output: v.object({ email: v.string() }),
    errors: [
      'PARAM_ERROR',
      'USER_PASSWORD_RESET_ACTIVE_KEY_MISMATCH',
      'EMAIL_ACTIVE_KEY_EXPIRED',
      'EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE',
    ],
  }),
  /** Data for the link's page; does not use the link up. */
  lookAtReset: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/password/reset/look/byEmail',
    who: 'anyone',
    perMinute: 60,
    summary: 'Whether a link’s key is still valid.',
    input: v.object({ activeKey: ActiveKey }),
    output: v.object({ email: v.string() }),
    errors: [
      'USER_PASSWORD_RESET_ACTIVE_KEY_MISMATCH',
      'EMAIL_ACTIVE_KEY_EXPIRED',
      'EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE',
    ],
  }),
};
