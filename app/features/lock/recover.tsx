import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { NewPinFields, rememberKeyboard, type NewPin } from './pin-field';
import { useLockAction } from './use-lock-action';

/** A forgotten PIN: the account's password unlocks the device, with a new PIN. */
export function Recover({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('lock');
  const [password, setPassword] = useState('');
  const [value, setValue] = useState<NewPin>({ pin: '', again: '' });
  const { act, agrees, isRunning, failure, textOf, errors } = useLockAction();
  const submit = async () => {
    if (agrees(value) && (await act({ do: 'recover', password, to: value.pin }))) rememberKeyboard(value.pin);
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {failure?.field === null && (
        <Banner kind="danger" live="alert">
          {failure.code === 'HTTP_500' ? t('lease.noAnswer') : failure.text}
        </Banner>
      )}
      <TextField
        autoFocus
        type="password"
        autoComplete="current-password"
        label={t('recover.password')}
        value={password}
        onChange={setPassword}
        error={textOf('password')}
      />
      <NewPinFields value={value} onChange={setValue} errors={errors} label={t('settings.newPin')} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onBack} isDisabled={isRunning}>
          {t('back')}
        </Button>
        <Button type="submit" variant="primary" isLoading={isRunning} isDisabled={password === ''}>
          {t('recover.submit')}
        </Button>
      </div>
    </form>
  );
}
