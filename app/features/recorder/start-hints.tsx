import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import { ConsentHint } from './consent-hint';
import type { AudioSource } from './machine';
import { RemainingSpace } from './remaining-space';

/** Hints before a recording starts, on every screen that starts one. */
export function StartHints({ source }: { source: AudioSource }) {
  const { t } = useTranslation('recorder');
  return (
    <>
      {source === 'both' && <Banner kind="info">{t('echoHint')}</Banner>}
      <ConsentHint />
      <RemainingSpace source={source} />
    </>
  );
}
