/**
 * The engine's witness (sync/engine/damage/witness) in this page's local storage, which browsers keep apart from IndexedDB. Where there
 * is no local storage there is no witness, and nothing else is the worse for it.
 */
const PREFIX = 'copy:';

/** All there are, by account. */
export function readWitnesses(): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith(PREFIX)).map(([key, value]) => [key.slice(PREFIX.length), String(value)]));
  } catch {
    return {};
  }
}

/** null forgets it. */
export function writeWitness(account: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + account);
    else localStorage.setItem(PREFIX + account, value);
  } catch {
    // a full or forbidden storage
  }
}
