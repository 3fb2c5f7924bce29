/**
 * Live values of the replica for React. A client loader awaits `live(query)` (see `warm`): it resolves with the first value, so that a screen
 * paints with data; the component reads it by `useQuery`. A question that failed is asked again while somebody reads its store. What
 * was shown stays meanwhile; where nothing ever came the error is thrown to who reads: the screen's error boundary says so.
 */
import type { LiveQuery, LiveValue } from '../../sync/engine/api';
import { observe, replica } from './client';

export interface LiveStore<T> {
  get(): T;
  subscribe(onChange: () => void): () => void;
}

/** milliseconds a store nobody reads lives on: between a loader and its component, and while a list is scrolled past */
const LINGER_MS = 15_000;
/** milliseconds until a question that failed is asked again, once more of them after each failure in a row */
const AGAIN_MS = 1_000;
/** failures in a row after which who has no value is told */
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
  readonly first = new Promise<void>((resolve, reject) => { this.arrived = resolve; this.broke = reject; });

  constructor(private readonly query: LiveQuery, private readonly onIdle: () => void) {
    // thrown where somebody waits for it
    this.first.catch(() => {});
    this.start();
    this.linger();
  }

  get(): T {
    return this.value as T;
  }

  /** The value, undefined while none came. Throws when there will be none. */
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
      if (this.readers.size === 0) this.linger();
    };
  };

  /** Reads the value again. Resolves when it is as the device has it now, or cannot be read. */
  refresh(): Promise<void> {
    return new Promise((resolve) => {
      let isRead = false;
      const end = observe(this.query, (value) => {
        if (isRead) return;
        isRead = true;
        this.value = value as T;
        this.arrived();
        this.tell();
        resolve();
        queueMicrotask(() => end());
      }, () => resolve());
    });
  }

  private start(): void {
    this.end ??= observe(this.query, (value) => {
      this.value = value as T;
      this.failures = 0;
      this.arrived();
      this.tell();
    }, (error) => {
      this.broke(error);
      // who asks next does so anew
      this.stop();
      if (this.readers.size === 0) return;
      this.failures += 1;
      if (this.failures < PATIENCE || this.value !== undefined) {
        this.timer = setTimeout(() => this.start(), AGAIN_MS * this.failures);
      } else {
        this.error = error;
        this.tell();
      }
    });
  }

  private stop(): void {
    this.end?.();
    this.end = null;
    this.onIdle();
  }

  private tell(): void {
    for (const reader of this.readers) reader();
  }

  private linger(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stop(), LINGER_MS);
  }
}

/** Stores by query: two components that ask the same share one. */
const stores = new Map<string, QueryStore<unknown>>();

/** The store of a query; made with the first question. */
export function storeOf<Q extends LiveQuery>(query: Q): QueryStore<LiveValue<Q>> {
  const key = JSON.stringify(query);
  const known = stores.get(key);
  if (known) return known as QueryStore<LiveValue<Q>>;
  replica();
  const store: QueryStore<unknown> = new QueryStore<unknown>(query, () => { if (stores.get(key) === store) stores.delete(key); });
  stores.set(key, store);
  return store as QueryStore<LiveValue<Q>>;
}

/**
 * Reads single documents that screens ask for again: a live query hears of a change a moment after it was written. Resolves when every one is
 * as the device has it now.
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
