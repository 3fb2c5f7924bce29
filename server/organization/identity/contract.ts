/** Sign-in, sign-out, and the signed-in person (specification: organization 4, 5, 7). */
import * as v from 'valibot';
import { LIMITS } from '../../../sync/model/limits';
import { clean } from '../../../sync/model/text';
import { defineCall } from '../../../sync/protocol/call';
import { LoginToken, sessionCalls } from '../../../sync/protocol/session';

/** A cleaned, lower-case e-mail address. Messages are keys of the `auth` texts. */
export const Email = v.pipe(
  v.string('emailRequired'),
  v.transform((t) => clean(t).toLowerCase()),
  v.check((t) => t !== '', 'emailRequired'),
  v.check((t) => t === '' || (t.length <= LIMITS.email.max && v.EMAIL_REGEX.test(t)), 'emailInvalid'),
);

/**
 * Validation of the sign-in form and its call. The password's minimum length is not checked: a short one simply does
 * not match.
 */
export const LoginInput = v.object({
  email: Email,
  /** at most 1,000 characters, which bounds the cost of hashing */
  password: v.pipe(
    v.string('passwordRequired'),
    v.minLength(1, 'passwordRequired'),
    v.maxLength(1000, 'USER_PASSOWRD_MISMATCHED'),
  ),
});

export const identityCalls = {
  login: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/login/password',
    who: 'anyone',
    perMinute: 60,
    summary: 'Signs in with e-mail and password: a new session for this device.',
    input: LoginInput,
    /** `mustChangePassword`: the session's company requires a new password first */
    output: v.object({ loginToken: LoginToken, mustChangePassword: v.boolean() }),
    errors: [
      'PARAM_ERROR',
      'PARAMETER_REQUIRED',
      'USER_PASSOWRD_MISMATCHED',
      'USER_PASSWORD_BLOCKED',
      'USER_LOGIN_FORBIDDEN',
    ],
  }),
  logout: sessionCalls.logout,
  refresh: sessionCalls.refresh,
  erased: sessionCalls.erased,
  my: sessionCalls.my,
  setLanguage: sessionCalls.setLanguage,
};
