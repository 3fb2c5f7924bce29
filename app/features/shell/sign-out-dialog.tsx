import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBusy } from '~/replica/busy';
import { paths } from '~/paths';
import { useAccount, useStatusNow } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';
import { Button, LinkButton } from '~/ui/controls/button';
import { Checkbox } from '~/ui/controls/toggle';
import { Dialog } from '~/ui/overlays/dialog';
import { reportFailure } from '~/features/failures/report-failure';
import { leaveWorkspace, signOut } from './start';
import { unsyncedCount } from './sync-words';

const NOBODY = { sessionId: '' };

/**
 * Signing out erases this device's data, without the server too. The dialog first lists unsynced work; it waits while a
 * recording runs or text is unsaved.
 */
export default function SignOutDialog({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { t } = useTranslation(['shell', 'common', 'errors']);
  const status = useStatusNow();
  const busy = useBusy();
  const account = useAccount();
  const only = status ? unsyncedCount(status) : 0;
  const [accepted, setAccepted] = useState(false);
  const [running, setRunning] = useState(false);
  useEffect(() => setAccepted(false), [isOpen]);
  const leave = async () => {
    setRunning(true);
    try {
      await signOut(account ?? NOBODY, { force: only > 0 });
      await leaveWorkspace(account ?? NOBODY);
    } catch (error) {
      reportFailure(t, error);
      setRunning(false);
    }
  };
  return (
    <Dialog
      role="alertdialog"
      size="small"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={!running}
      title={t('shell:signOutDialog.title')}
      description={t('shell:signOutDialog.text')}
      footer={(close) => (
        <>
          <Button onPress={close} isDisabled={running}>
            {t('common:cancel')}
          </Button>
          <Button
            variant={only > 0 ? 'danger' : 'primary'}
            isLoading={running}
            isDisabled={busy.length > 0 || (only > 0 && !accepted)}
            onPress={() => void leave()}
          >
            {t('shell:signOut')}
          </Button>
        </>
      )}
    >
      {(close) => (
        <div className="flex flex-col gap-3">
          {busy.length > 0 && (
            <Banner kind="warning">
              {t('shell:signOutDialog.busy', {
                reason: busy.map((r) => t(`shell:busy.${r}`)).join(t('shell:listSeparator')),
              })}
            </Banner>
          )}
          {only > 0 && (
            <>
              <Banner
                kind="danger"
                title={t('shell:signOutDialog.onlyHere', { count: only })}
                action={
                  <span onClick={close}>
                    <LinkButton size="small" href={paths.outbox()}>
                      {t('shell:openOutbox')}
                    </LinkButton>
                  </span>
                }
              >
                {t('shell:signOutDialog.onlyHereText')}
              </Banner>
              <Checkbox isSelected={accepted} onChange={setAccepted}>
                {t('shell:signOutDialog.accept')}
              </Checkbox>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
