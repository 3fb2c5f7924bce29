/**
 * Calls about a device lock that the replica makes: the server stores the recovery secret of a lock with a forgotten
 * PIN.
 */
import * as v from 'valibot';
import { Id } from '../model/id-schemas';
import { defineCall } from './call';

/** 32 bytes in base64 */
const Secret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/, 'PARAM_ERROR'));

export const deviceLockCalls = {
  keepRecovery: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/my/device/recovery',
    who: 'user',
    perMinute: 20,
    summary:
      'Stores the recovery secret of one of my devices. The secret alone unlocks nothing, because the wrapped key is on the device.',
    input: v.object({ id: Id, secret: Secret }),
    output: v.object({}),
    errors: ['PARAM_ERROR'],
  }),
  releaseRecovery: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/my/device/recovery/release',
    who: 'user',
    perMinute: 20,
    summary: 'Returns the recovery secret to its owner after a check of the account password.',
    input: v.object({ id: Id, password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)) }),
    output: v.object({ secret: Secret }),
    errors: ['PARAM_ERROR', 'USER_PASSWORD_BLOCKED', 'DEVICE_RECOVERY_NOT_FOUND'],
  }),
};
