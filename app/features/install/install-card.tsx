import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/ui/controls/button';
import { observeOffer, type InstallPrompt } from './install-offer';

/** Installing Satchel as an app, if the browser offers it; renders nothing otherwise. */
export function InstallCard() {
  const { t } = useTranslation('settings');
  const [offer, setOffer] = useState<InstallPrompt | null>(null);
  useEffect(() => observeOffer(setOffer), []);
  if (!offer) return null;
  return (
    <section className="flex flex-col items-start gap-3">
      <h2 className="text-16">{t('install.title')}</h2>
      <p className="leading-relaxed text-ink-muted">{t('install.text')}</p>
      <Button onPress={() => void offer.prompt()}>{t('install.button')}</Button>
    </section>
  );
}
