import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useAccount, useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import type { LiveAnswer } from '../../../sync/engine/host/api';
import type { Turn } from '../../../sync/model/kinds/turns';
import type { TurnState } from './turn-state';
import { StatusLine } from './status-line';
import { useBackgroundSync } from './use-background-sync';
import { useQueuedCall } from './use-queued-call';
import { WaitingQuestion } from './waiting-question';

/** The state of a question: the current step, or the reason why there is no answer, with an action. */
export function StateLine({
  turn,
  state,
  value: { answer, live },
  canAsk,
  canStop,
}: {
  turn: Turn;
  state: TurnState;
  value: LiveAnswer;
  canAsk: boolean;
  /** whether this line offers to stop the answer */
  canStop: boolean;
}) {
  const { t } = useTranslation(['chat', 'errors', 'common']);
  const isOnline = useStatus().connection.state === 'online';
  useBackgroundSync(state === 'onDevice' && !isOnline);
  // if the chat is opened during the run, its text is known, but the event of the current activity was missed
  const activity =
    live.activity?.activity ?? (state === 'working' && (live.text || answer?.text) ? 'writing' : 'waiting');
  const reading = live.activity?.activity === 'reading' ? live.activity.name : '';
  const act = (command: 'chat.retry' | 'chat.stop') => (): void =>
    void run(command, { turnId: turn.id }).catch((error: unknown) => reportFailure(t, error));
  const queued = useQueuedCall(turn, state !== 'answered');
  // a chat that was handed over has questions of its former owner, whose access their answers would have
  const isMine = turn.creatorId === useAccount()?.userId;
  const retry = canAsk && isMine && !queued && (
    <Button size="small" onPress={act('chat.retry')}>
      {t('common:retry')}
    </Button>
  );
  const stop = canStop && !queued && (
    <Button size="small" onPress={act('chat.stop')}>
      {t('chat:stop')}
    </Button>
  );
  if (state === 'answered') return answer ? null : <StatusLine isBusy>{t('chat:state.arriving')}</StatusLine>;
  // a stop of an unsent question takes effect as soon as the question arrives
  if (queued && (!isOnline || state === 'onDevice')) return <StatusLine>{t(`chat:state.${queued}Queued`)}</StatusLine>;
  if (state === 'failed')
    return (
      <StatusLine action={retry} isAlert>
        {errorText(t, { code: turn.error })}
      </StatusLine>
    );
  if (state === 'stopped') return <StatusLine action={retry}>{t('chat:state.stopped')}</StatusLine>;
  if (state === 'refused')
    return (
      <StatusLine
        isAlert
        action={
          <Link to={paths.outbox()} className="focus-ring rounded-control text-13 text-accent-ink underline">
            {t('chat:state.toOutbox')}
          </Link>
        }
      >
        {t('chat:state.refused')}
      </StatusLine>
    );
  if (state === 'onDevice') return <WaitingQuestion turn={turn} canAsk={canAsk} />;
  if (!isOnline) return <StatusLine action={stop}>{t('chat:state.runsAway')}</StatusLine>;
  if (state === 'again')
    return (
      <StatusLine isBusy action={stop}>
        {t('chat:state.again')}
      </StatusLine>
    );
  return (
    <StatusLine isBusy action={stop}>
      {reading ? t('chat:activity.readingOne', { title: reading }) : t(`chat:activity.${activity}`)}
    </StatusLine>
  );
}
