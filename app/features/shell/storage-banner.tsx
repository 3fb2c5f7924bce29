import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openTexts } from '~/replica/open-texts';
import { saveFile } from '~/ui/save-file';
import { replica } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';

/** The content that the worker had in memory when the deletion was detected, and the texts on screen. */
async function save(): Promise<void> {
  const held = await replica()
    .salvagedFile()
    .then(
      (file) => file?.blob.text() ?? '',
      () => '',
    );
  const onScreen = openTexts()
    .filter((text) => !held.includes(text))
    .map((text) => `# ${document.title}\n\n${text}`);
  saveFile(
    'satchel.md',
    new Blob([[...onScreen, ...(held ? [held] : [])].join('\n\n---\n\n')], { type: 'text/markdown' }),
  );
}

/**
 * This device's databases were deleted under the page: shows what the page still holds until the person dismisses it.
 * Loaded with the shell, since the app's files may be deleted too.
 */
export function StorageBanner() {
  const { t } = useTranslation('shell');
  const storage = useQuery({ kind: 'storage' });
  const [readAt, setReadAt] = useState(0);
  if (!storage || storage.state === 'whole' || storage.at <= readAt) return null;
  const { state, at, isHeld } = storage;
  return (
    <div data-storage={state}>
      <Banner
        isWide
        live="alert"
        kind="warning"
        title={t(`storage.${state}`)}
        action={
          isHeld || openTexts().length > 0 ? (
            <Button size="small" onPress={() => void save()}>
              {t('storage.save')}
            </Button>
          ) : undefined
        }
        {...(state === 'restored' ? { onClose: () => setReadAt(at) } : {})}
      >
        {t(`storage.${state}Text`)}
      </Banner>
    </div>
  );
}
