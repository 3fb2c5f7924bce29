import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import { cx } from '~/ui/cx';
import { NewPinFields, rememberKeyboard, type NewPin } from './pin-field';
import { postpone } from './postponed';
import { useLockAction } from './use-lock-action';

/**
 * Sets a PIN for this device. `mayPostpone`: allowed while the server is unreachable, since the open content may be
 * needed.
 */
export function SetUp({
  wanted,
  mayPostpone = false,
  onDone,
  onCancel,
}: {
  wanted: boolean;
  mayPostpone?: boolean;
  onDone?: () => void;
  onCancel?: () => void;
}) {
  const { t } = useTranslation(['lock', 'common']);
  const [value, setValue] = useState<NewPin>({ pin: '', again: '' });
  const { act, agrees, isRunning, failure, errors } = useLockAction();
  const isOffline = failure?.field === null && failure.code === 'HTTP_500';
  const submit = async () => {
    if (!agrees(value) || !(await act({ do: 'setUp', pin: value.pin, wanted }))) return;
    rememberKeyboard(value.pin);
    onDone?.();
  };
  return (
    <form
      className={cx('flex flex-col gap-4', onCancel && 'pb-4')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {failure?.field === null && (
        <Banner kind="warning" live="alert">
          {isOffline ? t('lock:setUp.offline') : failure.code === 'DEVICE_BUSY' ? t('lock:setUp.busy') : failure.text}
        </Banner>
      )}
      <NewPinFields autoFocus value={value} onChange={setValue} errors={errors} />
      {isRunning && (
        <p role="status" className="text-13 text-ink-muted">
          {t('lock:setUp.sealing')}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && (
          <Button onPress={onCancel} isDisabled={isRunning}>
            {t('common:cancel')}
          </Button>
        )}
        {mayPostpone && failure?.field === null && <Button onPress={postpone}>{t('lock:setUp.later')}</Button>}
        <Button type="submit" variant="primary" isLoading={isRunning}>
          {t('lock:setUp.submit')}
        </Button>
      </div>
    </form>
  );
}
