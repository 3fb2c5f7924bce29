import { useTranslation } from 'react-i18next';
import { NativeField } from '~/ui/controls/native-controls';
import { NativeCheck } from '~/ui/controls/native-form';
import {
  LEASE_HOURS,
  SESSION_HOURS,
  SESSION_MAX_HOURS,
  type CompanySetting,
} from '../../../../server/organization/settings/contract';
import type { ActionResult } from './result';
import { Section } from './section';
import { SettingForm } from './setting-form';

/** A setting that is on or off, with what it does. */
function SettingCheck({
  name,
  value = 'yes',
  isOn,
  label,
  hint,
}: {
  name: string;
  value?: string;
  isOn: boolean;
  label: string;
  hint: string;
}) {
  return (
    // uncontrolled: a saved change by another administrator renders it again
    <NativeCheck name={name} value={value} defaultChecked={isOn} key={String(isOn)}>
      <span className="font-medium">{label}</span>
      <span className="block text-ink-muted">{hint}</span>
    </NativeCheck>
  );
}

interface Props {
  setting: CompanySetting;
  result: ActionResult | undefined;
}

/** A section with a form of one checkbox, whose texts are under the key of the form's intent. */
function CheckSection({
  intent,
  name,
  setting,
  result,
}: Props & {
  intent: 'passwords' | 'links' | 'recording';
  name: 'mustChangePassword' | 'publicLinks' | 'recordingHint';
}) {
  const { t } = useTranslation('admin');
  return (
    <Section id={intent} title={t(`settings.${intent}.title`)}>
      <SettingForm intent={intent} result={result}>
        <SettingCheck
          name={name}
          isOn={setting[name]}
          label={t(`settings.${intent}.label`)}
          hint={t(`settings.${intent}.hint`)}
        />
      </SettingForm>
    </Section>
  );
}

export const PasswordsSection = (props: Props) => (
  <CheckSection intent="passwords" name="mustChangePassword" {...props} />
);

export const LinksSection = (props: Props) => <CheckSection intent="links" name="publicLinks" {...props} />;

export const RecordingSection = (props: Props) => <CheckSection intent="recording" name="recordingHint" {...props} />;

export function SessionsSection({ setting, result }: Props) {
  const { t } = useTranslation('admin');
  return (
    <Section id="sessions" title={t('settings.sessions.title')} text={t('settings.sessions.text')}>
      <SettingForm intent="sessions" result={result}>
        {({ value, wrong }) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <NativeField
              name="sessionHours"
              inputMode="numeric"
              label={t('settings.sessions.idle')}
              hint={t('settings.sessions.idleHint', SESSION_HOURS)}
              defaultValue={value('sessionHours', setting.sessionHours)}
              error={wrong('sessionHours')}
            />
            <NativeField
              name="sessionMaxHours"
              inputMode="numeric"
              label={t('settings.sessions.max')}
              hint={t('settings.sessions.maxHint', SESSION_MAX_HOURS)}
              defaultValue={value('sessionMaxHours', setting.sessionMaxHours)}
              error={wrong('sessionMaxHours')}
            />
          </div>
        )}
      </SettingForm>
    </Section>
  );
}

export function DeviceSection({ setting, result }: Props) {
  const { t } = useTranslation('admin');
  return (
    <Section id="device" title={t('settings.device.title')}>
      <SettingForm intent="device" result={result}>
        {({ value, wrong }) => (
          <>
            <SettingCheck
              name="deviceLock"
              value="required"
              isOn={setting.deviceLock === 'required'}
              label={t('settings.device.label')}
              hint={t('settings.device.hint')}
            />
            <NativeField
              className="max-w-80"
              name="leaseHours"
              inputMode="numeric"
              label={t('settings.device.lease')}
              hint={t('settings.device.leaseHint', {
                min: LEASE_HOURS.min,
                max: LEASE_HOURS.max,
                standard: LEASE_HOURS.default,
              })}
              defaultValue={value('leaseHours', setting.leaseHours)}
              error={wrong('leaseHours')}
            />
          </>
        )}
      </SettingForm>
    </Section>
  );
}
