import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/ui/button';

interface InstallPrompt extends Event {
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

/** Installing Satchel as an app, where the browser offers it; nothing elsewhere. */
export function InstallCard() {
  const { t } = useTranslation('settings');
  const [offer, setOffer] = useState<InstallPrompt | null>(null);
  useEffect(() => {
    const update = () => setOffer(offered);
    update();
    listeners.add(update);
    return () => void listeners.delete(update);
  }, []);
  if (!offer) return null;
  return (
    <section className="flex flex-col items-start gap-3">
      <h2 className="text-16">{t('install.title')}</h2>
      <p className="leading-relaxed text-ink-muted">{t('install.text')}</p>
      <Button onPress={() => void offer.prompt()}>{t('install.button')}</Button>
    </section>
  );
}
