import { Link } from '@remix-run/react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/shell/error-text';
import { reportFailure } from '~/features/shell/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery, useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Spinner } from '~/ui/feedback/spinner';
import { Skeleton } from '~/ui/feedback/skeleton';
import type { LiveAnswer } from '../../../sync/engine/host/api';
import { hasRunEnded } from '../../../sync/model/runs';
import type { Turn } from '../../../sync/model/kinds/turns';
import { AnswerView } from './answer-view';
import type { ShownTurn } from './branches';
import { QuestionBlock } from './question-block';
import { turnState, type TurnState } from './turn-state';

export interface TurnViewProps {
  shown: ShownTurn;
  /** the chat is one's own */
  canAsk: boolean;
  onChoose: (turn: Turn) => void;
  /** asks a version of a question */
  onVersion: (turn: Turn, question: string) => Promise<void>;
}

/** A question with its answer. */
export const TurnView = memo(function TurnView({ shown, canAsk, onChoose, onVersion }: TurnViewProps) {
  const { turn } = shown;
  const hasEnded = hasRunEnded(turn.state);
  const value = useQuery({ kind: 'answer', turnId: turn.id });
  const syncState = useQuery(turn.state === 'READY' ? { kind: 'syncState', collection: 'turns', id: turn.id } : null);
  const state = turnState(turn, syncState);
  return (
    <article className="flex flex-col gap-3 pb-8" data-turn={turn.id} data-turn-state={state}>
      <QuestionBlock
        shown={shown}
        canEdit={canAsk}
        onChoose={onChoose}
        onEdit={(question) => onVersion(turn, question)}
      />
      {value === undefined ? (
        <Skeleton className="h-20 w-full" />
      ) : (
        <>
          <AnswerView
            turn={turn}
            value={value}
            hasEnded={hasEnded}
            canAsk={canAsk}
            onAgain={() => void onVersion(turn, turn.question)}
          />
          <StateLine turn={turn} state={state} value={value} canAsk={canAsk} />
        </>
      )}
    </article>
  );
});

/** What is done now, in one line that changes; or why there is no answer, and what to do. */
function StateLine({
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

function Line({
  isBusy = false,
  isAlert = false,
  action,
  children,
}: {
  isBusy?: boolean;
  isAlert?: boolean;
  action?: React.ReactNode;
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
