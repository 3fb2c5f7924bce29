/**
 * What must not be interrupted by a reload or a sign-out: a running recording, unsaved text, a part on its way. Features say so by a
 * key of their own; the update banner says for what it waits.
 */
import { useSyncExternalStore } from 'react';

/** A key of `shell:busy` texts. */
export type BusyReason = 'recording' | 'unsavedText' | 'uploading';

const reasons = new Map<string, BusyReason>();
const listeners = new Set<() => void>();
let snapshot: readonly BusyReason[] = [];

/** Registers (a reason) or clears (null) what a feature is busy with. `key` is the feature's own, e.g. `recorder` or `note:<id>`. */
export function setBusy(key: string, reason: BusyReason | null): void {
  if ((reasons.get(key) ?? null) === reason) return;
  if (reason) reasons.set(key, reason);
  else reasons.delete(key);
  snapshot = [...new Set(reasons.values())];
  for (const listener of listeners) listener();
}

export const isBusy = (): boolean => reasons.size > 0;
/** Each reason once, in the order they came. */
export const busyReasons = (): readonly BusyReason[] => snapshot;

const NONE: readonly BusyReason[] = [];
export function useBusy(): readonly BusyReason[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    busyReasons,
    () => NONE,
  );
}
