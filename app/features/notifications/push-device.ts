/** Push messages of this device: the browser's permission and subscription, and the server's copy of it. */
import { call } from '~/api/client';
import { pushCalls } from '../../../server/organization/notices/contract';

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

const subscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
};

async function sendToServer(found: PushSubscription, hasLock: boolean): Promise<void> {
  const { keys } = found.toJSON();
  await call(pushCalls.subscribe, {
    endpoint: found.endpoint,
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
    hasLock,
  });
}

/** Whether the browser receives messages for this device. */
export const isSubscribed = async (): Promise<boolean> =>
  canPush() && Notification.permission === 'granted' && (await subscription()) !== null;

/** Asks for the browser's permission. Returns false if the person or the browser refuses; throws the server's errors. */
export async function subscribe(hasLock: boolean): Promise<boolean> {
  if (!canPush() || (await Notification.requestPermission()) !== 'granted') return false;
  const { publicKey } = await call(pushCalls.key, {});
  const { pushManager } = await navigator.serviceWorker.ready;
  const earlier = await pushManager.getSubscription();
  if (earlier && !isFor(earlier, publicKey)) await earlier.unsubscribe();
  const found = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  try {
    await sendToServer(found, hasLock);
  } catch (error) {
    await found.unsubscribe();
    throw error;
  }
  return true;
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i]);

/** A subscription for another key is of an earlier installation of the server, or from before its keys were replaced. */
const isFor = ({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string): boolean =>
  key !== null && sameBytes(new Uint8Array(key), bytesOf(publicKey));

/** Unsubscribes in the browser first: messages that the server sends until it is reached are then discarded. */
export async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe();
  await call(pushCalls.unsubscribe, {});
}

/** Reports a subscription again, with the present state of the lock; after a start and after the lock has changed. */
export async function renew(hasLock: boolean): Promise<void> {
  if (!(await isSubscribed())) return;
  const { publicKey } = await call(pushCalls.key, {});
  const found = await subscription();
  if (found && isFor(found, publicKey)) await sendToServer(found, hasLock);
  else await subscribe(hasLock);
}

/** Ends this browser's subscription without the server, which ends its copy with the session. */
export async function dropSubscription(): Promise<void> {
  if (canPush()) await (await subscription())?.unsubscribe();
}
