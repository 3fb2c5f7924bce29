/** The switch of the restriction: its state, whether it covers the viewer's address, and two confirmations. */
import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Badge } from '~/ui/data/badge';
import type { Failed } from '~/features/account/result';
import { ConsoleForm } from '~/features/admin/console-form';
import { nativeButtonClass } from '~/ui/controls/button-styles';
import { NativeButton } from '~/ui/controls/native-controls';
import { NativeDialog } from '~/ui/overlays/native-dialog';
import { NativeCheck } from '~/ui/controls/native-form';
import { Refusal } from './refusal';

export interface Setting {
  enabled: boolean;
  currentIp: string;
  currentCovered: boolean;
}

export function Restriction({ setting, switchHref }: { setting: Setting; switchHref: string }) {
  const { t } = useTranslation('admin');
  const { enabled, currentIp, currentCovered } = setting;
  return (
    <section
      aria-labelledby="restriction"
      className="flex flex-col gap-4 rounded-card border border-line bg-raised p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="restriction" className="flex items-center gap-2 text-16">
            {t('ip.restriction.title')}{' '}
            <Badge tone={enabled ? 'success' : 'neutral'}>
              {t(enabled ? 'ip.restriction.on' : 'ip.restriction.off')}
            </Badge>
          </h2>
          <p className="mt-1.5 leading-relaxed text-ink-muted">
            {t(enabled ? 'ip.restriction.onText' : 'ip.restriction.offText')}
          </p>
        </div>
        <Link to={switchHref} preventScrollReset className={nativeButtonClass()}>
          {t(enabled ? 'ip.restriction.turnOff' : 'ip.restriction.turnOn')}
        </Link>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <p className="leading-relaxed text-ink">
          <span className="font-medium text-ink-strong">{t('ip.restriction.current', { ip: currentIp })}</span>{' '}
          {t(currentCovered ? 'ip.restriction.covered' : 'ip.restriction.notCovered')}
        </p>
        {!currentCovered && <AddCurrent />}
      </div>
    </section>
  );
}

function AddCurrent({ variant }: { variant?: 'primary' }) {
  const { t } = useTranslation('admin');
  return (
    <ConsoleForm intent="addCurrent" preventScrollReset>
      {({ isSending }) => (
        <NativeButton type="submit" {...(variant ? { variant } : { size: 'small' as const })} isLoading={isSending}>
          {t('ip.restriction.addCurrent')}
        </NativeButton>
      )}
    </ConsoleForm>
  );
}

/** Turning it on requires both confirmations, and is not offered if it would lock the viewer out. */
export function SwitchDialog({
  setting,
  failed,
  closeHref,
}: {
  setting: Setting;
  failed: Failed | undefined;
  closeHref: string;
}) {
  const { t } = useTranslation(['admin', 'common']);
  const { enabled, currentIp: ip, currentCovered } = setting;
  const cancel = (
    <Link to={closeHref} replace preventScrollReset className={nativeButtonClass()}>
      {t('common:cancel')}
    </Link>
  );
  if (!enabled && !currentCovered) {
    return (
      <NativeDialog
        title={t('admin:ip.turnOn.refusedTitle')}
        description={t('admin:ip.turnOn.refusedText', { ip })}
        closeHref={closeHref}
      >
        <div className="flex flex-col gap-4">
          <Refusal failed={failed} />
          <div className="flex flex-wrap justify-end gap-2">
            {cancel}
            <AddCurrent variant="primary" />
          </div>
        </div>
      </NativeDialog>
    );
  }
  const which = enabled ? 'turnOff' : 'turnOn';
  return (
    <NativeDialog
      title={t(`admin:ip.${which}.title`)}
      description={t(`admin:ip.${which}.text`, { ip })}
      closeHref={closeHref}
    >
      <ConsoleForm intent={which} className="flex flex-col gap-4">
        {({ isSending }) => (
          <>
            <Refusal failed={failed} />
            {!enabled && (
              <>
                <NativeCheck name="common" value="yes" required defaultChecked={failed?.values['common'] === 'yes'}>
                  {t('admin:ip.turnOn.common', { ip })}
                </NativeCheck>
                <NativeCheck
                  name="risk"
                  value="yes"
                  required
                  defaultChecked={failed?.values['risk'] === 'yes'}
                  error={failed?.fields['both'] && t('admin:ip.turnOn.both')}
                >
                  {t('admin:ip.turnOn.risk')}
                </NativeCheck>
              </>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              {cancel}
              <NativeButton type="submit" variant={enabled ? 'danger' : 'primary'} isLoading={isSending}>
                {t(`admin:ip.${which}.confirm`)}
              </NativeButton>
            </div>
          </>
        )}
      </ConsoleForm>
    </NativeDialog>
  );
}
