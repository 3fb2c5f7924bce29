export interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's install prompt until the person requests it in the settings. Registered once per page, early. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as InstallPrompt;
    for (const listener of listeners) listener();
  });
  addEventListener('appinstalled', () => {
    offered = null;
    for (const listener of listeners) listener();
  });
}

/** Calls back with the prompt, now and on changes; returns the function that unsubscribes. */
export function observeOffer(onChange: (offer: InstallPrompt | null) => void): () => void {
  const listener = (): void => onChange(offered);
  listener();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
