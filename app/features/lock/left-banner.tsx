import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { run } from '~/replica/client';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import type { LeftNotice } from '../../../sync/engine/outbox/left-notices';
import type { LockedCopy } from '../../../sync/engine/account/handover/left-run';
import { PinField } from './pin-field';
import { useLockAction } from './use-lock-action';

/** State of unsent work in organizations from which the person was removed. */
export default function LeftBanner({ notices, locked }: { notices: LeftNotice[]; locked: LockedCopy[] }) {
  return (
    <>
      {locked.map((copy) => (
        <LockedBanner key={copy.companyId} copy={copy} />
      ))}
      {notices.map((notice) => (
        <NoticeBanner key={notice.companyId} notice={notice} />
      ))}
    </>
  );
}

function useTitle(name: string): string {
  const { t } = useTranslation('lock');
  return name ? t('left.title', { name }) : t('left.titleUnknown');
}

function NoticeBanner({ notice: { companyId, name, taken, leftOut } }: { notice: LeftNotice }) {
  const { t } = useTranslation('lock');
  return (
    <div data-left={companyId}>
      <Banner
        isWide
        kind={leftOut > 0 ? 'warning' : 'info'}
        title={useTitle(name)}
        onClose={() => void run('left.read', { companyId })}
      >
        {taken > 0 && t('left.saved', { count: taken })} {leftOut > 0 && t('left.lost', { count: leftOut })}
      </Banner>
    </div>
  );
}

/** The copy needs its own PIN before its work can be saved. */
function LockedBanner({ copy: { companyId, name, unsent } }: { copy: LockedCopy }) {
  const { t } = useTranslation('lock');
  const [pin, setPin] = useState('');
  const { act, isRunning, failure } = useLockAction();
  const open = async () => {
    if (pin !== '' && !(await act({ do: 'openLeft', companyId, pin }))) setPin('');
  };
  return (
    <div data-left-locked={companyId}>
      <Banner isWide kind="warning" title={useTitle(name)}>
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void open();
          }}
        >
          <p>{t('left.locked', { count: unsent })}</p>
          <div className="flex flex-wrap items-end gap-2">
            <PinField label={t('left.pin')} value={pin} onChange={setPin} error={failure?.text} />
            <Button type="submit" variant="primary" isLoading={isRunning} isDisabled={pin === ''}>
              {t('left.save')}
            </Button>
          </div>
        </form>
      </Banner>
    </div>
  );
}
