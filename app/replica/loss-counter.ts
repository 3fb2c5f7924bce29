/**
 * The engine's loss counter (sync/engine/storage/integrity/loss-counter) in this page's local storage, which browsers
 * evict separately from IndexedDB. Without local storage there is no loss counter, and everything else works.
 */

/** null deletes it. */
export function writeLossCount(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // full or forbidden storage
  }
}
