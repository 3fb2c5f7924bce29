/**
 * Elects one leader per database by a Web Lock. The lock is released when its tab ends, so a takeover needs no timer.
 */
import type { BehaviorSubject } from 'rxjs';

export const leaderLock = (scope: string): string => `satchel-leader-${scope}`;

/**
 * Waits for the lock and runs `lead` until the signal fires; the lock is released when `lead` has ended.
 * `leading$`: whether this worker leads.
 */
export async function standForLeader(
  locks: LockManager,
  scope: string,
  signal: AbortSignal,
  leading$: BehaviorSubject<boolean>,
  lead: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    await locks.request(leaderLock(scope), { signal }, async () => {
      if (signal.aborted) return;
      leading$.next(true);
      try {
        await lead(signal);
      } finally {
        leading$.next(false);
      }
    });
  } catch (error) {
    // an abort ends the wait for the lock
    if (!signal.aborted) throw error;
  }
}
