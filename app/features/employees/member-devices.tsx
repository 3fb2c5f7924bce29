/** A member's devices in this organization: last seen, unsynced changes, and the state of an order to erase. */
import { Link } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { useTimeFormat } from '~/features/admin/local-time';
import { useConsole } from '~/features/admin/state';
import { clockText } from '~/features/settings/clock-text';
import type { EmployeesUrlState } from '~/console-paths';
import { paths } from '~/paths';
import { Badge } from '~/ui/data/badge';
import { Banner } from '~/ui/feedback/banner';
import { nativeButtonClass } from '~/ui/controls/button-styles';
import { NativeButton } from '~/ui/controls/native-controls';
import { RelativeTime } from '~/ui/data/relative-time';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { MemberRow } from '../../../server/organization/departments/contract';
import { deviceCalls, type MemberDevice } from '../../../server/organization/sessions/contract';
import type { EmployeesData, MemberDevices } from './load';

export interface AskedDevices {
  devices: MemberDevices | null;
  /** time of this page's own request, milliseconds; null: data came with the page, or not yet */
  at: number | null;
  failed: boolean;
  again: () => void;
}

/** Data that came with the page, then refreshed: a dialog opens without loading the whole screen. */
export function useMemberDevices(data: EmployeesData, userId: string): AskedDevices {
  const [asked, setAsked] = useState<{ devices: MemberDevices; at: number } | null>(null);
  const [failed, setFailed] = useState(false);
  const again = useCallback(() => {
    setFailed(false);
    call(deviceCalls.ofMember, { userId }).then(
      (found) => setAsked({ devices: { userId, ...found }, at: Date.now() }),
      () => setFailed(true),
    );
  }, [userId]);
  useEffect(again, [again]);
  const mine = asked?.devices.userId === userId ? asked : null;
  return {
    devices: mine?.devices ?? (data.devices?.userId === userId ? data.devices : null),
    at: mine?.at ?? null,
    failed,
    again,
  };
}

export function MemberDevicesSection({
  member,
  data,
  urlState,
}: {
  member: MemberRow;
  data: EmployeesData;
  urlState: EmployeesUrlState;
}) {
  const { t } = useTranslation(['admin', 'common']);
  const { reason } = useConsole();
  const { devices, at, failed, again } = useMemberDevices(data, member.userId);
  if (!devices && failed)
    return (
      <Banner
        kind="warning"
        action={
          <NativeButton size="small" onClick={again}>
            {t('common:retry')}
          </NativeButton>
        }
      >
        {t('admin:employees.devices.failed')}
      </Banner>
    );
  if (!devices) return <SkeletonRows rows={1} />;
  if (devices.sessions.length === 0)
    return <p className="text-13 text-ink-muted">{t('admin:employees.devices.none')}</p>;
  return (
    <>
      <ul className="flex flex-col">
        {devices.sessions.map((device) => {
          const name = device.deviceName || t('admin:employees.devices.unknown');
          const mayErase =
            devices.mayErase &&
            !device.current &&
            reason === null &&
            (device.state === 'active' || device.state === 'signedOut' || device.handover);
          const isLate = device.state === 'erasing' || device.state === 'told';
          return (
            <li
              key={device.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5 last:border-0"
            >
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-2 text-14 font-medium text-ink-strong">
                  {name}
                  {device.current && <Badge tone="accent">{t('admin:employees.devices.current')}</Badge>}
                  {device.state !== 'active' && (
                    <Badge tone={device.state === 'erased' ? 'success' : 'warning'}>
                      {t(`admin:employees.devices.${device.state}`)}
                    </Badge>
                  )}
                </p>
                <p className="text-12 text-ink-muted">
                  <DeviceContact device={device} asked={at} />
                </p>
                {device.handedOver > 0 && (
                  <p className="text-12 text-ink-muted">
                    {[
                      t('admin:employees.devices.handedOver', { count: device.handedOver }),
                      ...(device.toReview > 0
                        ? [t('admin:employees.devices.toReview', { count: device.toReview })]
                        : []),
                    ].join(' · ')}
                  </p>
                )}
                {device.waiting > 0 && device.state !== 'erased' && (
                  <p className="text-12 text-warning-ink">
                    {t('admin:employees.devices.waiting', { count: device.waiting })}
                  </p>
                )}
              </div>
              {mayErase && (
                <Link
                  to={paths.admin.employees({ ...urlState, dialog: 'erase', device: device.id })}
                  preventScrollReset
                  aria-label={t(isLate ? 'admin:employees.devices.eraseNowOn' : 'admin:employees.devices.eraseOn', {
                    device: name,
                  })}
                  className={nativeButtonClass('secondary', 'small')}
                >
                  {t(isLate ? 'admin:employees.devices.eraseNow' : 'admin:employees.devices.erase')}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {!devices.mayErase && <p className="text-13 text-ink-muted">{t('admin:employees.devices.notText')}</p>}
    </>
  );
}

/**
 * Times of last contact, order to erase and confirmation. Today's date is omitted only after the page has refreshed:
 * the server does not know the reader's day.
 */
function DeviceContact({ device, asked }: { device: MemberDevice; asked: number | null }) {
  const { t, i18n } = useTranslation('admin');
  const timeText = useTimeFormat();
  if (device.state === 'active')
    return (
      <>
        {t('employees.devices.lastSeen')} <RelativeTime at={device.lastSeenAt} />
      </>
    );
  const moment = device.stateAt || device.lastSeenAt;
  return (
    <>
      {t(`employees.devices.at.${device.state}`, {
        at: asked === null ? timeText(moment) : clockText(moment, asked, i18n.language),
      })}
    </>
  );
}
