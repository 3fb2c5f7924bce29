import { Laptop } from 'lucide-react';
import { reportFailure } from '~/features/failures/report-failure';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { SignOutDialog } from '~/features/shell/sign-out';
import { Badge } from '~/ui/data/badge';
import { Button } from '~/ui/controls/button';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { Checkbox } from '~/ui/controls/toggle';
import { RelativeTime } from '~/ui/data/relative-time';
import { toast } from '~/ui/feedback/toast';
import { AskedList, useAsked } from './asked';
import { clockText } from './clock-text';
import { HandoverCards } from './handover-cards';
import { deviceCalls, type DeviceSession } from '../../../server/organization/sessions/contract';

/** `at`: time of the request */
const askDevices = async (): Promise<{ sessions: DeviceSession[]; at: number }> => ({
  ...(await call(deviceCalls.list, {})),
  at: Date.now(),
});

/** Devices on which this person is signed in. The list is on the server. */
export function DevicesSection() {
  const { t, i18n } = useTranslation(['settings', 'common', 'errors']);
  const asked = useAsked(askDevices);
  const [revoking, setRevoking] = useState<DeviceSession | null>(null);
  const [withoutHandover, setWithoutHandover] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const ask = (s: DeviceSession) => {
    setWithoutHandover(false);
    setRevoking(s);
  };
  // already ordered to erase: the only choice left is to erase without saving
  const isLate = revoking?.state === 'erasing' || revoking?.state === 'told';
  const revoke = async () => {
    if (!revoking) return;
    try {
      await call(deviceCalls.revoke, { sessionId: revoking.id, handover: !isLate && !withoutHandover });
      toast.success(
        t(revoking.state === 'active' ? 'settings:devices.revoked' : 'settings:devices.eraseAsked', {
          name: nameOf(revoking),
        }),
      );
      await asked.load();
    } catch (error) {
      reportFailure(t, error, { noAnswer: t('settings:needsServer') });
    }
  };
  const nameOf = (s: DeviceSession) => s.deviceName || t('settings:devices.unknown');
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-16">{t('settings:devices.title')}</h2>
      <p className="leading-relaxed text-ink-muted">{t('settings:devices.text')}</p>
      <HandoverCards />
      <AskedList asked={asked} failed={t('settings:devices.failed')}>
        {({ sessions, at }) => (
          <ul className="flex flex-col">
            {sessions.map((s) => (
              <li key={s.id} className="flex flex-wrap items-center gap-3 border-b border-line py-3 last:border-0">
                <span
                  aria-hidden
                  className="flex size-9 items-center justify-center rounded-control bg-sunken text-ink-muted"
                >
                  <Laptop size={18} />
                </span>
                <div className="min-w-0 flex-1 basis-48">
                  <p className="flex flex-wrap items-center gap-2 font-medium text-ink-strong">
                    {nameOf(s)}
                    {s.current && <Badge tone="accent">{t('settings:devices.current')}</Badge>}
                    {s.state !== 'active' && (
                      <Badge tone={s.state === 'erased' ? 'success' : 'warning'}>
                        {t(`settings:devices.${s.state}`)}
                      </Badge>
                    )}
                  </p>
                  <p className="text-12 text-ink-muted">
                    {[s.companyName, s.ip].filter(Boolean).join(' · ')} ·{' '}
                    {s.state === 'active' ? (
                      <>
                        {t('settings:devices.lastSeen')} <RelativeTime at={s.lastSeenAt} />
                      </>
                    ) : (
                      t(`settings:devices.at.${s.state}`, {
                        at: clockText(s.stateAt || s.lastSeenAt, at, i18n.language),
                      })
                    )}
                  </p>
                  {s.handedOver > 0 && (
                    <p className="text-12 text-ink-muted">
                      {t('settings:devices.handedOver', { count: s.handedOver })}
                    </p>
                  )}
                  {s.waiting > 0 && s.state !== 'erased' && !s.current && (
                    <p className="text-12 text-warning-ink">{t('settings:devices.waiting', { count: s.waiting })}</p>
                  )}
                </div>
                {s.state === 'active' && (
                  <Button size="small" onPress={() => (s.current ? setLeaving(true) : ask(s))}>
                    {t('settings:devices.signOut')}
                  </Button>
                )}
                {s.state === 'signedOut' && (
                  <Button size="small" onPress={() => ask(s)}>
                    {t('settings:devices.erase')}
                  </Button>
                )}
                {s.handover && (
                  <Button size="small" onPress={() => ask(s)}>
                    {t('settings:devices.eraseNow')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </AskedList>
      <ConfirmDialog
        isOpen={revoking !== null}
        onOpenChange={(open) => !open && setRevoking(null)}
        title={t(
          isLate
            ? 'settings:devices.eraseNowTitle'
            : revoking?.state === 'signedOut'
              ? 'settings:devices.eraseTitle'
              : 'settings:devices.revokeTitle',
          { name: revoking ? nameOf(revoking) : '' },
        )}
        description={
          <>
            {t(isLate ? 'settings:devices.eraseNowText' : 'settings:devices.revokeText')}
            {revoking && revoking.waiting > 0
              ? ` ${t('settings:devices.waitingWarning', { count: revoking.waiting })}`
              : ''}
            {!isLate && (
              <Checkbox
                className="mt-4 text-ink-strong"
                isSelected={withoutHandover}
                onChange={setWithoutHandover}
                hint={t('settings:devices.withoutHint')}
              >
                {t('settings:devices.without')}
              </Checkbox>
            )}
          </>
        }
        confirmLabel={t(
          isLate || revoking?.state === 'signedOut' ? 'settings:devices.erase' : 'settings:devices.signOut',
        )}
        onConfirm={revoke}
      />
      <SignOutDialog isOpen={leaving} onOpenChange={setLeaving} />
    </section>
  );
}
