import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import type { LiveAnswer } from '../../../sync/engine/host/api';
import type { Turn } from '../../../sync/model/kinds/turns';
import type { TurnState } from './turn-state';
import { StatusLine } from './status-line';
import { useBackgroundSync } from './use-background-sync';
import { WaitingQuestion } from './waiting-question';

/** State of a question in one line: the current step, or why there is no answer and how to get one. */
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
  useBackgroundSync(state === 'onDevice' && !isOnline);
  // who opens the chat while it is answered has the text, but no event of what is done now
  const activity =
    live.activity?.activity ?? (state === 'working' && (live.text || answer?.text) ? 'writing' : 'waiting');
  const reading = live.activity?.activity === 'reading' ? live.activity.name : '';
  const again = (): void =>
    void run('chat.retry', { turnId: turn.id }).catch((error: unknown) => reportFailure(t, error));
  const retry = canAsk && (
    <Button size="small" onPress={again}>
      {t('common:retry')}
    </Button>
  );
  if (state === 'answered') return answer ? null : <StatusLine isBusy>{t('chat:state.arriving')}</StatusLine>;
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
  if (!isOnline) return <StatusLine>{t('chat:state.runsAway')}</StatusLine>;
  if (state === 'again') return <StatusLine isBusy>{t('chat:state.again')}</StatusLine>;
  return (
    <StatusLine isBusy>
      {reading ? t('chat:activity.readingOne', { title: reading }) : t(`chat:activity.${activity}`)}
    </StatusLine>
  );
}
