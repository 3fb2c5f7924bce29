import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { failedOf, savedOf, type Intent, type ActionResult } from './result';
import { FormOutcome, SaveButton } from './section';

export interface SettingFields {
  /** the submitted value if it was refused, otherwise the stored one */
  value(name: string, stands: number | null): string;
  /** error of a number of hours */
  wrong(name: string): string | undefined;
}

/** The form of one setting: its fields, result and button. */
export function SettingForm({
  intent,
  outcome,
  children,
}: {
  intent: Intent;
  outcome: ActionResult | undefined;
  children: ReactNode | ((fields: SettingFields) => ReactNode);
}) {
  const { t } = useTranslation('admin');
  const failed = failedOf(outcome, intent);
  const fields: SettingFields = {
    value: (name, stands) => failed?.values[name] ?? (stands === null ? '' : String(stands)),
    wrong: (name) => (failed?.fields[name] ? t('settings.errors.hoursInvalid') : undefined),
  };
  return (
    <ConsoleForm intent={intent} preventScrollReset noValidate className="flex flex-col gap-4">
      {({ isSending, reason }) => (
        <>
          {typeof children === 'function' ? children(fields) : children}
          <FormOutcome saved={savedOf(outcome, intent) ? t('settings.saved') : null} failed={failed} />
          <SaveButton isSending={isSending} reason={reason} />
        </>
      )}
    </ConsoleForm>
  );
}
