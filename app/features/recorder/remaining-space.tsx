import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import { hoursOf } from './format';
import type { AudioSource } from './machine';

/** milliseconds between estimates: a recording fills the device, and so may other pages */
const AGAIN_MS = 60_000;

/** For how many hours of recording this device has space. */
export function RemainingSpace({ source, isRecording = false }: { source: AudioSource; isRecording?: boolean }) {
  const { t } = useTranslation('recorder');
  const [free, setFree] = useState<number | null>(null);
  useEffect(() => {
    let over = false;
    const estimate = (): void =>
      void navigator.storage?.estimate?.().then(
        ({ quota = 0, usage = 0 }) => {
          if (!over && quota) setFree(quota - usage);
        },
        () => undefined,
      );
    estimate();
    const timer = setInterval(estimate, AGAIN_MS);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, []);
  if (free === null) return null;
  const hours = hoursOf(free, source === 'both' ? 2 : 1);
  if (hours < 1)
    return (
      <Banner kind="warning" title={t('space.little')}>
        {t(isRecording ? 'space.littleNow' : 'space.littleText')}
      </Banner>
    );
  return (
    <p className="text-12 text-ink-muted">{hours > 99 ? t('space.plenty') : t('space.hours', { count: hours })}</p>
  );
}
