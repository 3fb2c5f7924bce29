import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount, useQuery } from '~/replica/hooks';
import { replica } from '~/replica/client';
import { Badge } from '~/ui/data/badge';
import { Button } from '~/ui/controls/button';
import { Dialog } from '~/ui/overlays/dialog';
import { Select } from '~/ui/controls/select';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { languageTag } from '../../../sync/model/languages';
import { AFTER_CHOICES, lockAfter, setLockAfter } from './idle';
import { LockForm } from './lock-form';
import { hasPasskeys, makePasskey } from './passkey';
import { NewPinFields, PinField, rememberKeyboard, type NewPin } from './pin-field';
import { SetUp } from './set-up';
import { useLockAction } from './use-lock-action';

type Asking = 'setUp' | 'changePin' | 'remove' | 'addPasskey' | null;

/** Settings of the device lock: PIN, passkeys, and idle time. */
export function LockSection() {
  const { t, i18n } = useTranslation(['lock', 'common']);
  const lock = useQuery({ kind: 'lock' });
  const account = useAccount();
  const [asking, setAsking] = useState<Asking>(null);
  const [after, setAfter] = useState(lockAfter);
  const tag = languageTag(i18n.language);
  const close = () => setAsking(null);
  const done = (text: string) => {
    close();
    toast.success(text);
  };
  if (!lock || !account) return <SkeletonRows rows={3} />;
  const remove = async (id: string) => {
    await replica().lock({ do: 'removePasskey', id });
    toast.success(t('lock:settings.passkeyRemoved'));
  };
  return (
    <section className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <h2 className="flex flex-wrap items-center gap-2 text-16">
          {t('lock:settings.title')}
          <Badge tone={lock.isSet ? 'success' : 'neutral'}>
            {t(lock.isSet ? 'lock:settings.on' : 'lock:settings.off')}
          </Badge>
          {lock.isRequired && <Badge tone="accent">{t('lock:settings.required')}</Badge>}
        </h2>
        <p className="leading-relaxed text-ink-muted">{t('lock:settings.text')}</p>
        <div className="flex flex-wrap gap-2">
          {!lock.isSet && (
            <Button variant="primary" onPress={() => setAsking('setUp')}>
              {t('lock:settings.setUp')}
            </Button>
          )}
          {lock.isSet && (
            <>
              <Button variant="primary" onPress={() => void replica().lock({ do: 'cover' })}>
                {t('lock:settings.lockNow')}
              </Button>
              <Button onPress={() => setAsking('changePin')}>{t('lock:settings.changePin')}</Button>
              {!lock.isRequired && <Button onPress={() => setAsking('remove')}>{t('lock:settings.remove')}</Button>}
            </>
          )}
        </div>
        {lock.leaseEndsAt > 0 && (
          <p className="text-13 text-ink-muted">
            {t('lock:settings.lease')}{' '}
            <span className="tabular">
              {new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(lock.leaseEndsAt)}
            </span>
          </p>
        )}
      </div>
      {lock.isSet && (
        <>
          <Select
            className="max-w-xs"
            label={t('lock:settings.after')}
            hint={t('lock:settings.afterHint')}
            options={AFTER_CHOICES.map((minutes) => ({
              id: String(minutes),
              label: t('lock:settings.minutes', { count: minutes }),
            }))}
            value={String(after)}
            onChange={(minutes) => {
              setLockAfter(Number(minutes));
              setAfter(Number(minutes));
            }}
          />
          <div className="flex flex-col gap-3">
            <h2 className="text-16">{t('lock:settings.passkeys')}</h2>
            <p className="leading-relaxed text-ink-muted">{t('lock:settings.passkeysText')}</p>
            {lock.passkeys.length > 0 && (
              <ul className="flex flex-col">
                {lock.passkeys.map(({ id, createdAt }) => (
                  <li
                    key={id}
                    className="flex min-h-12 flex-wrap items-center gap-3 border-b border-line py-2 last:border-0"
                  >
                    <KeyRound aria-hidden size={16} className="text-ink-muted" />
                    <span className="min-w-0 flex-1">
                      {t('lock:settings.passkeyAt', {
                        date: new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(createdAt),
                      })}
                    </span>
                    <Button size="small" variant="quiet" onPress={() => void remove(id)}>
                      {t('lock:settings.removePasskey')}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {hasPasskeys() && (
              <Button className="self-start" onPress={() => setAsking('addPasskey')}>
                {t('lock:settings.addPasskey')}
              </Button>
            )}
          </div>
        </>
      )}
      <Dialog
        size="small"
        isOpen={asking === 'setUp'}
        onOpenChange={(open) => !open && close()}
        title={t('lock:setUp.title')}
        description={t('lock:setUp.wanted')}
      >
        <SetUp wanted onDone={() => done(t('lock:settings.isSet'))} onCancel={close} />
      </Dialog>
      <Dialog
        size="small"
        isOpen={asking === 'changePin'}
        onOpenChange={(open) => !open && close()}
        title={t('lock:settings.changePin')}
      >
        <ChangePin onDone={() => done(t('lock:settings.changed'))} onCancel={close} />
      </Dialog>
      <Dialog
        size="small"
        isOpen={asking === 'remove'}
        onOpenChange={(open) => !open && close()}
        title={t('lock:settings.removeTitle')}
        description={t('lock:settings.removeText')}
      >
        <WithPin
          label={t('lock:settings.remove')}
          action={(pin) => Promise.resolve({ do: 'remove', pin })}
          onDone={() => done(t('lock:settings.removed'))}
          onCancel={close}
        />
      </Dialog>
      <Dialog
        size="small"
        isOpen={asking === 'addPasskey'}
        onOpenChange={(open) => !open && close()}
        title={t('lock:settings.addPasskey')}
        description={t('lock:settings.addPasskeyText')}
      >
        <WithPin
          label={t('lock:settings.addPasskey')}
          action={async (pin) => {
            const made = await makePasskey(account);
            return made === 'noPrf'
              ? t('lock:settings.noPrf')
              : made
                ? { do: 'addPasskey', pin, ...made }
                : t('lock:settings.passkeyFailed');
          }}
          onDone={() => done(t('lock:settings.passkeyAdded'))}
          onCancel={close}
        />
      </Dialog>
    </section>
  );
}

function ChangePin({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation(['lock', 'common']);
  const [old, setOld] = useState('');
  const [value, setValue] = useState<NewPin>({ pin: '', again: '' });
  const { act, agrees, isRunning, failure, textOf, errors } = useLockAction('old');
  const submit = async () => {
    if (!agrees(value) || !(await act({ do: 'changePin', pin: old, to: value.pin }))) return;
    rememberKeyboard(value.pin);
    onDone();
  };
  return (
    <LockForm action={t('lock:settings.changePin')} {...{ failure, isRunning, submit, onCancel }}>
      <PinField autoFocus label={t('lock:settings.oldPin')} value={old} onChange={setOld} error={textOf('old')} />
      <NewPinFields value={value} onChange={setValue} errors={errors} label={t('lock:settings.newPin')} />
    </LockForm>
  );
}

interface WithPinProps {
  label: string;
  /** the PIN action in progress; a text: why it is unavailable */
  action: (pin: string) => Promise<Parameters<ReturnType<typeof replica>['lock']>[0] | string>;
  onDone: () => void;
  onCancel: () => void;
}

function WithPin({ label, action, onDone, onCancel }: WithPinProps) {
  const { t } = useTranslation(['lock', 'common']);
  const [pin, setPin] = useState('');
  const { act, isRunning, failure, setFailure, textOf } = useLockAction();
  const submit = async () => {
    const wanted = await action(pin);
    if (typeof wanted === 'string') setFailure({ field: null, text: wanted, code: 'passkey' });
    else if (await act(wanted)) onDone();
  };
  return (
    <LockForm action={label} isDisabled={pin === ''} {...{ failure, isRunning, submit, onCancel }}>
      <PinField autoFocus label={t('lock:pin')} value={pin} onChange={setPin} error={textOf('pin')} />
    </LockForm>
  );
}
