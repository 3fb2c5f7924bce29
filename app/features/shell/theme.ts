/** Light, dark, or the system's theme; stored on this device, applied before the first paint (first-paint.ts). */
import { useSyncExternalStore } from 'react';
import { THEME_KEY, type Theme } from './first-paint';

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

export const storedTheme = (): Theme => {
  const value = localStorage.getItem(THEME_KEY);
  return value === 'dark' || value === 'system' ? value : 'light';
};
const systemDark = () => matchMedia('(prefers-color-scheme: dark)');
const resolve = (theme: Theme): 'light' | 'dark' =>
  theme === 'system' ? (systemDark().matches ? 'dark' : 'light') : theme;

function apply(): void {
  document.documentElement.dataset['theme'] = resolve(storedTheme());
  changed();
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(THEME_KEY, theme);
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const system = systemDark();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', apply);
    removeEventListener('storage', apply);
  };
}

export function useTheme(): { theme: Theme; resolved: 'light' | 'dark' } {
  const theme = useSyncExternalStore(subscribe, storedTheme, () => 'light' as const);
  const resolved = useSyncExternalStore(
    subscribe,
    () => resolve(storedTheme()),
    () => 'light' as const,
  );
  return { theme, resolved };
}
