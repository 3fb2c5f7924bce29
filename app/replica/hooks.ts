/** Hooks for components that mount after their screen was loaded. All give undefined or null until the first value came. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Account, LiveQuery, LiveValue } from '../../sync/engine/api';
import type { SyncStatus } from '../../sync/engine/status';
import { storeOf } from './live';

const isBrowser = typeof Worker !== 'undefined';
const NOTHING = JSON.stringify(null);

/** A live value of the replica; undefined until the first one came, and on the server. Nothing is asked for null. */
export function useQuery<Q extends LiveQuery>(query: Q | null): LiveValue<Q> | undefined {
  const key = JSON.stringify(query);
  // the key is the query: a new object with the same content is the same question
  const subscribe = useCallback((onChange: () => void) => (isBrowser && key !== NOTHING ? storeOf(JSON.parse(key) as Q).subscribe(onChange) : () => {}), [key]);
  return useSyncExternalStore(subscribe, () => (isBrowser && key !== NOTHING ? storeOf(JSON.parse(key) as Q).peek() : undefined), () => undefined);
}

const STARTING: SyncStatus = {
  connection: { state: 'starting' }, leader: false, firstSync: false, firstSyncDocuments: 0, firstSyncTotal: 0, waiting: { documents: 0, texts: 0, calls: 0, recordings: 0 },
  sending: null, attention: 0, recovered: 0, local: 0, kept: 0, lastSyncAt: 0,
};

/** What the engine says of itself. */
export const useStatus = (): SyncStatus => useQuery({ kind: 'status' }) ?? STARTING;

/** Who is signed in on this device; null for nobody, and until that is known. */
export const useAccount = (): Account | null => useQuery({ kind: 'account' }) ?? null;
