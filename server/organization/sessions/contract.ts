/** The calls of sessions: the devices on which a person is signed in. */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { whole } from '../../../sync/model/numbers';
import { defineCall } from '../../../sync/protocol/call';

export const DeviceSession = v.object({
  id: Id,
  /** e.g. `Chrome, Windows`; '' if unknown */
  deviceName: v.string(),
  ip: v.string(),
  companyId: v.string(),
  companyName: v.string(),
  createdAt: v.number(),
  lastSeenAt: v.number(),
  /** the requesting session */
  current: v.boolean(),
  /**
   * `signedOut`: ended by a new password or by its age; its copy is still on the device, readable by anyone who can
   * unlock it; `erasing`: revoked from elsewhere, erases its copy at its next contact; `told`: the device has received
   * that instruction and has not confirmed yet; `erased`: confirmed
   */
  state: v.picklist(['active', 'signedOut', 'erasing', 'told', 'erased']),
  /** time at which it was told to erase, or confirmed it; 0: neither */
  stateAt: v.number(),
  /** number of unsynced changes on the device, as last reported */
  waiting: v.number(),
  /** it hands over its unsent changes before it erases its copy */
  handover: v.boolean(),
  /** number of changes handed over, and of those not reviewed yet */
  handedOver: v.number(),
  toReview: v.number(),
});
export type DeviceSession = v.InferOutput<typeof DeviceSession>;

/**
 * false: the device erases its copy immediately, for a lost or stolen device. A pending handover can still be cancelled
 * with it.
 */
const Handover = v.optional(v.boolean(), true);

/** A device as administrators of its current company see it. */
export const MemberDevice = v.omit(DeviceSession, ['ip', 'companyId', 'companyName']);
export type MemberDevice = v.InferOutput<typeof MemberDevice>;

export const deviceCalls = {
  list: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/user/session/list',
    who: 'user',
    summary: 'My devices: signed-in ones, and those of the last 30 days that were not signed out on the device itself.',
    input: v.object({}),
    output: v.object({ sessions: v.array(DeviceSession) }),
    errors: ['USER_NOT_LOGIN'],
  }),
  revoke: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/session/revoke',
    who: 'user',
    summary:
      'Signs a device out; it erases its copy at its next contact, after a handover of unsent changes unless ' +
      'excluded. A signed-out device is told to erase its copy.',
    input: v.object({ sessionId: Id, handover: Handover }),
    output: v.object({}),
    errors: ['SESSION_NOT_FOUND'],
  }),
  ofMember: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/session/member/list',
    who: 'admin',
    summary:
      'A member’s devices in this company, as in the member’s own list; `mayErase`: whether I may sign them out.',
    input: v.object({ userId: Id }),
    output: v.object({ sessions: v.array(MemberDevice), mayErase: v.boolean() }),
    errors: ['USER_COMPANY_NOT_FOUND'],
  }),
  revokeOfMember: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/session/member/revoke',
    who: 'admin',
    summary:
      'Signs out a member’s device in this company; it erases all data of the member at its next contact, after ' +
      'a handover to the member unless excluded.',
    input: v.object({ userId: Id, sessionId: Id, handover: Handover }),
    output: v.object({}),
    errors: ['USER_COMPANY_NOT_FOUND', 'PERMISSION_DENIED', 'SESSION_NOT_FOUND'],
  }),
  report: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/session/report',
    who: 'user',
    perMinute: 60,
    summary: 'Reports the number of changes that exist only on this device: unsent, or awaiting the person’s decision.',
    input: v.object({ waiting: whole({ max: 1_000_000, message: 'PARAM_ERROR' }) }),
    output: v.object({}),
    errors: ['PARAM_ERROR'],
  }),
};
