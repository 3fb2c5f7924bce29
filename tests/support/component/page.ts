/**
 * A page of the app in jsdom: the server's document, rendered by the real start of the page with fresh modules.
 *
 *   openPage({ device, path }) ──► GET path, redirects followed ──► the page's modules are reloaded ──► startPage ──► React renders
 *                                                                      └► new Worker ──► the replica, in this process (device.ts)
 *   location.assign, reload, a redirect to a document, a form without scripts ──► the page ends, and the next one is opened the same way
 */
import { fireEvent, getConfig, waitFor, within, type BoundFunctions, type queries } from '@testing-library/dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createRoot, type Root } from 'react-dom/client';
import { toast as sonner } from 'sonner';
import { expect } from 'vitest';
import { SHELL_ID } from '../../../app/features/shell/first-paint';
import type { Language } from '../../../sync/model/languages';
import { identityCalls } from '../../../server/organization/identity/contract';
import { createClient, type Call } from '../../../sync/protocol/client';
import { text as textOf, type Params } from '../texts';
import { DOCUMENT_TYPE, routeModules, type PageDocument } from './build';
import { Device, type ReplicaWorker } from './device';
import { PageFormData } from './form-data';
import { PATIENCE_MS } from '../patience';
import { theServer, type Person, type TestServer } from './server';
import { ORIGIN, theWindow } from './window';

/** the address loaded last, for failure messages */
let lastLoad = '';
interface Shown {
  device: Device;
  root: Root | null;
}
let shown: Shown | null = null;
/** the current load, and loads requested during it */
let loading: Promise<void> = Promise.resolve();
/** number of pages requested by the test that have not begun: the page that is being left navigates no further */
let asked = 0;

const { dom } = theWindow();
const { window } = dom;

/** Ends the current page, and components that a test rendered without one. The page's data stay on the device. */
async function leave(): Promise<void> {
  const page = shown;
  shown = null;
  if (page) {
    window.dispatchEvent(new window.Event('pagehide'));
    await page.device.endPage();
    // in a browser, notices end with the document; here they would stay in the next page
    sonner.dismiss();
    page.root?.unmount();
    storeOn(page.device);
  }
  theWindow().forget();
  const { document } = window;
  // React and user-event mark the document as having their listeners, which `forget` removed
  for (const key of Reflect.ownKeys(document))
    if (typeof key === 'symbol' ? key.description?.startsWith('Node prepared') : /^_+react/.test(key))
      Reflect.deleteProperty(document, key);
  document.documentElement?.remove();
  emptyDocument();
}

/** Moves what the page stored from the window to its device. */
function storeOn(device: Device): void {
  for (const [storage, entries] of [
    [window.localStorage, device.local],
    [window.sessionStorage, device.session],
  ] as const) {
    entries.clear();
    for (let i = 0; i < storage.length; i += 1) entries.set(storage.key(i)!, storage.getItem(storage.key(i)!)!);
    storage.clear();
  }
}

/** Removes the document's element. React does so with its root, sometimes a moment later. */
function emptyDocument(): void {
  const { document } = window;
  if (!document.documentElement) document.append(document.createElement('html'));
  for (const part of ['head', 'body'])
    if (!document.querySelector(part)) document.documentElement.append(document.createElement(part));
}

async function fetchDocument(
  device: Device,
  address: string,
  init: RequestInit,
): Promise<{ url: URL; answer: Response } | null> {
  let url = new URL(address, ORIGIN);
  let request = init;
  for (let hops = 0; hops < 20; hops += 1) {
    if (url.origin !== ORIGIN) {
      device.left.push(url.href);
      return null;
    }
    const answer = await device.request(url.href, request);
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || !location) return { url, answer };
    url = new URL(location, url);
    if (answer.status !== 307 && answer.status !== 308) request = {};
  }
  throw new Error(`${address} redirects in a loop`);
}

