/**
 * The page's side of updates. The page reloads only when the person presses 'Update Now'.
 *
 *   start, focus, every hour ─► registration.update()
 *   SW_UPDATE_AVAILABLE, or a waiting worker ─► available
 *   apply() ─ replicas pause ─ SKIP_WAITING, every second until it is received ─► controllerchange, or no worker is waiting
 *           ─► one reload
 */
import { useSyncExternalStore } from 'react';
import { TAKEOVER_CHANNEL } from '../../../sync/protocol/takeover';

const HOUR = 3_600_000;
/** milliseconds between two SKIP_WAITING messages, and before the first, so that open requests are sent */
const INSIST_MS = 1_000;

export type UpdateState = 'none' | 'available' | 'updating';

let state: UpdateState = 'none';
let registration: ServiceWorkerRegistration | null = null;
const listeners = new Set<() => void>();

function set(next: UpdateState): void {
  // applied during installation: the later `installed` event must not reset the state, or no reload would follow the
  // takeover
  if (state === next || (state === 'updating' && next === 'available')) return;
  state = next;
  for (const listener of listeners) listener();
}

function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) set('available');
  });
}

/**
 * Registers the service worker once and watches for updates. Does nothing where there is none (an old browser, plain
 * HTTP).
 */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || registration) return;
  const { serviceWorker } = navigator;
  const controlled = Boolean(serviceWorker.controller);
  serviceWorker.addEventListener('message', (event: MessageEvent<{ type?: string } | null>) => {
    if (event.data?.type === 'SW_UPDATE_AVAILABLE') set('available');
  });
  serviceWorker.addEventListener('controllerchange', () => {
    // the first installation takes over too, without a request
    if (state === 'updating') location.reload();
  });
  try {
    registration = await serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
  } catch (error) {
    console.warn('the service worker could not be registered', error);
    return;
  }
  if (registration.waiting && controlled) set('available');
  registration.addEventListener('updatefound', () => watch(registration?.installing ?? null));
  const check = () => void registration?.update().catch(() => undefined);
  check();
  addEventListener('focus', check);
  setInterval(check, HOUR);
}

/** Activates the new version and reloads. */
export function applyUpdate(): void {
  // During its installation the new worker is not `waiting` yet.
  const next = registration?.waiting ?? registration?.installing;
  if (!next) {
    location.reload();
    return;
  }
  set('updating');
  // received before the first turn of the interval (workers/pausable-fetch)
  new BroadcastChannel(TAKEOVER_CHANNEL).postMessage(null);
  // A worker that is still installing may be replaced or discarded, and a message may be lost with its process: the
  // page must not stay at "updating". When none is waiting, one took over or none will; a reload shows which.
  setInterval(() => {
    const waits = registration?.waiting ?? registration?.installing;
    if (waits) waits.postMessage({ type: 'SKIP_WAITING' });
    else location.reload();
  }, INSIST_MS);
}

export function useUpdate(): UpdateState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => 'none' as const,
  );
}
