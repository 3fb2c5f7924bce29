import { Laptop } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { errorText } from '~/features/shell/error-text';
import { SignOutDialog } from '~/features/shell/sign-out';
import { Badge } from '~/ui/badge';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { ConfirmDialog } from '~/ui/dialog';
import { RelativeTime } from '~/ui/relative-time';
import { SkeletonRows } from '~/ui/skeleton';
import { toast } from '~/ui/toast';
import { clockText } from './clock-text';
import { needsServerText } from './needs-server';
import { deviceCalls, type DeviceSession } from '../../../server/organization/sessions/contract';

type Devices = { state: 'loading' } | { state: 'loaded'; sessions: DeviceSession[]; /** when it was asked for */ at: number } | { state: 'failed'; error: unknown };

/** Where this person is signed in. The list lives on the server. */
export function DevicesSection() {
  const { t, i18n } = useTranslation(['settings', 'common', 'errors']);
  const [devices, setDevices] = useState<Devices>({ state: 'loading' });
  const [revoking, setRevoking] = useState<DeviceSession | null>(null);
  const [leaving, setLeaving] = useState(false);
  const load = useCallback(async () => {
    try {
      const { sessions } = await call(deviceCalls.list, {});
      setDevices({ state: 'loaded', sessions, at: Date.now() });
    } catch (error) {
      setDevices({ state: 'failed', error });
    }
  }, []);
  useEffect(() => void load(), [load]);
  const revoke = async () => {
    if (!revoking) return;
    try {
      await call(deviceCalls.revoke, { sessionId: revoking.id });
      toast.success(t(revoking.state === 'active' ? 'settings:devices.revoked' : 'settings:devices.eraseAsked', { name: nameOf(revoking) }));
      await load();
    } catch (error) {
      toast.error(needsServerText(t, error));
    }
  };
  const nameOf = (s: DeviceSession) => s.deviceName || t('settings:devices.unknown');
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-16">{t('settings:devices.title')}</h2>
      <p className="leading-relaxed text-ink-muted">{t('settings:devices.text')}</p>
      {devices.state === 'loading' && <SkeletonRows rows={2} />}
      {devices.state === 'failed' && (
        <Banner kind="warning" action={<Button size="small" onPress={() => { setDevices({ state: 'loading' }); void load(); }}>{t('common:retry')}</Button>}>
          {t('settings:devices.failed')} {errorText(t, devices.error)}
        </Banner>
      )}
      {devices.state === 'loaded' && (
        <ul className="flex flex-col">
          {devices.sessions.map((s) => (
            <li key={s.id} className="flex flex-wrap items-center gap-3 border-b border-line py-3 last:border-0">
              <span aria-hidden className="flex size-9 items-center justify-center rounded-control bg-sunken text-ink-muted"><Laptop size={18} /></span>
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-2 font-medium text-ink-strong">
                  {nameOf(s)}
                  {s.current && <Badge tone="accent">{t('settings:devices.current')}</Badge>}
                  {s.state !== 'active' && <Badge tone={s.state === 'erased' ? 'success' : 'warning'}>{t(`settings:devices.${s.state}`)}</Badge>}
                </p>
                <p className="text-12 text-ink-muted">
                  {[s.companyName, s.ip].filter(Boolean).join(' · ')} · {s.state === 'active'
                    ? <>{t('settings:devices.lastSeen')} <RelativeTime at={s.lastSeenAt} /></>
                    : t(`settings:devices.at.${s.state}`, { at: clockText(s.stateAt || s.lastSeenAt, devices.at, i18n.language) })}
                </p>
                {s.waiting > 0 && s.state !== 'erased' && !s.current && <p className="text-12 text-warning-ink">{t('settings:devices.waiting', { count: s.waiting })}</p>}
              </div>
              {s.state === 'active' && (
                <Button size="small" onPress={() => (s.current ? setLeaving(true) : setRevoking(s))}>{t('settings:devices.signOut')}</Button>
              )}
              {s.state === 'signedOut' && <Button size="small" onPress={() => setRevoking(s)}>{t('settings:devices.erase')}</Button>}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={revoking !== null}
        onOpenChange={(open) => !open && setRevoking(null)}
        title={t(revoking?.state === 'signedOut' ? 'settings:devices.eraseTitle' : 'settings:devices.revokeTitle', { name: revoking ? nameOf(revoking) : '' })}
        description={<>{t('settings:devices.revokeText')}{revoking && revoking.waiting > 0 ? ` ${t('settings:devices.waitingWarning', { count: revoking.waiting })}` : ''}</>}
        confirmLabel={t(revoking?.state === 'signedOut' ? 'settings:devices.erase' : 'settings:devices.signOut')}
        onConfirm={revoke}
      />
      <SignOutDialog isOpen={leaving} onOpenChange={setLeaving} />
    </section>
  );
}
