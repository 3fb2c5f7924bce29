/** The calls about a device's lock that the replica itself makes: the server keeps what opens a lock whose PIN was forgotten. */
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
      'Keeps the secret that opens the lock of one of my devices; alone it opens nothing, as the wrapped key is on the device.',
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
    summary: 'Gives that secret to its owner, who says the password of the account once more.',
    input: v.object({ id: Id, password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)) }),
    output: v.object({ secret: Secret }),
    errors: ['PARAM_ERROR', 'USER_PASSWORD_BLOCKED', 'DEVICE_RECOVERY_NOT_FOUND'],
  }),
};
