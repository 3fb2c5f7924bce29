/**
 * Background Sync: the browser starts the service worker when it is online again, and a question that was asked offline
 * is sent although every window was closed. With a window open its replica sends.
 */
import { sendWaiting } from '../sync/engine/outbox/send-waiting';
import { QUESTION_SYNC } from '../sync/protocol/background-sync';

/** https://wicg.github.io/background-sync/spec/#sync-event */
type SyncEvent = ExtendableEvent & { readonly tag: string };
type Scope = Pick<ServiceWorkerGlobalScope, 'addEventListener' | 'clients' | 'fetch' | 'indexedDB' | 'navigator'>;

export function handleSync(worker: Scope): void {
  worker.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent;
    if (tag === QUESTION_SYNC) (event as SyncEvent).waitUntil(sendQuestions(worker));
  });
}

/** Rejects where something still waits: the browser repeats the event after some minutes, a few times. */
async function sendQuestions(worker: Scope): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 0) throw new Error('a window of Satchel sends');
  const isDone = await sendWaiting({
    indexedDB: worker.indexedDB,
    locks: worker.navigator.locks,
    fetch: (url, init) => worker.fetch(url, init),
    prefix: '',
  });
  if (!isDone) throw new Error('a question could not be sent');
}
