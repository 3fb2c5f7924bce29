/**
 * A browser profile for component tests: cookies, local storage, databases in memory, a language, and a connection that
 * can fail. Its pages are shown one after the other (page.ts); the replica of a page runs in this process, at the other
 * end of a message channel.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { OpenChannel } from '../../../sync/engine/storage/broadcast';
import { leanStorage } from '../../../sync/engine/storage/lean-storage';
import { LANGUAGE_KEY, languageTag, type Language } from '../../../sync/model/languages';
import { serveReplica } from '../../../workers/serve-replica';
import { memoryChannels } from '../engine-device';
import { MemoryLocks } from '../memory-locks';
import { newCookieJar, ORIGIN } from './window';

/** ok; no connection; connections without an answer; errors of a failing server; a captive portal's page */
export type ConnectionMode = 'ok' | 'cut' | 'hang' | '500' | 'html';
/** Intercepts messages to the replica of a page. If it returns true, the replica does not receive the message. */
export type Overhear = (
  message: { live?: number; query?: { kind: string; collection?: string } },
  answer: (message: object) => void,
) => boolean;

/** Files that a service worker caches on the device: the languages. (The caching itself is tested in Chromium.) */
const KEPT = /^\/locales\//;

let addresses = 0;
let disks = 0;

export class Device {
  readonly cookies = newCookieJar();
  readonly local = new Map<string, string>();
  readonly session = new Map<string, string>();
  readonly indexedDB = new IDBFactory();
  readonly locks = new MemoryLocks();
  readonly openChannel: OpenChannel = memoryChannels();
  /** unexpected errors reported by the replica */
  readonly errors: unknown[] = [];
  /** every request, as `GET /path` */
  readonly asked: string[] = [];
  /** redirects and links to other sites */
  readonly left: string[] = [];
  /** files saved by links */
  readonly saved: { path: string; type: string; text: string }[] = [];
  /** requests whose connections break without an answer */
  refused: RegExp | null = null;
  /** requests that the server fails, while it answers others */
  failing: RegExp | null = null;
  /** requests without an answer, while others have one */
  private stalled: RegExp | null = null;
  overhear: Overhear | null = null;
  ip = `192.0.2.${(addresses = (addresses % 250) + 1)}`;
  readonly workers = new Set<ReplicaWorker>();
  private now: ConnectionMode = 'ok';
  private readonly open = new Set<AbortController>();
  private readonly unanswered = new Set<AbortController>();
  private readonly ofPage = new WeakSet<AbortController>();
  /** number of closed pages */
  private pages = 0;
  private readonly disk = `disk${(disks += 1)}-`;

  /** @param languages of the browser, not a choice of the person */
  constructor(
    readonly server: string,
    readonly languages: readonly string[] = ['en'],
  ) {}

  get weather(): ConnectionMode {
    return this.now;
  }
  become(mode: ConnectionMode): void {
    this.now = mode;
    if (mode !== 'ok') for (const each of [...this.open]) each.abort(new TypeError('fetch failed'));
  }

  /** Requests get no answer; null: the connections of those that got none break, and all are answered again. */
  stall(requests: RegExp | null): void {
    this.stalled = requests;
    if (!requests) for (const each of [...this.unanswered]) each.abort(new TypeError('fetch failed'));
    this.unanswered.clear();
  }

  choose(language: Language): void {
    this.cookies.setCookieSync(`${LANGUAGE_KEY}=${language}; path=/; max-age=31536000`, ORIGIN);
    this.local.set(LANGUAGE_KEY, language);
  }

