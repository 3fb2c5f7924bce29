/**
 * Service worker: the app opens without a server.
 *
 *   navigation  ── workspace path? ── yes ─► shell.html from the precache (online too)
 *                   the console? ──── yes ─► network; no response within 4 s ─► shell.html, if the console's files are cached
 *                                     no ──► network (sign-in, public pages)
 *   `/`         ── workspace on this device? ── yes ─► shell.html      no ─► network (page for visitors)
 *   asset ─► browsers with static routing (FILES): the caches, else network, without starting this worker
 *   asset, font, locale ─► precache, else network; files of the console: cached for people with access (KEEP_CONSOLE)
 *   library that writes files of other programs ─► a cache that is filled later (KEEP_LATER), else network
 *   file of the PDF viewer ─► the cache of its version, else network, and kept there
 *   api, uploads ─► browsers with static routing (SERVER_CALLS): network, without starting this worker
 *                   others: network, not intercepted
 *   push                ─► a notification; its press opens the app at its subject
 *   sync                ─► a question asked offline is sent, if no window is open (./send-questions)
 *   POST /share         ─► held in memory, 303 to the screen that takes it (sync/protocol/share-target)
 *
 * An update waits until the page activates it:
 *
 *   installing ─► waiting ── SW_UPDATE_AVAILABLE ─► page shows the banner
 *                    ◄────── SKIP_WAITING ───────── 'Update Now'
 */
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SHARE_PATH, sharedForm, TAKE_SHARED } from '../sync/protocol/share-target';

import { PDF_FOLDER, PDF_VERSION } from '../sync/protocol/pdf-viewer';
import { isConsoleScreen, isWorkspacePath } from '../app/screens';
import { FileCache, type FileList } from './file-cache';
import { HeldShares } from './held-shares';
import { handlePush } from './push-messages';
import { handleSync } from './send-questions';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

const precache = new PrecacheController();
precache.addToCacheList(self.__WB_MANIFEST);
registerRoute(new PrecacheRoute(precache, { cleanURLs: false, directoryIndex: '' }));
cleanupOutdatedCaches();

const shell = precache.createHandlerBoundToURL('/shell.html');

/** Databases without an account's data: the list of accounts remains after a sign-out. */
const ACCOUNT_LIST = /satchel-accounts$/;

/** Whether this device has a workspace. Assumed if the browser cannot list databases: the shell finds out. */
async function hasWorkspace(): Promise<boolean> {
  const databases = await indexedDB.databases?.().catch(() => null);
  return !databases || databases.some(({ name }) => name !== undefined && !ACCOUNT_LIST.test(name));
}
registerRoute(
  new NavigationRoute(async (options) => {
    const { url } = options;
    if (url.pathname === '/' && !(await hasWorkspace())) return fetch(options.request).catch(() => shell(options));
    if (isWorkspacePath(url.pathname)) return shell(options);
    if (isConsoleScreen(url.pathname) && (await consoleCache.isFilled()))
      return withFallback(options.request, () => shell(options));
    return fetch(options.request);
  }),
);

const shares = new HeldShares();
/** A form that cannot be parsed also redirects to the screen, which then shows that nothing was received. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
  async ({ request, event }) => {
    const form = await request.formData().catch(() => null);
    if (form) event.waitUntil(shares.hold(sharedForm(form)));
    return Response.redirect(SHARE_PATH, 303);
  },
  'POST',
);

declare const __CONSOLE__: FileList;
declare const __LATER__: FileList;
/** files of the console, on devices of people with access */
const consoleCache = new FileCache('console-', __CONSOLE__, caches);
/** libraries that write files of other programs; cached after a screen has been open for a while */
const laterCache = new FileCache('later-', __LATER__, caches);
for (const cache of [consoleCache, laterCache])
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && cache.has(url.pathname),
    async ({ request, url }) => (await cache.match(url.pathname)) ?? fetch(request),
  );