/** Loads a document on a device, as a browser opens an address. `onBegun`: the page is about to start. */
async function load(device: Device, address: string, init: RequestInit, onBegun: () => void): Promise<void> {
  lastLoad = address;
  const found = await fetchDocument(device, address, init);
  if (!found) {
    await leave();
    return;
  }
  const { url, answer } = found;
  if (answer.headers.get('content-disposition')?.startsWith('attachment')) {
    device.saved.push({
      path: url.pathname + url.search,
      type: answer.headers.get('content-type') ?? '',
      text: await answer.text(),
    });
    return;
  }
  const body = await answer.text();
  await leave();
  dom.reconfigure({ url: url.href });
  const here: Shown = { device, root: null };
  shown = here;
  for (const [storage, entries] of [
    [window.localStorage, device.local],
    [window.sessionStorage, device.session],
  ] as const)
    for (const [key, value] of entries) storage.setItem(key, value);
  Object.assign(theWindow(), {
    cookies: device.cookies,
    navigate: (to: string) => {
      if (asked === 0) go(device, to);
    },
  });
  onBegun();
  const { document } = window;
  if (!answer.headers.get('content-type')?.startsWith(DOCUMENT_TYPE)) {
    document.documentElement.innerHTML = body;
    return;
  }
  const page = JSON.parse(body) as PageDocument;
  emptyDocument();
  document.documentElement.lang = page.lang;
  if (page.isShell) document.body.append(Object.assign(document.createElement('div'), { id: SHELL_ID }));
  offerToPage(device);
  forgetModules();
  const [modules, { startPage }, { build }] = await Promise.all([
    routeModules(page.routes),
    import('../../../app/start-page'),
    theServer(),
  ]);
  Object.assign(window, {
    __remixContext: {
      ...(JSON.parse(page.context) as object),
      stream: new Response(page.state).body!.pipeThrough(new TextDecoderStream()).pipeThrough(new TextEncoderStream()),
    },
    __remixManifest: build.assets,
    __remixRouteModules: modules,
  });
  await startPage((element) => {
    if (shown !== here) return;
    // React renders whole documents too; its types allow it for hydrateRoot only
    here.root = createRoot(document as unknown as Element);
    here.root.render(element);
  });
  window.addEventListener('submit', sendPlainForm);
}

interface ModuleNode {
  promise: unknown;
  exports: unknown;
  evaluated: boolean;
  importers: Set<string>;
}
declare global {
  var __vitest_worker__: { evaluatedModules: { idToModuleMap: Map<string, ModuleNode> } };
}

/**
 * Reloads the modules of a page at the next import, like `vi.resetModules` for all modules: the app's own, and those of
 * packages with state of a page. Server, engine and test keep theirs.
 */
