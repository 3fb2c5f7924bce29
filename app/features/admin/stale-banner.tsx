import { useRevalidator } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import { NativeButton } from '~/ui/controls/native-controls';
import { timeText, useConsole } from './state';

/** Reports that the screen shows a stored answer of the server. */
export function StaleBanner() {
  const { t, i18n } = useTranslation('admin');
  const { stale } = useConsole();
  const { state, revalidate } = useRevalidator();
  if (!stale) return null;
  return (
    <Banner
      isWide
      kind="warning"
      title={t('frame.stale.title', { time: timeText(stale.at, i18n.language) })}
      action={
        <NativeButton size="small" isLoading={state !== 'idle'} onClick={revalidate}>
          {t('frame.stale.retry')}
        </NativeButton>
      }
    >
      {t('frame.stale.text')}
    </Banner>
  );
}
