export interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's offer to install until the person asks for it in the settings. Once a page, early. */
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

/** Calls back with the offer, now and whenever it changes; gives the function that ends it. */
export function observeOffer(onChange: (offer: InstallPrompt | null) => void): () => void {
  const listener = (): void => onChange(offered);
  listener();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
