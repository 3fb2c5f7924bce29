import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { toast } from '~/ui/feedback/toast';
import type { RecoveredRecording } from '../../../sync/engine/recording/recover-recording';

/** milliseconds; shorter than the deletion's delay on the device (sync/engine/host/leader/keep-recordings.ts) */
const UNDO_SHOWN_MS = 10_000;

/** Deletes a recovered recording, with undo; only dismisses the notice of one that was dropped. */
export function RecoveredActions({
  recording: { id, dropped },
  size = 'small',
}: {
  recording: RecoveredRecording;
  size?: 'small' | 'normal';
}) {
  const { t } = useTranslation(['recorder', 'common', 'errors']);
  const failed = (error: unknown): void => {
    reportFailure(t, error);
  };
  const putAway = (): void => void run('recovered.read', { ids: [id] }).catch(failed);
  const remove = async (): Promise<void> => {
    await run('recording.delete', { id });
    toast.message(t('recorder:recovery.deleted'), {
      duration: UNDO_SHOWN_MS,
      action: { label: t('common:undo'), onPress: () => void run('recording.restore', { id }).catch(failed) },
    });
  };
  return (
    <div className="flex flex-wrap gap-2">
      {!dropped && (
        <Button size={size} onPress={() => void remove().catch(failed)}>
          {t('common:delete')}
        </Button>
      )}
      <Button size={size} variant="quiet" onPress={putAway}>
        {t('recorder:dismiss')}
      </Button>
    </div>
  );
}
