import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { Research } from '../../../sync/model/kinds/researches';
import { isErrorCode } from '../../../sync/protocol/errors';
import { usePeople } from '~/features/people/use-people';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery, useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Dialogue } from './dialogue';
import { PlanEditor, PlanReader } from './plan-editor';
import { ProgressView } from './progress-view';
import { Question } from './question';
import { QueuedCalls } from './queued-calls';
import { ReportView } from './report-view';
import type { ResearchProps } from './research-props';
import { researchState } from './research-state';
import { StatusLine } from '../chat/status-line';
import { useBackgroundSync } from '../chat/use-background-sync';

/** The question of a research, and the content for its state. */
export function ResearchBody(props: ResearchProps) {
  const { research, queued, report, isOwn } = props;
  const { t } = useTranslation(['research', 'errors']);
  const syncState = useQuery(
    research.stage === 'DRAFT' ? { kind: 'syncState', collection: 'researches', id: research.id } : null,
  );
  const state = researchState(research, syncState);
  const isWide = state === 'report' && report !== null && report.sections.length > 1;
  return (
    <div
      className={`mx-auto w-full px-4 py-6 md:px-6 ${isWide ? 'max-w-6xl' : 'max-w-[calc(var(--writing)+3rem)]'}`}
      data-research={research.id}
      data-research-state={state}
    >
      <div className="flex flex-col gap-6">
        {!isWide && <Question research={research} />}
        <QueuedCalls calls={queued} />
        {state === 'asking' && isOwn ? (
          <Dialogue research={research} />
        ) : state === 'plan' ? (
          isOwn ? (
            <PlanEditor key={planKey(research)} research={research} project={props.project} />
          ) : (
            <PlanReader research={research} />
          )
        ) : state === 'working' ? (
          <ProgressView research={research} isOwn={isOwn} isQueued={queued.some(({ action }) => action === 'begin')} />
        ) : state === 'report' && report ? (
          <>
            {research.error === 'DEEP_RESEARCH_REPORT_ERROR' && (
              <StatusLine isAlert>{errorText(t, { code: research.error })}</StatusLine>
            )}
            <ReportView {...props} report={report} />
          </>
        ) : (
          <WaitingLine {...props} state={state} />
        )}
        {state === 'stopped' && research.plan.length > 0 && <PlanReader research={research} />}
      </div>
    </div>
  );
}

/** Changes when the server makes a new plan, so that the editor starts with it. */
const planKey = ({ feedback, dialogue }: Research): string => `${feedback.length}/${dialogue.length}`;

/** Status of a research without a plan or report to show: what it waits for, or why it ended without a report. */
function WaitingLine({
  thread,
  research,
  queued,
  isOwn,
  state,
}: ResearchProps & { state: ReturnType<typeof researchState> }) {
  const { t } = useTranslation(['research', 'errors', 'common']);
  const isOnline = useStatus().connection.state === 'online';
  useBackgroundSync(state === 'onDevice' && !isOnline);
  const people = usePeople();
  const act = (command: 'research.retry' | 'thread.delete') => () =>
    void run(command, { id: research.id }).catch((error: unknown) => reportFailure(t, error));
  const name = people.byId.get(thread.creatorId)?.name || t('common:unknownPerson');
  if (state === 'onDevice')
    return (
      <StatusLine
        isBusy={isOnline}
        action={
          isOwn &&
          !isOnline && (
            <Button size="small" variant="quiet" onPress={act('thread.delete')}>
              {t('research:state.takeBack')}
            </Button>
          )
        }
      >
        {t(isOnline ? 'research:state.sending' : 'research:state.onDevice')}
      </StatusLine>
    );
  if (state === 'refused')
    return (
      <StatusLine
        isAlert
        action={
          <Link to={paths.outbox()} className="focus-ring rounded-control text-accent-ink underline">
            {t('research:state.toOutbox')}
          </Link>
        }
      >
        {t('research:state.refused')}
      </StatusLine>
    );
  if (state === 'stopped')
    return (
      <StatusLine
        isAlert={research.stage === 'FAILED'}
        action={
          isOwn &&
          !queued.some(({ action }) => action === 'retry') && (
            <Button size="small" onPress={act('research.retry')}>
              {t('common:retry')}
            </Button>
          )
        }
      >
        {research.stage === 'CANCELLED'
          ? t('research:state.cancelled')
          : `${t('research:state.failed')} ${isErrorCode(research.error) ? errorText(t, { code: research.error }) : ''}`.trim()}
      </StatusLine>
    );
  if (state === 'asking') return <StatusLine>{t('research:state.reader', { name })}</StatusLine>;
  if (state === 'report') return <StatusLine isBusy={isOnline}>{t('research:state.arriving')}</StatusLine>;
  if (!isOnline) return <StatusLine>{t('research:state.away')}</StatusLine>;
  return (
    <StatusLine isBusy>
      {t(research.stage === 'PLANNING' ? 'research:state.planning' : 'research:state.clarifying')}
    </StatusLine>
  );
}
