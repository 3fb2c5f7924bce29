/** The calls about a session that the replica itself makes. */
import * as v from 'valibot';
import { Id } from '../model/id-schemas';
import { defineCall } from './call';

/** Where a screen of the server has its session renewed: it goes on to the query's `to`. */
export const RENEW_PATH = '/api/organization/user/session/renew';

export const LoginToken = v.object({ accessToken: v.string(), refreshToken: v.string() });

/**
 * What a 401 SESSION_REVOKED (params, 'true' and 'false') and the event `revoked` of the stream tell the device: to erase its replica, and to
 * hand over first what it never sent (handover.ts). Without `wipe` the copy stays, for the next sign-in.
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

/** What the session's company asks of the devices that hold a copy of its data. */
export const DeviceLockRule = v.object({
  /** a device opens with a PIN or a passkey only */
  required: v.boolean(),
  /** hours without the server after which a device locks */
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
  /** ids of all companies the person is a member of, those that may not be entered now among them; a device hands over and erases copies of others. A server of before it said so says nothing of copies */
  memberOf: v.optional(v.array(v.string())),
  authorityCodes: v.array(v.string()),
  /** the session's company wants a new password of this person before anything of its console */
  mustChangePassword: v.optional(v.boolean()),
  /** a server of before it said so asks for nothing */
  deviceLock: v.optional(DeviceLockRule),
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
    summary: 'The signed-in person with profile, companies and authority codes of the session’s company.',
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
      'Exchanges the refresh token (cookie, else the body) for new tokens; its reuse ends the session. New tokens come back the way the old one came: null for cookies.',
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
      'A device that was told to erase its copy says that it has; its refresh token names it. Says nothing of whether there is such a device.',
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
      'Switches the organization; new tokens carry it. They are in the answer of a session with a bearer token, null for one with cookies.',
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
    input: v.object({ lang: v.picklist(['en', 'zh_hans', 'zh_hant', 'ja', 'ko']) }),
    output: v.object({ lang: v.string() }),
    errors: ['PARAM_ERROR'],
  }),
};
