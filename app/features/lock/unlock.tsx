import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import type { LockState } from '../../../sync/engine/account/lock/state';
import { askPasskey } from './passkey';
import { PinField } from './pin-field';
import { useLockAction } from './use-lock-action';

/** Milliseconds until a time, updated each second; 0 when it is past. */
function useLeft(at: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return Math.max(0, at - now);
}

const clock = (ms: number): string => {
  const s = Math.ceil(ms / 1_000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
};

/** Requests the PIN or a passkey. */
export function Unlock({ lock, onForgot }: { lock: LockState; onForgot: () => void }) {
  const { t } = useTranslation('lock');
  const [pin, setPin] = useState('');
  const { act, isRunning, failure, setFailure, textOf } = useLockAction();
  const left = useLeft(lock.nextTryAt);
  const isOut = lock.triesLeft === 0;
  const unlock = async () => {
    if (pin === '' || left > 0 || isOut) return;
    if (!(await act({ do: 'unlock', with: { pin } }))) setPin('');
  };
  const byPasskey = async () => {
    setFailure(null);
    const answer = await askPasskey(lock.passkeys);
    if (answer) await act({ do: 'unlock', with: { passkey: answer.id, prf: answer.prf } });
    else setFailure({ field: null, text: t('settings.passkeyFailed'), code: 'passkey' });
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void unlock();
      }}
    >
      {isOut ? (
        <Banner kind="warning" live="alert">
          {t('blocked')}
        </Banner>
      ) : (
        left > 0 && <Banner kind="warning">{t('wait', { time: clock(left) })}</Banner>
      )}
      {failure?.field === null && (
        <Banner kind="danger" live="alert">
          {failure.text}
        </Banner>
      )}
      {!isOut && (
        <PinField
          autoFocus
          label={t('pin')}
          value={pin}
          onChange={setPin}
          error={left > 0 ? null : textOf('pin')}
          isDisabled={left > 0}
        />
      )}
      <div className="flex flex-col gap-2">
        {!isOut && (
          <Button type="submit" variant="primary" size="large" isLoading={isRunning} isDisabled={left > 0}>
            {t('unlock')}
          </Button>
        )}
        {lock.passkeys.length > 0 && (
          <Button size="large" icon={<KeyRound aria-hidden size={16} />} onPress={() => void byPasskey()}>
            {t('passkeyUnlock')}
          </Button>
        )}
        <Button variant={isOut ? 'primary' : 'quiet'} size={isOut ? 'large' : 'normal'} onPress={onForgot}>
          {t('forgot')}
        </Button>
      </div>
    </form>
  );
}
