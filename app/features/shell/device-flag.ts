/** A boolean of this device in local storage, shared by tabs. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The flag's value and its setter. `on` is the stored text that means yes. */
export function useDeviceFlag(key: string, on: string): [boolean, (value: boolean) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key) === on,
    () => false,
  );
  const set = (next: boolean) => {
    if (next) localStorage.setItem(key, on);
    else localStorage.removeItem(key);
    for (const listener of listeners) listener();
  };
  return [value, set];
}
