/**
 * Sign-in of the desktop app through the browser (specification: organization 4). The app never sees the password, and
 * no URL contains a token: the browser passes a code that works once, for a minute, and only for the requesting app
 * (PKCE, RFC 8252 and 7636).
 */
import * as v from 'valibot';
import { defineCall } from '../../../sync/protocol/call';
import { LoginToken } from '../../../sync/protocol/session';

/** base64url of the SHA-256 of the app's code verifier */
export const Challenge = v.pipe(v.string('PARAM_ERROR'), v.regex(/^[A-Za-z0-9_-]{43}$/, 'PARAM_ERROR'));
const State = v.pipe(v.string('PARAM_ERROR'), v.regex(/^[A-Za-z0-9_.~-]{0,200}$/, 'PARAM_ERROR'));

export const desktopCalls = {
  scheme: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/user/login/desktop/scheme',
    who: 'anyone',
    summary: 'The URL scheme of the desktop app, without a colon.',
    input: v.object({}),
    output: v.object({ scheme: v.string() }),
    errors: [],
  }),
  code: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/login/desktop/code',
    who: 'user',
    perMinute: 20,
    summary: 'Returns a one-time sign-in code for the desktop app, in a URL of its scheme; valid for one minute.',
    input: v.object({ codeChallenge: Challenge, state: v.optional(State, '') }),
    output: v.object({ link: v.string() }),
    errors: ['PARAM_ERROR'],
  }),
  login: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/login/desktop',
    who: 'anyone',
    perMinute: 30,
    summary: 'Signs the desktop app in with its code, in a separate session.',
    input: v.object({
      code: v.pipe(v.string('PARAM_ERROR'), v.maxLength(100, 'PARAM_ERROR')),
      codeVerifier: v.pipe(v.string('PARAM_ERROR'), v.minLength(43, 'PARAM_ERROR'), v.maxLength(128, 'PARAM_ERROR')),
    }),
    output: v.object({ loginToken: LoginToken }),
    errors: ['PARAM_ERROR', 'JWT_TOKEN_EXPIRED', 'USER_LOGIN_FORBIDDEN', 'IP_BLOCKED'],
  }),
};
