/**
 * One jsdom window for all component tests of a process, with polyfills. APIs that both jsdom and Node have stay Node's if
 * the server or the replica in this process need them (fetch, streams, signals, blobs); those of the document are
 * jsdom's.
 */
import { createRequire } from 'node:module';
// first: Dexie looks for IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import type { CookieJar, DOMWindow, JSDOM as Dom } from 'jsdom';
import { computeStylesFromAttributes } from './computed-style';

const require = createRequire(import.meta.url);
export const ORIGIN = 'http://satchel.test';

type Navigate = (address: string) => void;
interface Installed {
  dom: Dom;
  /** leaves the document for another one */
  navigate: Navigate;
  /** removes the page's listeners from its window and its document */
  forget(): void;
  cookies: CookieJar;
}
declare global {
  var componentWindow: Installed | undefined;
}

/** Globals of both that are jsdom's, since nodes accept only its own events. */
const OF_DOCUMENT = new Set(['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'navigator']);

function install(): Installed {
  // Leaving a document ends in jsdom with "not implemented": the page of the test loads the next one (page.ts).
  interface Url {
    scheme: string;
    fragment: string | null;
  }
  const navigation = require('jsdom/lib/jsdom/living/window/navigation.js') as {
    navigate(window: DOMWindow, url: Url, flags: { reloadTriggered?: boolean }): void;
  };
  const { serializeURL } = require('whatwg-url') as { serializeURL(url: Url): string };
  const original = navigation.navigate;
  navigation.navigate = (target, url, flags) => {
    const address = serializeURL(url);
    const isFragment = url.fragment !== null && address.split('#')[0] === target.location.href.split('#')[0];
    if (isFragment && !flags.reloadTriggered) original(target, url, flags);
    else installed.navigate(address);
  };
  const { JSDOM, VirtualConsole } = require('jsdom') as typeof import('jsdom');
  const virtualConsole = new VirtualConsole();
  virtualConsole.forwardTo(console, { jsdomErrors: ['unhandled-exception', 'resource-loading'] });
  const dom = new JSDOM('<!doctype html>', { url: ORIGIN, pretendToBeVisual: true, virtualConsole });
  computeStylesFromAttributes(dom.window);
  addMissing(dom.window);
  const forget = rememberListeners(dom.window);
  const installed: Installed = { dom, navigate: () => undefined, forget, cookies: newCookieJar() };
  // cookies are those of the device whose page is shown
  Object.defineProperty(dom.window.document, 'cookie', {
    configurable: true,
    get: () => installed.cookies.getCookieStringSync(ORIGIN, { http: false }),
    set: (cookie: string) => {
      installed.cookies.setCookieSync(cookie, ORIGIN, { http: false, ignoreError: true });
    },
  });
  const global = globalThis as unknown as Record<string, unknown>;
  const window = dom.window as unknown as Record<string, unknown>;
  for (const key of [
    ...Object.getOwnPropertyNames(window),
    'addEventListener',
    'removeEventListener',
    'dispatchEvent',
  ]) {
    if (
      /^\d+$|^_|^(undefined|NaN|Infinity|globalThis|global|name|event)$/.test(key) ||
      (key in global && !OF_DOCUMENT.has(key))
    )
      continue;
    Object.defineProperty(global, key, {
      configurable: true,
      get: () => window[key],
      set: (value: unknown) => {
        window[key] = value;
      },
    });
  }
  // globals of the page that jsdom's window lacks
  for (const key of ['fetch', 'Request', 'Response', 'structuredClone']) window[key] = global[key];
  return installed;
}

/**
 * Removes a page's listeners from its window and document when the page ends, since these objects outlive it here.
 * Returns the function that removes them.
 */
function rememberListeners(window: DOMWindow): () => void {
  const added: (() => void)[] = [];
  const { prototype } = window.EventTarget;
  const add = prototype.addEventListener;
  type Options = AddEventListenerOptions | boolean;
  prototype.addEventListener = function (this: EventTarget, type: string, listener: EventListener, options?: Options) {
    // jsdom accepts only its own signals; Node's are the ones that fetch accepts
    const { signal, ...rest } =
      typeof options === 'object' ? options : { signal: undefined, capture: options ?? false };
    if (signal?.aborted) return;
    // without a receiver it is a call on the window
    const target = (this as EventTarget | undefined) ?? window;
    const remove = (): void => target.removeEventListener(type, listener, rest);
    signal?.addEventListener('abort', remove, { once: true });
    if (target === window || target === window.document) added.push(remove);
    add.call(target, type, listener, rest);
  } as typeof add;
  return () => {
    for (const remove of added.splice(0)) remove();
  };
}

/** Adds only APIs that jsdom lacks. */
function addMissing(window: DOMWindow): void {
  const { prototype } = window.Element;
  const nothing = (): void => undefined;
  const none = (): never[] => [];
  const rectangle = (): DOMRect => new window.DOMRect(0, 0, 0, 0) as DOMRect;
  /**
   * an observer of sizes or visibility: elements have no size here, so it never calls back; visibility is handled below
   */
  class Observer {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
    takeRecords = none;
  }
  /** reports immediately that everything is in view, so that incremental lists are shown completely */
  class Seen extends Observer {
    constructor(private readonly tell: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
      super();
    }
    override observe = (target?: Element): void => {
      if (target) queueMicrotask(() => this.tell([{ isIntersecting: true, target }]));
    };
  }
  Object.assign(window, {
    // the theme and reduced motion use it; nothing matches
    matchMedia: (media: string) => ({
      matches: false,
      media,
      onchange: null,
      addEventListener: nothing,
      removeEventListener: nothing,
      addListener: nothing,
      removeListener: nothing,
      dispatchEvent: () => false,
    }),
    // editor, pager and react-aria measure
    ResizeObserver: Observer,
    // lists load more when their end is visible
    IntersectionObserver: Seen,
    // scrolling does nothing
    scrollTo: nothing,
    scrollBy: nothing,
    // react-aria writes CSS selectors
    CSS: { supports: () => false, escape: (value: string) => value.replace(/[^\w-]/g, (c) => `\\${c}`) },
  });
  Object.assign(prototype, {
    scrollIntoView: nothing,
    scrollTo: nothing,
    // react-aria waits for animations and pointer capture
    getAnimations: none,
    setPointerCapture: nothing,
    releasePointerCapture: nothing,
    hasPointerCapture: () => false,
    // tests and the page check visibility
    checkVisibility(this: Element) {
      return window.getComputedStyle(this).display !== 'none';
    },
  });
  // the editor measures the position of its text
  Object.assign(window.Range.prototype, { getClientRects: none, getBoundingClientRect: rectangle });
  Object.assign(window.Document.prototype, { elementFromPoint: () => null });
  // previews of pictures
  const url = URL as unknown as { createObjectURL(blob: Blob): string };
  Object.assign(window.URL, { createObjectURL: (blob: Blob) => url.createObjectURL(blob), revokeObjectURL: nothing });
  if (!('PointerEvent' in window)) {
    // react-aria uses pointer events
    class PointerEvent extends (window.MouseEvent as typeof MouseEvent) {
      readonly pointerId: number;
      readonly pointerType: string;
      readonly isPrimary = true;
      constructor(type: string, init: PointerEventInit = {}) {
        super(type, init);
        this.pointerId = init.pointerId ?? 1;
        this.pointerType = init.pointerType ?? 'mouse';
      }
    }
    Object.assign(window, { PointerEvent });
  }
  const { navigator } = window;
  Object.defineProperties(navigator, {
    // persistent storage: the console requests it
    storage: {
      configurable: true,
      value: {
        persist: () => Promise.resolve(true),
        persisted: () => Promise.resolve(true),
        estimate: () => Promise.resolve({ usage: 0, quota: 1e9 }),
      },
    },
    // no microphone and no service worker: as in a browser without them
    mediaDevices: { configurable: true, value: undefined },
  });
  addModalDialogs(window);
}

/**
 * jsdom has the dialog element without its behaviour: modal ones take the focus, return it, and are cancelled by Esc.
 */
function addModalDialogs(window: DOMWindow): void {
  const before = new WeakMap<HTMLDialogElement, Element | null>();
  const methods: Partial<HTMLDialogElement> & ThisType<HTMLDialogElement> = {
    show() {
      this.open = true;
    },
    showModal() {
      before.set(this, window.document.activeElement);
      this.open = true;
    },
    close() {
      if (!this.open) return;
      this.open = false;
      const focused = before.get(this);
      if (focused instanceof window.HTMLElement && focused.isConnected) focused.focus();
      before.delete(this);
    },
  };
  Object.assign(window.HTMLDialogElement.prototype, methods);
  window.addEventListener('keydown', (event) => {
    const top = [...window.document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
    if (event.key !== 'Escape' || event.defaultPrevented || !top || !before.has(top)) return;
    if (top.dispatchEvent(new window.Event('cancel', { cancelable: true }))) top.close();
  });
}

export function newCookieJar(): CookieJar {
  const { CookieJar: Jar } = require('jsdom') as typeof import('jsdom');
  return new Jar(undefined, { rejectPublicSuffixes: false });
}

globalThis.componentWindow ??= install();
/** @returns the one window of this process */
export const theWindow = (): Installed => globalThis.componentWindow!;
