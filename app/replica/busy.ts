/**
 * Work that a reload or sign-out must not interrupt: a running recording, unsaved text, an upload. Features register
 * with a key of their own; the update banner names the reason.
 */
import { useSyncExternalStore } from 'react';

/** A key of `shell:busy` texts. */
export type BusyReason = 'recording' | 'unsavedText' | 'uploading';

const reasons = new Map<string, BusyReason>();
const listeners = new Set<() => void>();
let snapshot: readonly BusyReason[] = [];

/**
 * Registers (a reason) or clears (null) a feature's work. `key` is the feature's own, e.g. `recorder` or `note:<id>`.
 */
export function setBusy(key: string, reason: BusyReason | null): void {
  if ((reasons.get(key) ?? null) === reason) return;
  if (reason) reasons.set(key, reason);
  else reasons.delete(key);
  snapshot = [...new Set(reasons.values())];
  for (const listener of listeners) listener();
}

export const isBusy = (): boolean => reasons.size > 0;
/** Each reason once, in order of registration. */
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
