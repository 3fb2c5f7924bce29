/** Calls about a session that the replica makes. */
import * as v from 'valibot';
import { Id } from '../model/id-schemas';
import { defineCall } from './call';
import { LANGUAGES } from '../model/languages';

/** Path that renews the session of a server-rendered screen and redirects to the query's `to`. */
export const RENEW_PATH = '/api/organization/user/session/renew';

export const LoginToken = v.object({ accessToken: v.string(), refreshToken: v.string() });

/**
 * How a session ended, from a 401 SESSION_REVOKED (params 'true' and 'false') or the stream's event `revoked`: `wipe`
 * erases the replica, `handover` sends unsent work first (handover.ts). Without `wipe` the replica stays for the next
 * sign-in.
 */
export interface Ending {
  wipe: boolean;
  handover: boolean;
}

export const CompanySummary = v.object({
  id: Id,
  name: v.string(),
  role: v.picklist(['owner', 'admin', 'member']),
  logo: v.optional(v.string(), ''),
});

/** Lock policy of the session's company for devices with a replica. */
export const DeviceLockRule = v.object({
  /** the device must have a PIN or a passkey */
  required: v.boolean(),
  /** hours without contact to the server after which a device locks */
  leaseHours: v.number(),
});
export type DeviceLockRule = v.InferOutput<typeof DeviceLockRule>;
export const NO_DEVICE_LOCK: DeviceLockRule = { required: false, leaseHours: 72 };

export const MyUser = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  actived: v.boolean(),
  enabled: v.boolean(),
  hasPassword: v.boolean(),
  defaultCompanyId: v.string(),
  sessionId: v.string(),
  userProfile: v.object({ id: v.string(), lang: v.string(), enabled: v.boolean() }),
  userCompany: v.nullable(
    v.object({
      id: v.string(),
      userId: v.string(),
      companyId: v.string(),
      tenantId: v.string(),
      userName: v.string(),
      jobPositionId: v.string(),
      actived: v.boolean(),
      enabled: v.boolean(),
    }),
  ),
  companies: v.array(CompanySummary),
  /**
   * ids of all companies the person is a member of, including those that cannot be entered now; a device hands over and
   * erases replicas of other companies. Absent from older servers: replicas are left alone
   */
  memberOf: v.optional(v.array(v.string())),
  authorityCodes: v.array(v.string()),
  /** the session's company requires a new password before its console opens */
  mustChangePassword: v.optional(v.boolean()),
  /** absent from older servers: no lock required */
  deviceLock: v.optional(DeviceLockRule),
  /** whether the session’s company allows public links; absent from older servers: it does */
  publicLinks: v.optional(v.boolean()),
  /** whether the recorder reminds the person to inform all participants; absent from older servers: it does */
  recordingHint: v.optional(v.boolean()),
  /** hosts outside the public internet that the operator opens for links; absent from older servers: none */
  linkHosts: v.optional(v.array(v.string())),
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type MyUser = v.InferOutput<typeof MyUser>;

export const sessionCalls = {
  my: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/user/my',
    who: 'user',
    anyAccount: true,
    summary: 'Returns the signed-in person with profile, companies and authority codes of the session’s company.',
    input: v.object({}),
    output: MyUser,
    errors: ['USER_NOT_LOGIN', 'JWT_TOKEN_EXPIRED', 'SESSION_REVOKED'],
  }),
  refresh: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/token/refresh',
    who: 'anyone',
    perMinute: 60,
    summary:
      'Exchanges the refresh token (cookie, else body) for new tokens; reuse of a token ends the session. New ' +
      'tokens are returned the way the old one was sent; null if by cookie.',
    input: v.object({ refreshToken: v.optional(v.string()) }),
    output: v.object({ loginToken: v.nullable(LoginToken) }),
    errors: ['JWT_TOKEN_EXPIRED', 'SESSION_REVOKED'],
  }),
  logout: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/logout',
    who: 'anyone',
    summary: 'Ends this device’s session; succeeds without one.',
    input: v.object({}),
    output: v.object({}),
    errors: [],
  }),
  erased: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/session/erased',
    who: 'anyone',
    perMinute: 60,
    summary:
      'Confirms that a device has erased its replica; its refresh token identifies it. The response does not ' +
      'reveal whether the device exists.',
    input: v.object({}),
    output: v.object({}),
    errors: [],
  }),
  setDefaultCompany: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/my/company/default',
    who: 'user',
    summary:
      'Switches the organization and issues new tokens. They are in the response for a bearer session, null for cookies.',
    input: v.object({ companyId: Id }),
    output: v.object({ loginToken: v.nullable(LoginToken) }),
    errors: ['USER_COMPANY_NOT_FOUND', 'USER_COMPANY_NOT_ACTIVATED', 'USER_COMPANY_DISABLED', 'IP_BLOCKED'],
  }),
  setLanguage: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/profile/my',
    who: 'user',
    summary: 'Sets the preferred language.',
    input: v.object({ lang: v.picklist(LANGUAGES) }),
    output: v.object({ lang: v.string() }),
    errors: ['PARAM_ERROR'],
  }),
};
