/**
 * Live values of the replica for React. A client loader awaits `live(query)` (see `preload`), which resolves with the
 * first value, so that a screen renders with data; the component reads it by `useQuery`. A failed query is retried
 * while its store has readers. The last value stays meanwhile; without any value the error is thrown to readers, and
 * the screen's error boundary shows it.
 */
import type { LiveQuery, LiveValue } from '../../sync/engine/host/api';
import { observe, replica } from './client';

export interface LiveStore<T> {
  get(): T;
  subscribe(onChange: () => void): () => void;
}

/** milliseconds for which a store without readers is kept: between a loader and its component, and while scrolling */
const LINGER_MS = 15_000;
/**
 * The same for a store whose last reader has left and whose query tells the server that its person watches
 * (sync/engine/text/live-topics.ts): the server announces work that ends later by a notification. A screen that mounts
 * again finds its store.
 */
const WATCHED_LINGER_MS = 1_000;
const WATCHED: ReadonlySet<LiveQuery['kind']> = new Set(['answer', 'progress', 'research']);
/** milliseconds until a failed query is retried, multiplied by the number of consecutive failures */
const AGAIN_MS = 1_000;
/** consecutive failures after which readers without a value get the error */
const PATIENCE = 3;

class QueryStore<T> implements LiveStore<T> {
  private value: T | undefined;
  private error: Error | null = null;
  private failures = 0;
  private readonly readers = new Set<() => void>();
  private end: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private arrived!: () => void;
  private broke!: (error: Error) => void;
  /** rejects when the replica cannot answer */
  readonly first = new Promise<void>((resolve, reject) => {
    this.arrived = resolve;
    this.broke = reject;
  });

  constructor(
    private readonly query: LiveQuery,
    private readonly onIdle: () => void,
  ) {
    // thrown to callers that await it
    this.first.catch(() => {});
    this.start();
    this.linger(LINGER_MS);
  }

  get(): T {
    return this.value as T;
  }

  /** The value, undefined before the first. Throws when there will be none. */
  peek(): T | undefined {
    if (this.error) throw this.error;
    return this.value;
  }

  subscribe = (onChange: () => void): (() => void) => {
    clearTimeout(this.timer);
    this.readers.add(onChange);
    this.start();
    return () => {
      this.readers.delete(onChange);
      if (this.readers.size === 0) this.linger(WATCHED.has(this.query.kind) ? WATCHED_LINGER_MS : LINGER_MS);
    };
  };

  /** Reads the value again. Resolves when it is as the device has it now, or cannot be read. */
  refresh(): Promise<void> {
    return new Promise((resolve) => {
      let isRead = false;
      const end = observe(
        this.query,
        (value) => {
          if (isRead) return;
          isRead = true;
          this.value = value as T;
          this.arrived();
          this.notify();
          resolve();
          queueMicrotask(() => end());
        },
        () => resolve(),
      );
    });
  }

  private start(): void {
    this.end ??= observe(
      this.query,
      (value) => {
        this.value = value as T;
        this.failures = 0;
        this.arrived();
        this.notify();
      },
      (error) => {
        this.broke(error);
        // the next reader starts a new query
        this.stop();
        if (this.readers.size === 0) return;
        this.failures += 1;
        if (this.failures < PATIENCE || this.value !== undefined) {
          this.timer = setTimeout(() => this.start(), AGAIN_MS * this.failures);
        } else {
          this.error = error;
          this.notify();
        }
      },
    );
  }

  private stop(): void {
    this.end?.();
    this.end = null;
    this.onIdle();
  }

  private notify(): void {
    for (const reader of this.readers) reader();
  }

  /** Not before the first value: a loader waits for it, on a locked device until its person has typed the PIN. */
  private linger(ms: number): void {
    const wait = (): void => {
      if (this.readers.size > 0) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.stop(), ms);
    };
    this.first.then(wait, wait);
  }
}

/** Stores by query: components with the same query share one. */
const stores = new Map<string, QueryStore<unknown>>();

/** The store of a query; created on first use. */
export function storeOf<Q extends LiveQuery>(query: Q): QueryStore<LiveValue<Q>> {
  const key = JSON.stringify(query);
  const known = stores.get(key);
  if (known) return known as QueryStore<LiveValue<Q>>;
  replica();
  const store: QueryStore<unknown> = new QueryStore<unknown>(query, () => {
    if (stores.get(key) === store) stores.delete(key);
  });
  stores.set(key, store);
  return store as QueryStore<LiveValue<Q>>;
}

/**
 * Reads the single documents on screen again, since a live query emits a moment after a change was written. Resolves
 * when each has its present value.
 */
export async function refreshDocuments(): Promise<void> {
  const shown = [...stores].filter(([key]) => (JSON.parse(key) as LiveQuery).kind === 'one');
  await Promise.all(shown.map(([, store]) => store.refresh()));
}

/** A live value, resolved once the first one is there. */
export async function live<Q extends LiveQuery>(query: Q): Promise<LiveStore<LiveValue<Q>>> {
  const store = storeOf(query);
  await store.first;
  return store;
}
