/**
 * The service worker: the app opens without a server.
 *
 *   navigation  ── workspace address? ── yes ─► shell.html from the precache (online too)
 *                                       no ──► network (sign-in, admin, public pages)
 *   asset, font, locale ─► precache, else network
 *   api, uploads        ─► network, untouched
 *
 * An update waits until the page says so:
 *
 *   installing ─► waiting ── SW_UPDATE_AVAILABLE ─► page shows the banner
 *                    ◄────── SKIP_WAITING ───────── 'Update Now'
 */
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isWorkspacePath } from '../sync/protocol/workspace-paths';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' });
cleanupOutdatedCaches();

const shell = createHandlerBoundToURL('/shell.html');
registerRoute(
  new NavigationRoute(async (options) => {
    const { url } = options;
    if (isWorkspacePath(url.pathname) || url.pathname === '/shell') return shell(options);
    return fetch(options.request);
  }),
);

async function tellPages(message: { type: string }): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) client.postMessage(message);
}

self.addEventListener('install', () => {
  // A first installation has nobody to ask.
  if (!self.registration.active) void self.skipWaiting();
  else void tellPages({ type: 'SW_UPDATE_AVAILABLE' });
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
