import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { paths } from '~/paths';
import { replica } from '~/replica/client';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import type { LockState } from '../../../sync/engine/account/lock/state';

/** Signing out of a locked device: erases it, after a confirmation that lists what would be lost. */
export function SignOutHere({ unsent }: { unsent: LockState['unsent'] }) {
  const { t } = useTranslation(['lock', 'common', 'errors']);
  const [asking, setAsking] = useState(false);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const lost = unsent ? Object.values(unsent).reduce((sum, n) => sum + n, 0) : 0;
  const leave = async () => {
    setRunning(true);
    try {
      await replica().logout({ force: true });
      location.assign(paths.home());
    } catch (error) {
      setFailure(errorText(t, error));
      setRunning(false);
    }
  };
  if (!asking)
    return (
      <Button variant="quiet" onPress={() => setAsking(true)}>
        {t('lock:signOut')}
      </Button>
    );
  return (
    <div
      role="alertdialog"
      aria-label={t('lock:signOutTitle')}
      className="flex w-full max-w-[24rem] flex-col gap-3 rounded-card border border-line bg-raised p-4"
    >
      <p className="font-medium text-ink-strong">{t('lock:signOutTitle')}</p>
      <p className="text-13 leading-relaxed text-ink-muted">{t('lock:signOutText')}</p>
      {lost > 0 && <Banner kind="danger">{t('lock:signOutLoses', { count: lost })}</Banner>}
      {failure && (
        <Banner kind="danger" live="alert">
          {failure}
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={() => setAsking(false)} isDisabled={running} autoFocus>
          {t('common:cancel')}
        </Button>
        <Button variant="danger" isLoading={running} onPress={() => void leave()}>
          {t('lock:signOut')}
        </Button>
      </div>
    </div>
  );
}
