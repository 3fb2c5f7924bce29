import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import { hoursOf } from './format';
import type { AudioSource } from './machine';

/** For how many hours of recording this device has space. */
export function RemainingSpace({ source }: { source: AudioSource }) {
  const { t } = useTranslation('recorder');
  const [free, setFree] = useState<number | null>(null);
  useEffect(() => {
    let over = false;
    void navigator.storage?.estimate?.().then(
      ({ quota = 0, usage = 0 }) => {
        if (!over && quota) setFree(quota - usage);
      },
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, []);
  if (free === null) return null;
  const hours = hoursOf(free, source === 'both' ? 2 : 1);
  if (hours < 1)
    return (
      <Banner kind="warning" title={t('space.little')}>
        {t('space.littleText')}
      </Banner>
    );
  return (
    <p className="text-12 text-ink-muted">{hours > 99 ? t('space.plenty') : t('space.hours', { count: hours })}</p>
  );
}
