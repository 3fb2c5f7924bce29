/**
 * Push messages in the service worker. To a device with a lock the server sends a message without a text, since
 * notifications can be read on a locked screen.
 */
import { ownAddress } from '../sync/protocol/own-address';

/** `server/organization/notices/push.ts:PushMessage` */
interface Message {
  id: string;
  text?: string;
  link?: string;
}

/**
 * Parses the data of a push. Other data gives a message without a text, as browsers require a notification per push.
 */
export function messageOf(data: { json(): unknown } | null): Message {
  try {
    const { id, text, link } = (data?.json() ?? {}) as Record<string, unknown>;
    return {
      id: typeof id === 'string' ? id : '',
      ...(typeof text === 'string' ? { text } : {}),
      ...(typeof link === 'string' ? { link } : {}),
    };
  } catch {
    return { id: '' };
  }
}

/** The path to open: an address of this app, otherwise the list of notifications. */
export const addressOf = (link: string | undefined): string => {
  const url = link ? ownAddress(link) : null;
  return url ? url.pathname + url.search + url.hash : '/notifications';
};

/** Shows a notification for each push, and opens its address when it is pressed. */
export function handlePush(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const { id, text, link } = messageOf(event.data);
    event.waitUntil(
      worker.registration.showNotification('Satchel', {
        ...(text ? { body: text } : {}),
        // a repeated message replaces the first
        ...(id ? { tag: id } : {}),
        icon: '/icons/icon-192.png',
        data: { link: addressOf(link) },
      }),
    );
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { link } = event.notification.data as { link: string };
    event.waitUntil(open(worker, link));
  });
}

/** Brings an open window to the front and navigates it to the address; without a window, opens one. */
async function open(worker: ServiceWorkerGlobalScope, link: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(({ focused }) => focused) ?? windows[0];
  if (!shown) {
    await worker.clients.openWindow(link);
    return;
  }
  await shown.focus();
  // the page navigates itself, since loading a document would end a recording
  shown.postMessage({ type: 'OPEN', link });
}
