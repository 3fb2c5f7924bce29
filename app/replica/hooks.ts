/** Hooks for components that mount after their screen was loaded. All give undefined or null until the first value came. */
import { startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Account, LiveQuery, LiveValue } from '../../sync/engine/api';
import type { SyncStatus } from '../../sync/engine/status';
import { replica } from './client';
import { refreshDocuments, storeOf } from './live';

const isBrowser = typeof Worker !== 'undefined';
const NOTHING = JSON.stringify(null);

const never = () => () => {};
/** False while a screen of the server is taken over, which knows nothing of the replica. */
const useIsTakenOver = (): boolean => useSyncExternalStore(never, () => isBrowser, () => false);

/**
 * A live value of the replica; undefined until the first one came, and on the server. Nothing is asked for null.
 *
 * A new value is drawn as a transition: React lets go of the main thread every few milliseconds, however long the list, and what is typed
 * or pressed meanwhile goes first. `useSyncExternalStore` would draw it in one piece.
 */
export function useQuery<Q extends LiveQuery>(query: Q | null): LiveValue<Q> | undefined {
  const key = JSON.stringify(query);
  const isTakenOver = useIsTakenOver();
  // the key is the query: a new object with the same content is the same question
  const store = useMemo(() => (isTakenOver && key !== NOTHING ? storeOf(JSON.parse(key) as Q) : null), [isTakenOver, key]);
  const [drawn, draw] = useState(() => ({ store, value: store?.peek() }));
  const now = drawn.store === store ? drawn : { store, value: store?.peek() };
  useEffect(() => {
    if (!store) return undefined;
    const take = (): void => startTransition(() => draw((last) => (last.store === store && last.value === store.peek() ? last : { store, value: store.peek() })));
    const end = store.subscribe(take);
    take();
    return end;
  }, [store]);
  return now.value;
}

const STARTING: SyncStatus = {
  connection: { state: 'starting' }, leader: false, firstSync: false, firstSyncDocuments: 0, firstSyncTotal: 0, waiting: { documents: 0, texts: 0, calls: 0, recordings: 0 },
  sending: null, attention: 0, recovered: 0, local: 0, kept: 0, lastSyncAt: 0,
};

/** What the engine says of itself. */
export const useStatus = (): SyncStatus => useQuery({ kind: 'status' }) ?? STARTING;

/** Who is signed in on this device; null for nobody, and until that is known. */
export const useAccount = (): Account | null => useQuery({ kind: 'account' }) ?? null;

/**
 * Whether what is not here may be on its way: `now` while the server is asked and while a first sync runs; then `away` where the server
 * cannot be reached, `late` where it has not answered in time, and `no` where it has nothing more.
 */
export function useComing(): 'now' | 'away' | 'late' | 'no' {
  const { firstSync, connection: { state } } = useStatus();
  const looked = useLook();
  if (state !== 'online' && state !== 'starting') return 'away';
  if (firstSync || state === 'starting' || looked === undefined) return 'now';
  return looked ? 'no' : 'late';
}

/**
 * Whether everything is here that the server has, asked when this mounts and when the server can be reached again: undefined while it is
 * being asked, false where it could not be.
 */
function useLook(): boolean | undefined {
  const online = useStatus().connection.state === 'online';
  const [looked, setLooked] = useState<boolean>();
  useEffect(() => {
    let isOver = false;
    setLooked(undefined);
    // as a transition, like the documents: what is here by now is drawn before it is said that nothing more comes
    const tell = (done: boolean): void => startTransition(() => { if (!isOver) setLooked(done); });
    replica().look().then(async (done) => {
      if (done) await refreshDocuments();
      tell(done);
    }).catch(() => tell(false));
    return () => { isOver = true; };
  }, [online]);
  return looked;
}
