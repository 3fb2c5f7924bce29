/** The devices a person is signed in on (architecture: Sessions). */
import * as v from 'valibot';
import { Id } from '../../../sync/model/ids';
import { defineCall } from '../../../sync/protocol/call';

export const DeviceSession = v.object({
  id: Id,
  /** e.g. `Chrome, Windows`; '' while unknown */
  deviceName: v.string(),
  ip: v.string(),
  companyId: v.string(),
  companyName: v.string(),
  createdAt: v.number(),
  lastSeenAt: v.number(),
  /** the session that asks */
  current: v.boolean(),
  /** `erasing`: signed out from elsewhere, erases its copy at its next contact; `erased`: was told to */
  state: v.picklist(['active', 'erasing', 'erased']),
});
export type DeviceSession = v.InferOutput<typeof DeviceSession>;

export const deviceCalls = {
  list: defineCall({
    service: 'organization', method: 'GET', path: '/user/session/list', who: 'user',
    summary: 'My devices: where I am signed in, and those signed out from elsewhere in the last 30 days.',
    input: v.object({}), output: v.object({ sessions: v.array(DeviceSession) }), errors: ['USER_NOT_LOGIN'],
  }),
  revoke: defineCall({
    service: 'organization', method: 'POST', path: '/user/session/revoke', who: 'user',
    summary: 'Signs a device out; its local copy is erased at its next contact.',
    input: v.object({ sessionId: Id }), output: v.object({}), errors: ['SESSION_NOT_FOUND'],
  }),
};
