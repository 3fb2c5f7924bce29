import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/shell/error-text';
import { reportFailure } from '~/features/shell/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Spinner } from '~/ui/feedback/spinner';
import type { LiveAnswer } from '../../../sync/engine/host/api';
import type { Turn } from '../../../sync/model/kinds/turns';
import type { TurnState } from './turn-state';

/** What is done now, in one line that changes; or why there is no answer, and what to do. */
export function StateLine({
  turn,
  state,
  value: { answer, live },
  canAsk,
}: {
  turn: Turn;
  state: TurnState;
  value: LiveAnswer;
  canAsk: boolean;
}) {
  const { t } = useTranslation(['chat', 'errors', 'common']);
  const isOnline = useStatus().connection.state === 'online';
  const { activity } = live;
  const act = (command: 'chat.retry' | 'chat.stop') => () =>
    void run(command, { turnId: turn.id }).catch((error: unknown) => reportFailure(t, error));
  const retry = canAsk && (
    <Button size="small" onPress={act('chat.retry')}>
      {t('common:retry')}
    </Button>
  );
  if (state === 'answered') return answer ? null : <Line isBusy>{t('chat:state.arriving')}</Line>;
  if (state === 'failed')
    return (
      <Line action={retry} isAlert>
        {errorText(t, { code: turn.error })}
      </Line>
    );
  if (state === 'stopped') return <Line action={retry}>{t('chat:state.stopped')}</Line>;
  if (state === 'refused')
    return (
      <Line
        isAlert
        action={
          <Link to={paths.outbox()} className="focus-ring rounded-control text-13 text-accent-ink underline">
            {t('chat:state.toOutbox')}
          </Link>
        }
      >
        {t('chat:state.refused')}
      </Line>
    );
  if (state === 'onDevice')
    return (
      <Line
        isBusy={isOnline}
        action={
          canAsk &&
          !isOnline && (
            <Button size="small" variant="quiet" onPress={act('chat.stop')}>
              {t('chat:state.takeBack')}
            </Button>
          )
        }
      >
        {t(isOnline ? 'chat:state.sending' : 'chat:state.onDevice')}
      </Line>
    );
  if (!isOnline) return <Line>{t('chat:state.runsAway')}</Line>;
  if (state === 'again') return <Line isBusy>{t('chat:state.again')}</Line>;
  return (
    <Line isBusy>
      {activity?.activity === 'reading' && activity.name
        ? t('chat:activity.readingOne', { title: activity.name })
        : t(`chat:activity.${activity?.activity ?? 'waiting'}`)}
    </Line>
  );
}

export function Line({
  isBusy = false,
  isAlert = false,
  action,
  children,
}: {
  isBusy?: boolean;
  isAlert?: boolean;
  action?: ReactNode;
  children: string;
}) {
  return (
    <div className="flex min-h-7 items-center gap-2 text-13 text-ink-muted">
      {isBusy && <Spinner />}
      <p role={isAlert ? 'alert' : 'status'} className={isAlert ? 'text-danger-ink' : 'min-w-0 truncate'}>
        {children}
      </p>
      {action}
    </div>
  );
}
