import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { I18nProvider } from 'react-aria-components';
import { BrandHeader } from '~/features/brand/brand-header';
import { languageTag } from '../../../sync/model/languages';
import { useAccount } from '~/replica/hooks';
import type { LockState } from '../../../sync/engine/account/lock/state';
import { HandingOver } from './handing-over';
import { LeaseEnded } from './lease-ended';
import { Recover } from './recover';
import { RunningRecording } from './running-recording';
import { Screen } from './screen';
import { SetUp } from './set-up';
import { SignedOut } from './signed-out';
import { SignOutHere } from './sign-out-here';
import { Unlock } from './unlock';
import { Waits } from './waits';

/** Layout of the lock's screens. Names the device's account, and shows no content. */
export function LockScreens({ lock }: { lock: LockState }) {
  const { t, i18n } = useTranslation('lock');
  const account = useAccount();
  const [forgot, setForgot] = useState(false);
  const company = account?.companies.find(({ id }) => id === account.companyId)?.name ?? '';
  const screen = (): ReactNode => {
    if (lock.state === 'setUp')
      return (
        <Screen title={t('setUp.title')} text={t('setUp.required', { company })}>
          <SetUp wanted={false} mayPostpone={!lock.isClosed} />
        </Screen>
      );
    if (lock.state === 'leaseEnded')
      return <LeaseEnded lock={lock} company={company} hours={account?.deviceLock.leaseHours ?? 0} />;
    if (lock.state === 'signedOut') return <SignedOut />;
    if (lock.state === 'handingOver' && lock.handover) return <HandingOver handover={lock.handover} />;
    if (forgot)
      return (
        <Screen title={t('recover.title')} text={t('recover.text')}>
          <Recover onBack={() => setForgot(false)} />
        </Screen>
      );
    return (
      <Screen
        title={t(lock.handover ? 'handover.title' : 'title')}
        text={lock.handover ? t('handover.unlock') : account && t('who', { name: account.name, company })}
      >
        <Unlock lock={lock} onForgot={() => setForgot(true)} />
      </Screen>
    );
  };
  return (
    <I18nProvider locale={languageTag(i18n.language)}>
      <div
        role="dialog"
        aria-modal="true"
        aria-labelledby="lock-title"
        data-lock-screen={lock.state}
        className="fixed inset-0 z-[100] flex flex-col overflow-auto bg-paper"
      >
        <BrandHeader />
        <div className="flex flex-1 items-center justify-center px-4 py-8">
          <div className="flex w-full max-w-[24rem] flex-col gap-6">
            {screen()}
            <RunningRecording />
            {!lock.handover && lock.state !== 'setUp' && lock.state !== 'signedOut' && <Waits unsent={lock.unsent} />}
          </div>
        </div>
        <footer className="flex items-center justify-center px-4 py-5">
          {lock.isClosed && lock.state !== 'handingOver' && <SignOutHere unsent={lock.unsent} />}
        </footer>
      </div>
    </I18nProvider>
  );
}
