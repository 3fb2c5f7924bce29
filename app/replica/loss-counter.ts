/**
 * The engine's witness (sync/engine/storage/integrity/loss-counter) in this page's local storage, which browsers keep apart from IndexedDB. Where there
 * is no local storage there is no witness, and nothing else is the worse for it.
 */

/** null forgets it. */
export function writeLossCount(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // a full or forbidden storage
  }
}
