import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { PlainField } from '~/ui/plain';
import { PlainCheck } from '~/ui/plain-form';
import { LEASE_HOURS, SESSION_HOURS, SESSION_MAX_HOURS, type CompanySetting } from '../../../../server/organization/settings/contract';
import { failedOf, savedOf, type Intent, type Outcome } from './outcome';
import { FormOutcome, SaveButton, Section } from './section';

interface Props { setting: CompanySetting; outcome: Outcome | undefined }

function useForm(outcome: Outcome | undefined, intent: Intent) {
  const { t } = useTranslation('admin');
  const failed = failedOf(outcome, intent);
  return {
    failed,
    saved: savedOf(outcome, intent) ? t('settings.saved') : null,
    /** what was typed and not taken, else what stands */
    value: (name: string, stands: number | null): string => failed?.values[name] ?? (stands === null ? '' : String(stands)),
    wrong: (name: string): string | undefined => (failed?.fields[name] ? t('settings.errors.hoursInvalid') : undefined),
  };
}

export function PasswordsSection({ setting, outcome }: Props) {
  const { t } = useTranslation('admin');
  const { failed, saved } = useForm(outcome, 'passwords');
  return (
    <Section id="passwords" title={t('settings.passwords.title')}>
      <ConsoleForm intent="passwords" preventScrollReset className="flex flex-col gap-4">
        {({ isSending, reason }) => (
          <>
            <PlainCheck name="mustChangePassword" value="yes" defaultChecked={setting.mustChangePassword} key={String(setting.mustChangePassword)}>
              <span className="font-medium">{t('settings.passwords.label')}</span>
              <span className="block text-ink-muted">{t('settings.passwords.hint')}</span>
            </PlainCheck>
            <FormOutcome saved={saved} failed={failed} />
            <SaveButton isSending={isSending} reason={reason} />
          </>
        )}
      </ConsoleForm>
    </Section>
  );
}

export function SessionsSection({ setting, outcome }: Props) {
  const { t } = useTranslation('admin');
  const { failed, saved, value, wrong } = useForm(outcome, 'sessions');
  return (
    <Section id="sessions" title={t('settings.sessions.title')} text={t('settings.sessions.text')}>
      <ConsoleForm intent="sessions" preventScrollReset noValidate className="flex flex-col gap-4">
        {({ isSending, reason }) => (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <PlainField name="sessionHours" inputMode="numeric" label={t('settings.sessions.idle')} hint={t('settings.sessions.idleHint', SESSION_HOURS)} defaultValue={value('sessionHours', setting.sessionHours)} error={wrong('sessionHours')} />
              <PlainField name="sessionMaxHours" inputMode="numeric" label={t('settings.sessions.max')} hint={t('settings.sessions.maxHint', SESSION_MAX_HOURS)} defaultValue={value('sessionMaxHours', setting.sessionMaxHours)} error={wrong('sessionMaxHours')} />
            </div>
            <FormOutcome saved={saved} failed={failed} />
            <SaveButton isSending={isSending} reason={reason} />
          </>
        )}
      </ConsoleForm>
    </Section>
  );
}

export function DeviceSection({ setting, outcome }: Props) {
  const { t } = useTranslation('admin');
  const { failed, saved, value, wrong } = useForm(outcome, 'device');
  return (
    <Section id="device" title={t('settings.device.title')}>
      <ConsoleForm intent="device" preventScrollReset noValidate className="flex flex-col gap-4">
        {({ isSending, reason }) => (
          <>
            <PlainCheck name="deviceLock" value="required" defaultChecked={setting.deviceLock === 'required'} key={setting.deviceLock}>
              <span className="font-medium">{t('settings.device.label')}</span>
              <span className="block text-ink-muted">{t('settings.device.hint')}</span>
            </PlainCheck>
            <PlainField className="max-w-80" name="leaseHours" inputMode="numeric" label={t('settings.device.lease')} hint={t('settings.device.leaseHint', { min: LEASE_HOURS.min, max: LEASE_HOURS.max, standard: LEASE_HOURS.default })} defaultValue={value('leaseHours', setting.leaseHours)} error={wrong('leaseHours')} />
            <FormOutcome saved={saved} failed={failed} />
            <SaveButton isSending={isSending} reason={reason} />
          </>
        )}
      </ConsoleForm>
    </Section>
  );
}