function forgetModules(): void {
  for (const [id, node] of globalThis.__vitest_worker__.evaluatedModules.idToModuleMap) {
    if (!/\/app\/(?!.*\.test\.)|\/node_modules\/(@remix-run\/react|i18next|react-i18next)\//.test(id)) continue;
    Object.assign(node, { promise: undefined, exports: undefined, evaluated: false });
    node.importers.clear();
  }
}

/** Globals that the page uses. */
function offerToPage(device: Device): void {
  const define = (name: string, value: unknown): void => {
    for (const scope of [globalThis, window])
      Object.defineProperty(scope, name, { configurable: true, writable: true, value });
  };
  define('fetch', device.fetch);
  define('FormData', PageFormData);
  define('Worker', function startWorker(): ReplicaWorker {
    return device.startReplica();
  });
  Object.defineProperties(window.navigator, {
    languages: { configurable: true, value: device.languages },
    language: { configurable: true, value: device.languages[0] },
    onLine: { configurable: true, get: () => device.weather !== 'cut' },
    locks: { configurable: true, value: device.locks },
  });
}

/** Submits a form without a script, as a browser does. */
function sendPlainForm(event: Event): void {
  if (event.defaultPrevented) return;
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  const { submitter } = event as SubmitEvent;
  const data = new PageFormData(form, submitter);
  const fields = new URLSearchParams(
    [...data].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  );
  const action = new URL(
    submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? window.location.href,
    window.location.href,
  );
  if (form.method.toLowerCase() === 'post')
    go(shown!.device, action.href, { method: 'POST', body: form.enctype === 'multipart/form-data' ? data : fields });
  else {
    action.search = fields.toString();
    go(shown!.device, action.href);
  }
}

/** Leaves for another document, after open loads have ended. */
function go(device: Device, address: string, init: RequestInit = {}, onBegun: () => void = () => undefined): void {
  loading = loading.then(() => load(device, address, init, onBegun));
  loading.catch((error: unknown) => {
    console.error(`${address} was not loaded`, error);
  });
}

/** Opens an address, like the address bar. */
async function open(device: Device, address: string): Promise<void> {
  asked += 1;
  await new Promise<void>((begun) => {
    go(device, address, {}, begun);
    loading.then(begun, begun);
  });
  asked -= 1;
  await loading.catch(() => undefined);
  // and what the page itself opened while it started
  await loading;
}

export type Queries = BoundFunctions<typeof queries>;
export interface Page extends Queries {
  server: TestServer;
  device: Device;
  user: UserEvent;
  /** calls of the server with this browser's cookies, outside the page */
  call: Call;
  language: Language;
  /** the visible address, without the origin */
  path(): string;
  /** Waits until the address is this one. */
  at(wanted: string | RegExp): Promise<void>;
  /** Loads an address, as in the address bar; resolves when the page has rendered. */
  goTo(path: string): Promise<void>;
  /** Opens an address that leads to another site. */
  leaveFor(path: string): Promise<void>;
  /** Follows an address as a link of the app does, without loading a document. */
  follow(path: string): Promise<void>;
  reload(): Promise<void>;
  /** a text of the app in the page's language */
  text(ns: string, key: string, params?: Params): string;
  element(selector: string): HTMLElement | null;
  /** Clicks an element, once it exists and is enabled. */
  press(find: () => HTMLElement): Promise<void>;
  /** Sets the value of a field, once it exists and is editable, as pasting over all of it does. */
  fill(find: () => HTMLElement, value: string): Promise<void>;
  /** Sets the files of a file field. */
  give(find: () => HTMLElement, ...files: File[]): Promise<void>;
  /** the one open dialog, once it is open */
  dialog(role?: 'dialog' | 'alertdialog'): Promise<Queries>;
  /** Keeps the notice that appears on screen, like the pointer over it, for tests that take longer than it is shown. */
  keepNotice(): Promise<void>;
  /** Waits until nothing is pending. */
  sent(): Promise<void>;
}

export interface Setup {
  server?: TestServer;
  device?: Device;
  person?: Person;
  path?: string;
  language?: Language;
}

/**
 * Opens a page on its own device unless one is given; `person` is signed in before, by the call of the sign-in form.
 */
export async function openPage({ server, device, person, path = '/', language }: Setup): Promise<Page> {
  const at = server ?? (await theServer());
  const own = device ?? new Device(at.url);
  // another test of this process may have changed the language of a person of the demo company
  if (language ?? person?.email.endsWith('@demo.satchel.example')) own.choose(language ?? 'en');
  const call = createClient({
    origin: '',
    fetch: (input, init) => own.request(input, init, { ofPage: true }),
    timeout: PATIENCE_MS,
  });
  if (person) await call(identityCalls.login, { email: person.email, password: person.password });
  const speaks = language ?? 'en';
  const { document } = window;
  const user = userEvent.setup({ document });
  const bound: Queries = within(document as unknown as Parameters<typeof within>[0]);
  const here = (): string => window.location.pathname + window.location.search;
  const settled = async (): Promise<void> => {
    await loading;
    await until(drawn);
  };
  const page: Page = {
    ...bound,
    server: at,
    device: own,
    user,
    call,
    language: speaks,
    path: here,
    at: (wanted) =>
      until(() => {
        drawn();
        if (typeof wanted === 'string') expect(here()).toBe(wanted);
        else expect(here()).toMatch(wanted);
      }),
    goTo: async (to) => {
      await open(own, to);
      await settled();
    },
    leaveFor: (to) => open(own, to),
    follow: async (to) => {
      const router = (window as unknown as { __remixRouter: { navigate(path: string): Promise<void> } }).__remixRouter;
      await router.navigate(to);
      await until(drawn);
    },
    reload: async () => {
      await open(own, here());
      await settled();
    },
    text: (ns, key, params = {}) => textOf(ns, key, params, speaks),
    element: (selector) => document.querySelector<HTMLElement>(selector),
    press: async (find) => {
      await user.click(await ready(find));
    },
    fill: async (find, value) => {
      fireEvent.input(await ready(find), { target: { value } });
      await until(() => expect((find() as HTMLInputElement).value).toBe(value));
    },
    give: async (find, ...files) => {
      const field = await until(() => {
        const found = find() as HTMLElement | null;
        expect(found).not.toBeNull();
        return found!;
      });
      fireEvent.change(field, { target: { files } });
    },
    dialog: async (role = 'dialog') => within(await page.findByRole(role)),
    keepNotice: async () => {
      const notice = () => document.querySelector('[data-sonner-toast]:not([data-removed=true])');
      await until(() => expect(notice()).not.toBeNull());
      fireEvent.mouseMove(notice()!);
      await until(() => expect(notice()?.getAttribute('data-expanded')).toBe('true'));
    },
    sent: () =>
      until(() =>
        expect(document.querySelector('.frame-sidebar [data-sync-status]')?.getAttribute('data-sync-status')).toMatch(
          /^(quiet|conflictVersions)$/,
        ),
      ),
  };
  if (path !== '') await page.goTo(path);
  return page;
}

interface Fiber {
  memoizedProps: { navigator?: object; location?: { pathname: string; search: string } } | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** The address whose screen is rendered, as React renders a new one a moment after the router has navigated. */
function drawnPath(): string | null {
  const key = Object.keys(window.document).find((each) => each.startsWith('__reactContainer$'));
  const root =
    key === undefined
      ? null
      : (window.document as unknown as Record<string, { stateNode: { current: Fiber } } | null>)[key];
  const find = (fiber: Fiber | null | undefined): string | null => {
    for (let each = fiber; each; each = each.sibling) {
      const { navigator, location } = each.memoizedProps ?? {};
      if (navigator && location) return location.pathname + location.search;
      const below = find(each.child);
      if (below !== null) return below;
    }
    return null;
  };
  return find(root?.stateNode.current);
}

/** Throws unless the page is rendered. */
function drawn(): void {
  expect(shown?.root, 'the page is rendered').not.toBeNull();
  expect(window.document.querySelector(`#${SHELL_ID}`)).toBeNull();
  if (shown?.root)
    expect(drawnPath(), 'the address of the rendered screen').toBe(window.location.pathname + window.location.search);
  expect(
    window.document.body?.textContent,
    `words on the page; its replica reported ${JSON.stringify(shown?.device.errors.map(String))}; ${lastLoad}`,
  ).not.toBe('');
}

/** number of the page's last requests in the message of a failure, which show where a change was lost */
const LAST_REQUESTS = 12;

/** Adds what the page shows and the state of its replica to the failure of a wait. */
function late(error: Error): Error {
  const { device } = shown ?? {};
  const status = document.querySelector('[data-sync-status]')?.getAttribute('data-sync-status') ?? 'not shown';
  const asked = device?.asked.filter((each) => !each.includes(' /locales/')) ?? [];
  const message = [
    `sync status: ${status}`,
    `reported: ${JSON.stringify(device?.errors.map(String) ?? [])}`,
    `last requests: ${asked.slice(-LAST_REQUESTS).join(', ')}`,
    getConfig().getElementError(error.message, document.body).message,
  ].join(' | ');
  // a summary prints the stack, which begins with the original message
  const stack = error.stack?.replace(error.message, message);
  return Object.assign(error, { message, stack });
}

function found<T>(value: T): T {
  if (value === null) throw new Error('nothing was found');
  return value;
}

/** Waits until a condition does not throw and has a result other than null, with the time limit of these tests. */
export const until = <T>(condition: () => T | Promise<T>): Promise<T> =>
  waitFor(
    () => {
      const result = condition();
      return result instanceof Promise ? result.then(found) : found(result);
    },
    { timeout: PATIENCE_MS, onTimeout: late },
  );

/** An operable element: present, not disabled, and not read-only. */
const ready = (find: () => HTMLElement): Promise<HTMLElement> =>
  until(() => {
    const element = find();
    expect(
      element.matches(':disabled, [aria-disabled=true], [readonly]'),
      `${element.outerHTML.slice(0, 200)} answers`,
    ).toBe(false);
    return element;
  });

/** Ends the page and its requests; after each test. */
export async function closePage(): Promise<void> {
  await loading.catch(() => undefined);
  loading = Promise.resolve();
  await leave();
}