/** Files of the PDF viewer are kept when they are first used: few people need them offline, and they are large. */
const pdfCache = `pdf-${PDF_VERSION}`;
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(PDF_FOLDER),
  async ({ request, url }) => {
    const cache = await caches.open(pdfCache);
    const known = await cache.match(url.pathname);
    if (known) return known;
    const answer = await fetch(request);
    // on a full disk the page gets the file without caching
    if (answer.ok) await cache.put(url.pathname, answer.clone()).catch(() => undefined);
    return answer;
  },
);
async function deleteOldPdfCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('pdf-') && name !== pdfCache) await caches.delete(name);
}

/** milliseconds to wait for a document from the network before the fallback is used */
const NETWORK_TIMEOUT_MS = 4_000;

/**
 * The server's response, or the fallback: without a network, after the timeout, or if a proxy reports that the server
 * is down.
 */
async function withFallback(request: Request, fallback: () => Promise<Response>): Promise<Response> {
  const document = fetch(request).then(
    (response) => (response.status >= 502 && response.status <= 504 ? null : response),
    () => null,
  );
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), NETWORK_TIMEOUT_MS);
  });
  return (await Promise.race([document, late])) ?? fallback();
}

async function notifyPages(message: { type: string }): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    client.postMessage(message);
}

/** https://w3c.github.io/ServiceWorker/#dom-installevent-addroutes; without it, `fetch` events serve the files. */
type InstallEvent = ExtendableEvent & {
  addRoutes?(rules: readonly { condition: { urlPattern: string }; source: 'cache' | 'network' }[]): Promise<void>;
};
/**
 * Build files have a content hash in their names, so no decision is needed for them. A workspace starts with a hundred
 * requests; each of them woke this worker, and the page waited for one after another.
 */
const FILES = { condition: { urlPattern: '/assets/*' }, source: 'cache' } as const;
/** An event for each call would keep this worker running, and a later version waits until it has stopped. */
const SERVER_CALLS = ['/api/*', '/uploads/*'].map((urlPattern) => ({
  condition: { urlPattern },
  source: 'network' as const,
}));

/**
 * Concurrent requests: of the six connections that a browser opens to an HTTP/1.1 server, the page uses one for pokes
 * and one for its own requests.
 */
const FILL_CONCURRENCY = 4;

/**
 * Fills the precache like `precache.install`, but concurrently: `install` requests one file after another, and 200
 * files at 300 ms each take a minute. Throws on the first failure; the next installation continues from the files
 * already cached.
 */
async function fill(event: ExtendableEvent): Promise<void> {
  const entries = [...precache.getURLsToCacheKeys()];
  const fillNext = async (): Promise<void> => {
    for (let entry = entries.shift(); entry; entry = entries.shift()) {
      const [url, cacheKey] = entry;
      // A file without a hash in its name bypasses the HTTP cache.
      const request = new Request(url, { cache: url === cacheKey ? 'default' : 'reload', credentials: 'same-origin' });
      await Promise.all(precache.strategy.handleAll({ event, request, params: { cacheKey } }));
    }
  };
  await Promise.all(Array.from({ length: FILL_CONCURRENCY }, fillNext));
}

async function install(event: InstallEvent): Promise<void> {
  await event.addRoutes?.([FILES, ...SERVER_CALLS]).catch(() => undefined);
  await fill(event);
  await consoleCache.renew();
  await laterCache.renew();
  // A first installation activates at once. An update is announced when it is complete, which may take minutes on a
  // slow connection.
  if (!self.registration.active) await self.skipWaiting();
  else await notifyPages({ type: 'SW_UPDATE_AVAILABLE' });
}

self.addEventListener('install', (event) => event.waitUntil(install(event)));

self.addEventListener('activate', (event) =>
  event.waitUntil(
    precache
      .activate(event)
      .then(() => Promise.all([consoleCache.deleteOld(), laterCache.deleteOld()]))
      .then(deleteOldPdfCaches)
      .then(() => self.clients.claim()),
  ),
);

self.addEventListener('message', (event) => {
  const type = (event.data as { type?: string } | null)?.type;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === TAKE_SHARED) event.ports[0]?.postMessage(shares.take());
  if (type === 'KEEP_CONSOLE') event.waitUntil(consoleCache.fill().catch(() => undefined));
  if (type === 'KEEP_LATER') event.waitUntil(laterCache.fill().catch(() => undefined));
});

handlePush(self);
handleSync(self);
