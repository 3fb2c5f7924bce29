/**
 * Hooks for components that mount after their screen was loaded. All return undefined or null until the first value.
 */
import { startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { LiveQuery, LiveValue } from '../../sync/engine/host/api';
import type { Account } from '../../sync/engine/storage/account';
import { CLOSED_STATUS, type SyncStatus } from '../../sync/model/sync-status';
import { replica } from './client';
import { refreshDocuments, storeOf } from './live';

const isBrowser = typeof Worker !== 'undefined';
const NOTHING = JSON.stringify(null);

const never = () => () => {};
/** False during hydration of a server-rendered screen, which has no replica. */
const useIsTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => isBrowser,
    () => false,
  );

/**
 * A live value of the replica; undefined until the first one, and on the server. No query for null.
 *
 * A new value renders as a transition: React yields the main thread every few milliseconds, however long the list, and
 * input goes first. `useSyncExternalStore` would render in one piece.
 */
export function useQuery<Q extends LiveQuery>(query: Q | null): LiveValue<Q> | undefined {
  const key = JSON.stringify(query);
  const isTakenOver = useIsTakenOver();
  // the key is the query: a new object with the same content is the same query
  const store = useMemo(
    () => (isTakenOver && key !== NOTHING ? storeOf(JSON.parse(key) as Q) : null),
    [isTakenOver, key],
  );
  const [drawn, draw] = useState(() => ({ store, value: store?.peek() }));
  const now = drawn.store === store ? drawn : { store, value: store?.peek() };
  useEffect(() => {
    if (!store) return undefined;
    const take = (): void =>
      startTransition(() =>
        draw((last) => (last.store === store && last.value === store.peek() ? last : { store, value: store.peek() })),
      );
    const end = store.subscribe(take);
    take();
    return end;
  }, [store]);
  return now.value;
}

/** The engine's sync status. */
export const useStatus = (): SyncStatus => useQuery({ kind: 'status' }) ?? CLOSED_STATUS;

/**
 * The sync status, rendered at once instead of as a transition: what says that all work is sent is never older than
 * another message about that work on the same screen.
 */
export function useStatusNow(): SyncStatus {
  const isTakenOver = useIsTakenOver();
  const store = useMemo(() => (isTakenOver ? storeOf({ kind: 'status' }) : null), [isTakenOver]);
  return useSyncExternalStore(
    store?.subscribe ?? never,
    () => store?.peek() ?? CLOSED_STATUS,
    () => CLOSED_STATUS,
  );
}

/** The account on this device; null for none, and until it is known. */
export const useAccount = (): Account | null => useQuery({ kind: 'account' }) ?? null;

/**
 * Whether a missing document may still arrive: `now` while a pull or a first sync runs; then `away` if the server is
 * unreachable, `late` if it has not answered in time, `no` if it has nothing more.
 */
export function useComing(): 'now' | 'away' | 'late' | 'no' {
  const {
    firstSync,
    connection: { state },
  } = useStatus();
  const refreshed = useRefreshed();
  if (state !== 'online' && state !== 'starting') return 'away';
  if (firstSync || state === 'starting' || refreshed === undefined) return 'now';
  return refreshed ? 'no' : 'late';
}

/** milliseconds between a failed request for everything the server has and the next one */
const REPEAT_MS = 1_000;

/**
 * Whether this device has everything the server has; requested on mount and when the server becomes reachable:
 * undefined while requested, false if the request failed. A failed request is repeated while the server is reachable.
 */
function useRefreshed(): boolean | undefined {
  const online = useStatus().connection.state === 'online';
  const [refreshed, setRefreshed] = useState<boolean>();
  useEffect(() => {
    let isOver = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    setRefreshed(undefined);
    // A transition, like the update of the documents: React renders the documents received before `refreshed` is set.
    const settle = (done: boolean): void =>
      startTransition(() => {
        if (!isOver) setRefreshed(done);
      });
    const ask = (): Promise<void> =>
      replica()
        .refresh()
        .then(async (done) => {
          if (done) await refreshDocuments();
          settle(done);
          if (!done && online && !isOver) again = setTimeout(() => void ask(), REPEAT_MS);
        })
        .catch(() => settle(false));
    void ask();
    return () => {
      isOver = true;
      clearTimeout(again);
    };
  }, [online]);
  return refreshed;
}
