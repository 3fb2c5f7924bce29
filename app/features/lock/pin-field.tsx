import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '~/ui/controls/field';
import { Checkbox } from '~/ui/controls/toggle';

const LETTERS_KEY = 'pinLetters';

export interface PinFieldProps {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null | undefined;
  autoFocus?: boolean;
  /** shows the input in clear */
  isShown?: boolean;
  isDisabled?: boolean;
}

/** A PIN or passphrase. Phones show a numeric keyboard unless this device's PIN has letters. */
export function PinField({ isShown = false, error, hint, ...rest }: PinFieldProps) {
  return (
    <TextField
      {...rest}
      {...(hint ? { hint } : {})}
      error={error ?? null}
      type={isShown ? 'text' : 'password'}
      inputMode={localStorage.getItem(LETTERS_KEY) === '1' ? 'text' : 'numeric'}
      autoComplete="off"
      autoCorrect="off"
      spellCheck="false"
    />
  );
}

/** Stored after a PIN was set. */
export function rememberKeyboard(pin: string): void {
  if (/^\d+$/.test(pin.normalize('NFKC'))) localStorage.removeItem(LETTERS_KEY);
  else localStorage.setItem(LETTERS_KEY, '1');
}

export interface NewPin {
  pin: string;
  again: string;
}
export type NewPinErrors = Partial<Record<keyof NewPin, string>>;

/** A new PIN, twice. Error texts are passed in the person's language. */
export function NewPinFields({
  value,
  onChange,
  errors,
  label,
  autoFocus = false,
}: {
  value: NewPin;
  onChange: (value: NewPin) => void;
  errors: NewPinErrors;
  label?: string;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation('lock');
  const [isShown, setShown] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <PinField
        autoFocus={autoFocus}
        isShown={isShown}
        label={label ?? t('setUp.pin')}
        hint={t('setUp.hint')}
        value={value.pin}
        onChange={(pin) => onChange({ ...value, pin })}
        error={errors.pin}
      />
      <PinField
        isShown={isShown}
        label={t('setUp.again')}
        value={value.again}
        onChange={(again) => onChange({ ...value, again })}
        error={errors.again}
      />
      <Checkbox isSelected={isShown} onChange={setShown}>
        {t('showPin')}
      </Checkbox>
    </div>
  );
}
