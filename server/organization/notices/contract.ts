/**
 * Push messages of a device (Push API). The endpoint is an address of the client's choosing: it is only ever called
 * through the safe fetch.
 */
import * as v from 'valibot';
import { defineCall } from '../../../sync/protocol/call';

const Key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,128}$/, 'PARAM_ERROR'));
const Endpoint = v.pipe(
  v.string(),
  v.maxLength(1_000, 'PARAM_ERROR'),
  v.url('PARAM_ERROR'),
  v.startsWith('https://', 'PARAM_ERROR'),
);

export const pushCalls = {
  key: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/push/key',
    who: 'member',
    summary: 'The public key by which push services recognise this server (VAPID).',
    input: v.object({}),
    output: v.object({ publicKey: v.string() }),
    errors: [],
  }),
  subscribe: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/push/subscribe',
    who: 'member',
    summary: 'Subscribes this device to push messages until it signs out. Replaces the session’s earlier subscription.',
    input: v.object({ endpoint: Endpoint, p256dh: Key, auth: Key, hasLock: v.boolean('PARAM_ERROR') }),
    output: v.object({}),
    errors: ['PARAM_ERROR', 'NO_PERMISSION'],
  }),
  unsubscribe: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/push/unsubscribe',
    who: 'member',
    summary: 'Unsubscribes this device from push messages.',
    input: v.object({}),
    output: v.object({}),
    errors: [],
  }),
};
