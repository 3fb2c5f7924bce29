import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { useQuery } from '~/replica/hooks';
import { Switch } from '~/ui/controls/toggle';
import { canPush, isSubscribed, subscribe, unsubscribe } from './push-device';

/** Whether this device shows notifications while Satchel is closed. */
export function DevicePush() {
  const { t } = useTranslation(['notifications', 'errors']);
  const hasLock = useQuery({ kind: 'lock' })?.isSet ?? false;
  const [on, setOn] = useState<boolean>();
  const [running, setRunning] = useState(false);
  useEffect(() => void isSubscribed().then(setOn, () => setOn(false)), []);
  if (!canPush()) return <p className="text-13 text-ink-muted">{t('device.unsupported')}</p>;
  const isDenied = Notification.permission === 'denied';
  const change = async (wanted: boolean) => {
    setRunning(true);
    try {
      if (wanted) setOn(await subscribe(hasLock));
      else {
        await unsubscribe();
        setOn(false);
      }
    } catch (error) {
      reportFailure(t, error);
      setOn(await isSubscribed().catch(() => false));
    } finally {
      setRunning(false);
    }
  };
  return (
    <Switch
      isSelected={on ?? false}
      isDisabled={on === undefined || running || (isDenied && !on)}
      onChange={(wanted) => void change(wanted)}
      hint={t(isDenied ? 'device.denied' : hasLock ? 'device.hintLock' : 'device.hint')}
    >
      {t('device.switch')}
    </Switch>
  );
}
