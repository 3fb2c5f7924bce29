/**
 * Background Sync: when the browser is online again, it starts the service worker, which sends a question that was
 * asked offline even if every window is closed. If a window is open, its replica sends the question.
 */
import { sendPreparedPushes } from '../sync/engine/outbox/send-prepared-pushes';
import { QUESTION_SYNC } from '../sync/protocol/background-sync';

/** https://wicg.github.io/background-sync/spec/#sync-event */
type SyncEvent = ExtendableEvent & { readonly tag: string };
type Scope = Pick<ServiceWorkerGlobalScope, 'addEventListener' | 'clients' | 'fetch' | 'indexedDB' | 'navigator'>;

/** Handles the sync event with the tag QUESTION_SYNC. */
export function handleSync(worker: Scope): void {
  worker.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent;
    if (tag === QUESTION_SYNC) (event as SyncEvent).waitUntil(sendQuestions(worker));
  });
}

/** Rejects if a question is still unsent; the browser then repeats the event a few times, after some minutes each. */
async function sendQuestions(worker: Scope): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 0) throw new Error('a window of Satchel sends');
  const isDone = await sendPreparedPushes({
    indexedDB: worker.indexedDB,
    locks: worker.navigator.locks,
    fetch: (url, init) => worker.fetch(url, init),
    prefix: '',
  });
  if (!isDone) throw new Error('a question could not be sent');
}
