import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { replica } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';

/** This device's databases were deleted under the page: what it still holds, until the person has read it. */
export function StorageBanner() {
  const { t } = useTranslation('shell');
  const storage = useQuery({ kind: 'storage' });
  const [readAt, setReadAt] = useState(0);
  if (!storage || storage.state === 'whole' || storage.at <= readAt) return null;
  const { state, at } = storage;
  const save = async (): Promise<void> => {
    const file = await replica().salvagedFile();
    if (file) (await import('~/features/outbox/save-file')).saveFile(file.name, file.blob);
  };
  return (
    <div data-storage={state}>
      <Banner
        className="mb-4"
        live="alert"
        kind="warning"
        title={t(`storage.${state}`)}
        action={<Button size="small" onPress={() => void save()}>{t('storage.save')}</Button>}
        {...(state === 'restored' ? { onClose: () => setReadAt(at) } : {})}
      >
        {t(`storage.${state}Text`)}
      </Banner>
    </div>
  );
}