  /** One request on the connection, without following redirects: with this browser's cookies, and from its address. */
  async request(address: string, init: RequestInit = {}, { ofPage = false } = {}): Promise<Response> {
    const url = new URL(address, ORIGIN);
    this.asked.push(`${init.method ?? 'GET'} ${url.pathname}`);
    if (KEPT.test(url.pathname)) return fetchOfNode(this.server + url.pathname);
    if (this.now === 'cut' || this.refused?.test(url.pathname)) throw new TypeError('fetch failed');
    if (this.now === '500' || this.failing?.test(url.pathname))
      return new Response('{}', { status: 500, headers: { 'content-type': 'application/json' } });
    if (this.now === 'html')
      return new Response('<h1>Welcome to the hotel</h1>', { headers: { 'content-type': 'text/html' } });
    const ending = new AbortController();
    this.open.add(ending);
    if (ofPage) this.ofPage.add(ending);
    const given = init.signal;
    given?.addEventListener('abort', () => ending.abort(given.reason), { once: true });
    if (given?.aborted) ending.abort(given.reason);
    const isStalled = this.stalled?.test(url.pathname) ?? false;
    if (isStalled) this.unanswered.add(ending);
    if (this.now === 'hang' || isStalled)
      return new Promise((_, reject) =>
        ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true }),
      );
    const headers = new Headers(init.headers);
    headers.set('cookie', this.cookies.getCookieStringSync(url.href));
    headers.set('origin', ORIGIN);
    headers.set('sec-fetch-site', 'same-origin');
    headers.set('x-forwarded-for', this.ip);
    headers.set('x-forwarded-host', new URL(ORIGIN).host);
    headers.set('user-agent', globalThis.navigator.userAgent);
    if (!headers.has('accept-language'))
      headers.set('accept-language', this.languages.map((each) => languageTag(each as Language) ?? each).join(','));
    const answer = await fetchOfNode(this.server + url.pathname + url.search, {
      ...init,
      headers,
      redirect: 'manual',
      signal: ending.signal,
    });
    for (const cookie of answer.headers.getSetCookie())
      this.cookies.setCookieSync(cookie, url.href, { ignoreError: true });
    return answer;
  }

  /** The page's `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const page = this.pages;
    const request = input instanceof Request ? input : null;
    const address = request ? request.url : new URL(String(input), ORIGIN).href;
    if (!address.startsWith(`${ORIGIN}/`)) return fetchOfNode(input, init);
    const body =
      init?.body ?? (request && !['GET', 'HEAD'].includes(request.method) ? await request.arrayBuffer() : undefined);
    const method = init?.method ?? request?.method;
    const answer = this.request(
      address,
      {
        ...init,
        ...(method ? { method } : {}),
        headers: init?.headers ?? request?.headers ?? {},
        ...(body ? { body } : {}),
        signal: init?.signal ?? request?.signal ?? null,
      },
      { ofPage: true },
    );
    // Answers to a closed page are dropped: a navigation that ended with one would change the address of the next page.
    const toPage = <T>(settle: () => T): T | Promise<never> =>
      page === this.pages ? settle() : new Promise<never>(() => undefined);
    return answer.then(
      (response) => toPage(() => response),
      (error: unknown) =>
        toPage(() => {
          throw error;
        }),
    );
  };

  /** A worker with the replica: of this page, which ends it when it closes. */
  startReplica(): ReplicaWorker {
    const worker = new ReplicaWorker(
      (port) => {
        let isGone = false;
        // late messages of a closed page are dropped
        const wrapped = new Map<unknown, EventListener>();
        const line = {
          postMessage: (message: unknown, transfer: Transferable[] = []) => {
            if (!isGone) port.postMessage(message, transfer);
          },
          addEventListener: (type: string, listener: (event: MessageEvent) => void) => {
            wrapped.set(listener, (event) => {
              if (!isGone) listener(event as MessageEvent);
            });
            port.addEventListener(type, wrapped.get(listener)!);
          },
          removeEventListener: (type: string, listener: unknown) => {
            if (wrapped.has(listener)) port.removeEventListener(type, wrapped.get(listener)!);
          },
        };
        const close = serveReplica(line, {
          // RxDB rejects a second database of a name in one process, so each has a storage name of its own
          storage: (deleted) =>
            Object.assign(leanStorage({ indexedDB: this.indexedDB, IDBKeyRange }, deleted), {
              name: `dexie-page-${(disks += 1)}`,
            }),
          indexedDB: this.indexedDB,
          IDBKeyRange,
          locks: this.locks,
          openChannel: this.openChannel,
          deviceNow: Date.now,
          prefix: this.disk,
          multiInstance: false,
          origin: '',
          estimate: () => Promise.resolve({ usage: 0, quota: 1e9, persisted: true }),
          report: (error) => this.errors.push(error),
          retryMin: 20,
          fetch: (input, init) =>
            isGone ? Promise.reject(new TypeError('the page is gone')) : this.request(String(input), init),
        });
        return async () => {
          isGone = true;
          await close();
          // messages of another worker of this browser that were sent in between were processed after it
          await close();
        };
      },
      () => this.overhear,
      () => this.workers.delete(worker),
    );
    this.workers.add(worker);
    return worker;
  }

  /** Ends the process of its page. Unsent work stays on the disk. */
  async endPage(): Promise<void> {
    this.pages += 1;
    // the page's own open requests end without a listener
    for (const each of [...this.open]) if (!this.ofPage.has(each)) each.abort(new TypeError('the page is gone'));
    this.open.clear();
    await Promise.all([...this.workers].map((worker) => worker.end()));
  }
}

const fetchOfNode = globalThis.fetch;

/** Node's messages can contain blobs, but no files: the name of a file is sent separately. */
function withoutFiles(value: unknown): unknown {
  if (value instanceof File) return value.slice(0, value.size, value.type);
  if (Array.isArray(value)) return value.map(withoutFiles);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutFiles(each)]));
}

/** The page's end of its worker. */
export class ReplicaWorker extends globalThis.EventTarget {
  private readonly port: MessagePort;
  private readonly close: () => Promise<void>;
  private ended: Promise<void> | null = null;

  constructor(
    serve: (port: MessagePort) => () => Promise<void>,
    private readonly overheard: () => Overhear | null,
    private readonly onEnd: () => void,
  ) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.close = serve(port2);
    port1.addEventListener('message', ({ data }) => this.say(data));
    port1.start();
    port2.start();
  }
  private say(data: unknown): void {
    this.dispatchEvent(new globalThis.MessageEvent('message', { data }));
  }
  postMessage(message: unknown, transfer: Transferable[] = []): void {
    if (this.overheard()?.(message as never, (answer) => queueMicrotask(() => this.say(answer)))) return;
    this.port.postMessage(withoutFiles(message), transfer);
  }
  terminate(): void {
    void this.end();
  }
  end(): Promise<void> {
    this.ended ??= (async () => {
      this.onEnd();
      await this.close();
      this.port.close();
    })();
    return this.ended;
  }
  onerror: null = null;
}
