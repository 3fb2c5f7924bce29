/**
 * The service worker: the app opens without a server.
 *
 *   navigation  ── workspace address? ── yes ─► shell.html from the precache (online too)
 *                   the console? ────── yes ─► network; no answer within 4 s ─► shell.html, where its files are kept
 *                                       no ──► network (sign-in, public pages)
 *   `/`         ── somebody's workspace on this device? ── yes ─► shell.html      no ─► network, where visitors have a page
 *   asset ─► where the browser knows routes (FILES): the caches, else network, without this worker
 *   asset, font, locale ─► precache, else network; of the console, which few people open: kept where somebody may (KEEP_CONSOLE)
 *   api, uploads        ─► network, untouched
 *   POST /share         ─► held in memory, 303 to the screen that takes it (sync/protocol/share-target)
 *
 * An update waits until the page says so:
 *
 *   installing ─► waiting ── SW_UPDATE_AVAILABLE ─► page shows the banner
 *                    ◄────── SKIP_WAITING ───────── 'Update Now'
 */
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SHARE_PATH, sharedForm, TAKE_SHARED } from '../sync/protocol/share-target';

import { isConsoleScreen, isWorkspacePath } from '../app/screens';
import { HeldShares } from './held-shares';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

const precache = new PrecacheController();
precache.addToCacheList(self.__WB_MANIFEST);
registerRoute(new PrecacheRoute(precache, { cleanURLs: false, directoryIndex: '' }));
cleanupOutdatedCaches();

const shell = precache.createHandlerBoundToURL('/shell.html');

/** Databases with nobody's work in them: the list of accounts outlives a sign-out. */
const NOBODYS = /satchel-accounts$/;

/** Whether a workspace is on this device. A browser that cannot say has one: the shell finds out. */
async function hasWorkspace(): Promise<boolean> {
  const databases = await indexedDB.databases?.().catch(() => null);
  return !databases || databases.some(({ name }) => name !== undefined && !NOBODYS.test(name));
}
registerRoute(
  new NavigationRoute(async (options) => {
    const { url } = options;
    if (url.pathname === '/' && !(await hasWorkspace())) return fetch(options.request).catch(() => shell(options));
    if (isWorkspacePath(url.pathname)) return shell(options);
    if (isConsoleScreen(url.pathname) && (await hasConsole())) return answered(options.request, () => shell(options));
    return fetch(options.request);
  }),
);

const shares = new HeldShares();
/** A form that cannot be read leads to the screen as well, which finds nothing and says so. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
  async ({ request, event }) => {
    const form = await request.formData().catch(() => null);
    if (form) event.waitUntil(shares.hold(sharedForm(form)));
    return Response.redirect(SHARE_PATH, 303);
  },
  'POST',
);

/** The files of the console, by a name that changes with them: kept on the devices of those for whom it is open, and renewed with an update. */
declare const __CONSOLE__: { name: string; files: string[] };
const consoleFiles = new Set(__CONSOLE__.files);
const isConsoleCache = (name: string): boolean => name.startsWith('console-');

/** All of them or none: `addAll` keeps nothing where one of them cannot be had. */
async function keepConsole(): Promise<void> {
  if (!(await hasConsole())) await (await caches.open(__CONSOLE__.name)).addAll(__CONSOLE__.files);
}
async function hasConsole(): Promise<boolean> {
  return (
    (await caches.has(__CONSOLE__.name)) &&
    (await (await caches.open(__CONSOLE__.name)).keys()).length >= consoleFiles.size
  );
}
/** An update brings the console's files where the version before had them. Without them it is installed all the same. */
async function keepConsoleAgain(): Promise<void> {
  if ((await caches.keys()).some(isConsoleCache)) await keepConsole().catch(() => undefined);
}
async function forgetOldConsole(): Promise<void> {
  for (const name of await caches.keys())
    if (isConsoleCache(name) && name !== __CONSOLE__.name) await caches.delete(name);
}
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && consoleFiles.has(url.pathname),
  async ({ request, url }) => (await caches.match(url.pathname, { cacheName: __CONSOLE__.name })) ?? fetch(request),
);

/** milliseconds */
const PATIENCE_MS = 4_000;

/** The server's document, or what stands for it where none comes: no network, no answer in time, a proxy that speaks for a server that is away. */
async function answered(request: Request, otherwise: () => Promise<Response>): Promise<Response> {
  const document = fetch(request).then(
    (response) => (response.status >= 502 && response.status <= 504 ? null : response),
    () => null,
  );
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
  return (await Promise.race([document, late])) ?? otherwise();
}

async function tellPages(message: { type: string }): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    client.postMessage(message);
}

/** https://w3c.github.io/ServiceWorker/#dom-installevent-addroutes; where there is none, `fetch` events bring the files. */
type InstallEvent = ExtendableEvent & {
  addRoutes?(rule: { condition: { urlPattern: string }; source: 'cache' }): Promise<void>;
};
/**
 * Files of the build carry a hash of their content in their names, so there is nothing to decide of them. A workspace starts with a hundred; each woke
 * this worker, and the page waited for one after another.
 */
const FILES = { condition: { urlPattern: '/assets/*' }, source: 'cache' } as const;

/** Requests at a time: of the six lines that a browser opens to a server of HTTP/1.1, the page keeps one for pokes and one for what it asks. */
const FILLED_AT_ONCE = 4;

/**
 * Keeps what is not kept yet, as `precache.install` does, which asks for one after another: two hundred files are a minute where an answer takes
 * 300 ms. Throws for the first that cannot be had; the next installation goes on from what is kept.
 */
async function fill(event: ExtendableEvent): Promise<void> {
  const entries = [...precache.getURLsToCacheKeys()];
  const fillNext = async (): Promise<void> => {
    for (let entry = entries.shift(); entry; entry = entries.shift()) {
      const [url, cacheKey] = entry;
      // a name that does not change with its content is asked for past the browser's own cache
      const request = new Request(url, { cache: url === cacheKey ? 'default' : 'reload', credentials: 'same-origin' });
      await Promise.all(precache.strategy.handleAll({ event, request, params: { cacheKey } }));
    }
  };
  await Promise.all(Array.from({ length: FILLED_AT_ONCE }, fillNext));
}

async function install(event: InstallEvent): Promise<void> {
  await event.addRoutes?.(FILES).catch(() => undefined);
  await fill(event);
  await keepConsoleAgain();
  // A first installation has nobody to ask. An update is told of when it has all it needs: on a slow line that takes minutes.
  if (!self.registration.active) await self.skipWaiting();
  else await tellPages({ type: 'SW_UPDATE_AVAILABLE' });
}

self.addEventListener('install', (event) => event.waitUntil(install(event)));

self.addEventListener('activate', (event) =>
  event.waitUntil(
    precache
      .activate(event)
      .then(forgetOldConsole)
      .then(() => self.clients.claim()),
  ),
);

self.addEventListener('message', (event) => {
  const type = (event.data as { type?: string } | null)?.type;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === TAKE_SHARED) event.ports[0]?.postMessage(shares.take());
  if (type === 'KEEP_CONSOLE') event.waitUntil(keepConsole().catch(() => undefined));
});
