/**
 * Asks nothing for a moment while another version of the app takes over.
 *
 * A service worker that waits takes over as soon as the one before it has nothing to do. Chromium stops the old one for that; a call that
 * comes in that moment starts it again, and then the new one waits until the old one had nothing to do for half a minute, at worst five
 * minutes (kMaxLameDuckTime): somebody who pressed 'Update Now' looks at "Updating…" so long. So whoever lets the new version take over
 * says it first, and each replica of this browser holds its calls back. What is written meanwhile is kept as always and goes after it.
 */
import { TAKEOVER_CHANNEL } from '../sync/protocol/takeover';

type Fetch = typeof fetch;

/** milliseconds without a call */
const REST_MS = 5_000;
/** milliseconds until the next rest: one that brought nothing keeps no work back again and again */
const AWAKE_MS = 60_000;

export function pausableFetch(fetch: Fetch): Fetch {
  let rest: Promise<void> | null = null;
  let startedAt = -Infinity;
  new BroadcastChannel(TAKEOVER_CHANNEL).addEventListener('message', () => {
    if (performance.now() - startedAt < AWAKE_MS) return;
    startedAt = performance.now();
    rest = new Promise((resolve) => {
      setTimeout(() => {
        rest = null;
        resolve();
      }, REST_MS);
    });
  });
  return async (input, init) => {
    if (rest) await rest;
    return fetch(input, init);
  };
}
