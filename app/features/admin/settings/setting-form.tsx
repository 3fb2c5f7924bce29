import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { failedOf, savedOf, type Intent, type ActionResult } from './result';
import { FormResult, SaveButton } from './section';

export interface SettingFields {
  /** the submitted value if it was refused, otherwise the stored one */
  value(name: string, stored: number | null): string;
  /** error of a number of hours */
  wrong(name: string): string | undefined;
}

/** The form of one setting: its fields, result and button. */
export function SettingForm({
  intent,
  result,
  children,
}: {
  intent: Intent;
  result: ActionResult | undefined;
  children: ReactNode | ((fields: SettingFields) => ReactNode);
}) {
  const { t } = useTranslation('admin');
  const failed = failedOf(result, intent);
  const fields: SettingFields = {
    value: (name, stored) => failed?.values[name] ?? (stored === null ? '' : String(stored)),
    wrong: (name) => (failed?.fields[name] ? t('settings.errors.hoursInvalid') : undefined),
  };
  return (
    <ConsoleForm intent={intent} preventScrollReset noValidate className="flex flex-col gap-4">
      {({ isSending, reason }) => (
        <>
          {typeof children === 'function' ? children(fields) : children}
          <FormResult saved={savedOf(result, intent) ? t('settings.saved') : null} failed={failed} />
          <SaveButton isSending={isSending} reason={reason} />
        </>
      )}
    </ConsoleForm>
  );
}
