import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText } from '~/features/recorder/format';
import { isRecording } from '~/features/recorder/machine';
import { runningRecorder } from '~/features/recorder/running';
import { Button } from '~/ui/controls/button';

const none = (): (() => void) => () => undefined;

/** A recording of this page continues under the lock and can be ended; its title is not shown. */
export function RunningRecording() {
  const { t } = useTranslation('lock');
  const recorder = runningRecorder();
  const state = useSyncExternalStore(recorder?.state.subscribe ?? none, () => recorder?.state.get() ?? null);
  const seconds = useSyncExternalStore(recorder?.level.subscribe ?? none, () =>
    Math.floor((recorder?.level.get().capturedMs ?? 0) / 1_000),
  );
  if (!recorder || !state || !isRecording(state)) return null;
  return (
    <div
      className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-raised p-4"
      data-lock-recording
    >
      <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-danger" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium text-ink-strong">
          {t('recording')}{' '}
          <span role="timer" className="tabular">
            {clockText(seconds * 1_000)}
          </span>
        </p>
        <p className="text-13 leading-relaxed text-ink-muted">{t('recordingText')}</p>
      </div>
      <Button onPress={() => void recorder.stop()}>{t('stopRecording')}</Button>
    </div>
  );
}
