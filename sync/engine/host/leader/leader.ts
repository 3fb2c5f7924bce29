/** One leader per database: whoever holds the Web Lock replicates and uploads. The lock goes with the tab, so takeover needs no timer. */
import type { BehaviorSubject } from 'rxjs';

export const leaderLock = (scope: string): string => `satchel-leader-${scope}`;

/**
 * Waits for the lead and runs `lead` with it until the signal fires; the lock is released when `lead` has ended.
 * `leading$` says whether this one leads.
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
    // waiting for the lock was given up
    if (!signal.aborted) throw error;
  }
}
