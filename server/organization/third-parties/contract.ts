/**
 * Third parties: requesting access from a person, exchanging the grant for tokens, and revoking it (OAuth 2 with PKCE;
 * docs/decisions/026). Wire names are those of the specification (organization 3, 7).
 */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { defineCall } from '../../../sync/protocol/call';
import { SCOPES } from '../../../sync/protocol/scopes';

/** A value of a signed request: without line breaks, because values are signed line by line and must be unambiguous. */
const Value = (max: number) =>
  v.pipe(
    v.string('OAUTH_REQUEST_INVALID'),
    v.maxLength(max, 'OAUTH_REQUEST_INVALID'),
    v.regex(/^[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/, 'OAUTH_REQUEST_INVALID'),
  );
const Given = (max: number) => v.pipe(Value(max), v.minLength(1, 'OAUTH_REQUEST_INVALID'));
const Scope = v.picklist(SCOPES);

/** Authorization request of a third party. The order of the signed fields is that of `signature.ts`. */
const request = {
  clientId: Given(64),
  /** one of the registered addresses, compared as a string */
  redirectUrl: Given(2000),
  /** base64url of HMAC-SHA256; absent, with the timestamp, if the third party’s entry requires no signature */
  signatures: v.optional(Value(100), ''),
  /** `code` */
  responseType: Value(40),
  /** milliseconds since the epoch, in digits; valid for five minutes */
  timestamp: v.pipe(
    v.optional(v.union([v.string(), v.number()], 'OAUTH_REQUEST_INVALID'), ''),
    v.transform(String),
    v.regex(/^(\d{10,16})?$/, 'OAUTH_REQUEST_INVALID'),
  ),
  /** the person's account at the third party; required in signed requests */
  partnerUserId: v.optional(Value(200), ''),
  partnerUserName: v.optional(Value(200), ''),
  /** space-separated names */
  scopes: Value(300),
  /** returned unchanged */
  state: v.optional(Value(500), ''),
  /** PKCE (RFC 7636) */
  codeChallenge: v.optional(Value(128), ''),
  codeChallengeMethod: v.optional(Value(20), ''),
  /** the person chooses; a request may only preselect it, and it is not signed */
  companyId: v.optional(v.union([Id, v.literal('')], 'OAUTH_REQUEST_INVALID'), ''),
};
export const AuthorizationRequest = v.object(request);
export type AuthorizationRequest = v.InferOutput<typeof AuthorizationRequest>;

/** Parameter names of RFC 6749 and 7636 at the consent page, and the fields they map to. */
export const STANDARD_NAMES: Readonly<Record<string, keyof AuthorizationRequest>> = {
  client_id: 'clientId',
  redirect_uri: 'redirectUrl',
  response_type: 'responseType',
  scope: 'scopes',
  code_challenge: 'codeChallenge',
  code_challenge_method: 'codeChallengeMethod',
};

export const Grant = v.object({
  id: Id,
  clientId: v.string(),
  name: v.string(),
  provider: v.string(),
  scopes: v.array(Scope),
  companyId: v.string(),
  companyName: v.string(),
  partnerUserName: v.string(),
  createdAt: v.number(),
  /** 0: never */
  lastUsedAt: v.number(),
});
export type Grant = v.InferOutput<typeof Grant>;

const REFUSED = ['OAUTH_CLIENT_UNKNOWN', 'OAUTH_REQUEST_INVALID', 'OAUTH_REQUEST_EXPIRED', 'SIGN_NOT_MATCH'] as const;

export const thirdPartyCalls = {
  preHandle: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/open/oauth/authorize/preHandle',
    who: 'user',
    perMinute: 60,
    summary:
      'Validates a third party’s request and returns what it asks for. `params.back` of an error is the third ' +
      'party’s error address, only if that is registered and the request authentic.',
    input: AuthorizationRequest,
    output: v.object({
      name: v.string(),
      provider: v.string(),
      scopes: v.array(Scope),
      partnerUserName: v.string(),
      companies: v.array(v.object({ id: Id, name: v.string() })),
      companyId: v.string(),
      /** the redirect target: its host, and the address for a refusal */
      host: v.string(),
      origin: v.string(),
      rejectUrl: v.string(),
    }),
    errors: [...REFUSED],
  }),
  authorize: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/open/oauth/authorize',
    who: 'user',
    perMinute: 30,
    summary:
      'Grants a request in one company; `redirectUrl` of the response contains a one-time code, valid for one minute.',
    input: AuthorizationRequest,
    output: v.object({ redirectUrl: v.string() }),
    errors: [...REFUSED, 'USER_COMPANY_NOT_FOUND', 'IP_BLOCKED'],
  }),
  token: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/open/oauth/token',
    who: 'anyone',
    perMinute: 120,
    summary:
      'Exchanges a code or a refresh token for an access token, valid for one hour, and the next refresh token. ' +
      'Repeated use of a code or refresh token ends all tokens of the grant. A form-encoded body is processed as ' +
      'defined by RFC 6749 (`/.well-known/oauth-authorization-server`).',
    input: v.object({
      clientId: Given(64),
      clientSecret: v.optional(Value(200), ''),
      grantType: v.optional(
        v.picklist(['authorization_code', 'refresh_token'], 'OAUTH_REQUEST_INVALID'),
        'authorization_code',
      ),
      code: v.optional(Value(100), ''),
      redirectUrl: v.optional(Value(2000), ''),
      codeVerifier: v.optional(Value(128), ''),
      refreshToken: v.optional(Value(100), ''),
    }),
    output: v.object({
      accessToken: v.string(),
      tokenType: v.literal('Bearer'),
      /** seconds */
      expiresIn: v.number(),
      refreshToken: v.string(),
      scopes: v.array(Scope),
      userId: Id,
      companyId: Id,
    }),
    errors: ['OAUTH_CLIENT_UNKNOWN', 'OAUTH_REQUEST_INVALID'],
  }),
  me: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/open/me',
    who: 'member',
    scope: 'organization.read',
    summary: 'For third parties: the id of the person they act for, and the name of the organization.',
    input: v.object({}),
    output: v.object({ userId: Id, companyId: Id, companyName: v.string() }),
    errors: ['NO_PERMISSION'],
  }),
  grants: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/open/oauth/grant/list',
    who: 'user',
    summary: 'The apps that I granted access, the newest first.',
    input: v.object({}),
    output: v.object({ grants: v.array(Grant) }),
    errors: ['USER_NOT_LOGIN'],
  }),
  revoke: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/open/oauth/grant/revoke',
    who: 'user',
    summary: 'Revokes an app’s access immediately.',
    input: v.object({ grantId: Id }),
    output: v.object({}),
    errors: ['OAUTH_GRANT_NOT_FOUND'],
  }),
};
