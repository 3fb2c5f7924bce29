import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import { useBusy } from '~/replica/busy';
import { applyUpdate, useUpdate } from './service-worker-client';

/** 'Update Available': waits while work would be lost, and names the reason. */
export function UpdateBanner() {
  const { t } = useTranslation('shell');
  const update = useUpdate();
  const busy = useBusy();
  const [later, setLater] = useState(false);
  if (update === 'none' || later) return null;
  const waits = busy.length > 0;
  return (
    <Banner
      isWide
      kind="info"
      title={t('update.title')}
      onClose={() => setLater(true)}
      action={
        <>
          <Button size="small" variant="quiet" onPress={() => setLater(true)}>
            {t('update.later')}
          </Button>
          <Button
            size="small"
            variant="primary"
            isDisabled={waits}
            isLoading={update === 'updating'}
            onPress={applyUpdate}
          >
            {t(update === 'updating' ? 'update.updating' : 'update.now')}
          </Button>
        </>
      }
    >
      {waits
        ? t('update.waits', { reason: busy.map((r) => t(`busy.${r}`)).join(t('listSeparator')) })
        : t('update.text')}
    </Banner>
  );
}
