import { HardDrive } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { replica } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { EmptyState } from '~/ui/feedback/empty-state';
import { reportFailure } from '~/features/failures/report-failure';

/**
 * A database of this device cannot be opened. `unsent`: number of unsynced changes that would be lost; null: unknown.
 */
export function StorageBroken({ unsent }: { unsent: number | null }) {
  const { t } = useTranslation(['shell', 'errors']);
  const [asking, setAsking] = useState(false);
  const startOver = async (): Promise<void> => {
    try {
      await replica().startOver();
      location.reload();
    } catch (error) {
      reportFailure(t, error);
    }
  };
  return (
    <main className="flex min-h-dvh items-center justify-center" data-storage-broken>
      <EmptyState
        level={1}
        icon={<HardDrive size={22} />}
        title={t('shell:broken.title')}
        text={t('shell:broken.text')}
        action={
          <>
            <Button variant="primary" onPress={() => location.reload()}>
              {t('shell:broken.retry')}
            </Button>
            <Button onPress={() => setAsking(true)}>{t('shell:broken.startOver')}</Button>
          </>
        }
      />
      <ConfirmDialog
        isOpen={asking}
        onOpenChange={setAsking}
        title={t('shell:broken.confirmTitle')}
        description={
          unsent === null
            ? t('shell:broken.confirmUnknown')
            : unsent === 0
              ? t('shell:broken.confirmNone')
              : t('shell:broken.confirm', { count: unsent })
        }
        confirmLabel={t('shell:broken.startOver')}
        onConfirm={startOver}
      />
    </main>
  );
}
