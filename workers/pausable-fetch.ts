/**
 * Pauses requests while a new service worker takes over.
 *
 * A waiting service worker activates as soon as the active one is idle, and Chromium stops the active one for that. In
 * browsers without static routing a request in that moment restarts it, and then the new one waits until it has been
 * idle for half a minute, at worst five minutes (kMaxLameDuckTime); until then a person who pressed 'Update Now' sees
 * "Updating…". Therefore the page that activates a new version announces it first, and every replica of this browser
 * pauses its requests. Writes are stored as usual and sent afterwards.
 */
import { TAKEOVER_CHANNEL } from '../sync/protocol/takeover';

type Fetch = typeof fetch;

/** length of a pause in milliseconds */
const PAUSE_MS = 5_000;
/** milliseconds between the starts of two pauses: repeated announcements must not block requests */
const PAUSE_INTERVAL_MS = 60_000;

/** A `fetch` that waits for PAUSE_MS after an announced takeover before it sends further requests. */
export function pausableFetch(fetch: Fetch): Fetch {
  let pause: Promise<void> | null = null;
  let startedAt = -Infinity;
  new BroadcastChannel(TAKEOVER_CHANNEL).addEventListener('message', () => {
    if (performance.now() - startedAt < PAUSE_INTERVAL_MS) return;
    startedAt = performance.now();
    pause = new Promise((resolve) => {
      setTimeout(() => {
        pause = null;
        resolve();
      }, PAUSE_MS);
    });
  });
  return async (input, init) => {
    if (pause) await pause;
    return fetch(input, init);
  };
}
