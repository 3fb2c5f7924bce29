import { useTranslation } from 'react-i18next';
import { lazy, Suspense, useState } from 'react';
import { UpdateBanner } from '~/features/update/update-banner';
import { applyUpdate } from '~/features/update/service-worker-client';
import { useBusy } from '~/replica/busy';
import { paths } from '~/paths';
import { useAccount, useQuery, useStatus } from '~/replica/hooks';
import { replica } from '~/replica/client';
import { Banner } from '~/ui/feedback/banner';
import { Button, LinkButton } from '~/ui/controls/button';
import { LossBanner } from './loss-banner';
import { MovedBanner } from './moved-banner';
import { StorageBanner } from './storage-banner';
import { pendingCount } from './sync-words';

const RecoveredBanner = lazy(() => import('~/features/recorder/recovered-banner'));

const LeftBanner = lazy(() => import('~/features/lock/left-banner'));

/** Loaded only after the person was removed from an organization for which this device holds unsent changes. */
function Left() {
  const notices = useQuery({ kind: 'left' }) ?? [];
  const locked = useQuery({ kind: 'leftLocked' }) ?? [];
  return notices.length + locked.length > 0 ? (
    <Suspense fallback={null}>
      <LeftBanner notices={notices} locked={locked} />
    </Suspense>
  ) : null;
}

/** Loaded only after a crash. */
function Recovered() {
  const recordings = useQuery({ kind: 'recovered' });
  return recordings?.length ? (
    <Suspense fallback={null}>
      <RecoveredBanner recordings={recordings} />
    </Suspense>
  ) : null;
}

/** Banners of the whole page, above every screen. */
export function Banners() {
  return (
    <>
      <UpdateBanner />
      <ConnectionBanner />
      <PasswordBanner />
      <MovedBanner />
      <LossBanner />
      <StorageBanner />
      <Recovered />
      <Left />
    </>
  );
}

/** The organization requires a new password; local documents stay readable and are still sent. */
function PasswordBanner() {
  const { t } = useTranslation('shell');
  const busy = useBusy();
  if (!useAccount()?.mustChangePassword) return null;
  const change = () => location.assign(paths.updatePassword(location.pathname + location.search));
  return (
    <Banner
      isWide
      live="alert"
      kind="warning"
      title={t('banner.password')}
      action={
        <Button size="small" variant="primary" isDisabled={busy.length > 0} onPress={change}>
          {t('banner.passwordChange')}
        </Button>
      }
    >
      {t('banner.passwordText')}
    </Banner>
  );
}

/** Only what a person can act on or must know before continuing; being offline is not an alarm. */
function ConnectionBanner() {
  const { t } = useTranslation('shell');
  const status = useStatus();
  const busy = useBusy();
  const [hidden, setHidden] = useState('');
  const connection = status?.connection;
  if (!status || !connection) return null;
  const count = pendingCount(status);
  if (connection.state === 'paused') {
    return (
      <Banner
        isWide
        isBrief
        kind="info"
        title={t('banner.paused')}
        action={
          <Button size="small" onPress={() => void replica().setPaused(false)}>
            {t('banner.resume')}
          </Button>
        }
      >
        {t('banner.pausedText')}
      </Banner>
    );
  }
  if (connection.state === 'offline' && connection.reason === 'serverUnreachable' && hidden !== 'serverUnreachable') {
    return (
      <Banner
        isWide
        isBrief
        kind="warning"
        title={t('banner.unreachable')}
        onClose={() => setHidden('serverUnreachable')}
      >
        {t('banner.unreachableText')}
      </Banner>
    );
  }
  if (connection.state !== 'blocked' || hidden === connection.reason) return null;
  const here = location.pathname + location.search;
  switch (connection.reason) {
    case 'signedOut':
      return (
        <Banner
          isWide
          live="alert"
          kind="warning"
          title={t('banner.signedOut')}
          action={
            <Button
              size="small"
              variant="primary"
              isDisabled={busy.length > 0}
              onPress={() => location.assign(paths.login(here))}
            >
              {t('signIn')}
            </Button>
          }
        >
          {count > 0 ? t('banner.signedOutText', { count }) : t('banner.signedOutIdle')}
        </Banner>
      );
    case 'ipBlocked':
      return (
        <Banner
          isWide
          live="alert"
          kind="danger"
          title={t('banner.ipBlocked')}
          action={
            <LinkButton size="small" target="_blank" href={paths.ipBlocked()}>
              {t('banner.showAddress')}
            </LinkButton>
          }
        >
          {t('banner.ipBlockedText')}
        </Banner>
      );
    case 'noPermission':
      return (
        <Banner isWide live="alert" kind="danger" title={t('banner.noPermission')}>
          {t('banner.noPermissionText')}
        </Banner>
      );
    case 'clientTooOld':
      return (
        <Banner
          isWide
          live="alert"
          kind="warning"
          title={t('banner.clientTooOld')}
          action={
            <Button size="small" variant="primary" isDisabled={busy.length > 0} onPress={applyUpdate}>
              {t('update.now')}
            </Button>
          }
        >
          {t('banner.clientTooOldText')}
        </Banner>
      );
    case 'storageFull':
      return (
        <Banner
          isWide
          live="alert"
          kind="danger"
          title={t('banner.storageFull')}
          action={
            <LinkButton size="small" href={paths.settings('storage')}>
              {t('banner.openStorage')}
            </LinkButton>
          }
        >
          {t('banner.storageFullText')}
        </Banner>
      );
  }
}
