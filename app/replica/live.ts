/**
 * Live values of the replica for React. A client loader awaits `live(query)` (see `warm`): it resolves with the first value, so that a screen
 * paints with data; the component reads it by `useQuery`.
 */
import type { LiveQuery, LiveValue } from '../../sync/engine/api';
import { observe, replica } from './client';

export interface LiveStore<T> {
  get(): T;
  subscribe(onChange: () => void): () => void;
}

/** milliseconds a store nobody reads lives on: between a loader and its component, and while a list is scrolled past */
const LINGER_MS = 15_000;

class QueryStore<T> implements LiveStore<T> {
  private value: T | undefined;
  private has = false;
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

  /** The value, undefined while none came. */
  peek(): T | undefined {
    return this.has ? this.value : undefined;
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

  private start(): void {
    this.end ??= observe(this.query, (value) => {
      this.value = value as T;
      this.has = true;
      this.arrived();
      for (const reader of this.readers) reader();
    }, (error) => {
      this.broke(error);
      // who asks next does so anew
      this.onIdle();
    });
  }

  private linger(): void {
    this.timer = setTimeout(() => {
      this.end?.();
      this.end = null;
      this.onIdle();
    }, LINGER_MS);
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

/** A live value, resolved once the first one is there. */
export async function live<Q extends LiveQuery>(query: Q): Promise<LiveStore<LiveValue<Q>>> {
  const store = storeOf(query);
  await store.first;
  return store;
}
