import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useGuard, useQuestion } from '~/features/navigation-guards/guards';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { isRecording } from './machine';
import type { Recorder } from './recorder';

/** Addresses outside the workspace: navigating there ends a recording. */
export const leavesWorkspace = (pathname: string): boolean =>
  pathname === '/' || /^\/(auth|no-access|ip-blocked|gallery|admin)(\/|$)/.test(pathname);

/**
 * Asks before leaving: the browser's own question for closing or reloading, ours for addresses outside the workspace.
 */
export function LeaveGuard({ recorder }: { recorder: Recorder }) {
  const { t } = useTranslation('recorder');
  const running = isRecording(useSyncExternalStore(recorder.state.subscribe, recorder.state.get, recorder.state.get));
  useEffect(() => {
    if (!running) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [running]);
  const question = useQuestion<null>();
  useGuard({
    minds: ({ nextLocation }) => running && leavesWorkspace(nextLocation.pathname),
    ask: (signal) => question.put(null, signal),
  });
  const leave = async (): Promise<void> => {
    await recorder.stop();
    question.answer(true);
  };
  return (
    <ConfirmDialog
      isOpen={question.open !== null}
      onOpenChange={(open) => {
        if (!open) question.answer(false);
      }}
      title={t('leave.title')}
      description={t('leave.text')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      onConfirm={leave}
    />
  );
}
