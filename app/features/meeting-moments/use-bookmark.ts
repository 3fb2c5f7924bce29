import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText } from '~/features/recorder/format';
import { useRecorder } from '~/features/recorder/recorder-context';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { toast } from '~/ui/feedback/toast';

/**
 * Bookmarks the present moment of the running recording, without a word; false if none runs. Works without a network.
 */
export function useBookmark(): () => boolean {
  const { t } = useTranslation(['meeting', 'errors']);
  const recorder = useRecorder();
  return useCallback(() => {
    const state = recorder.state.get();
    if (state.phase !== 'recording' && state.phase !== 'paused') return false;
    const at = recorder.level.get().capturedMs;
    const { meetingId: id, recordingId } = state;
    run('moment.add', { id, recordingId, at, kind: 'bookmark', text: '' }).then(
      () => toast.message(t('meeting:moments.bookmarked', { time: clockText(at) })),
      (error: unknown) => {
        reportFailure(t, error);
      },
    );
    return true;
  }, [recorder, t]);
}
