import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapability } from '~/features/ask/use-capability';
import { Player } from '~/features/meeting/player';
import { PlayerProvider } from '~/features/meeting/player-context';
import { recordingsOf } from '~/features/meeting/recordings-of';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Banner } from '~/ui/feedback/banner';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Progress } from '~/ui/feedback/progress';
import type { Summary } from '../../../sync/model/kinds/summaries';
import { ExtractView } from './extract-view';
import type { MeetingParts } from '../meeting/meeting-parts';
import { placeFinder } from './moments';
import { SummaryText } from './summary-text';
import { TemplateButton } from './template-button';

const isUnderWay = (summary: Summary | null): boolean =>
  summary?.status === 'waiting' || summary?.status === 'processing';

/** The summary of a meeting, or extracts without one; an earlier text stays while a new one is written. */
export default function SummaryView({ meeting, transcript, summary, rows }: MeetingParts) {
  const { t } = useTranslation('summary');
  const model = useCapability('chat');
  const recordings = useMemo(
    () =>
      recordingsOf(
        meeting,
        rows.filter(({ state }) => state === 'stopped' || state === 'imported'),
      ),
    [meeting, rows],
  );
  const segments = transcript?.segments;
  const placeOf = useMemo(
    () => placeFinder(segments ?? [], recordings, { participants: meeting.participants, moments: meeting.moments }),
    [segments, recordings, meeting.participants, meeting.moments],
  );
  const canWrite = meeting.abilities.includes('update');
  const hasText = Boolean(summary?.content);
  const canRequest = canWrite && model === 'there' && !isUnderWay(summary);
  return (
    <PlayerProvider>
      <div className="flex flex-col gap-5">
        {recordings.length > 0 && (
          <div className="sticky top-14 z-10 bg-paper pb-2">
            <Player recordings={recordings} />
          </div>
        )}
        <State summary={summary} meetingId={meeting.id} canWrite={canWrite} />
        {hasText ? (
          <SummaryText
            meetingId={meeting.id}
            summary={summary!}
            placeOf={placeOf}
            canWrite={canWrite}
            rewrite={canRequest ? <TemplateButton meeting={meeting} summary={summary} /> : undefined}
          />
        ) : (
          <>
            {!isUnderWay(summary) && (
              <EmptyState
                icon={<ScrollText size={20} />}
                title={t(model === 'missing' && segments?.length ? 'empty.noModelTitle' : 'empty.title')}
                text={t(
                  !segments?.length ? 'empty.noTranscript' : model === 'missing' ? 'empty.noModel' : 'empty.text',
                )}
                action={canRequest ? <TemplateButton isPrimary meeting={meeting} summary={summary} /> : undefined}
              />
            )}
            <ExtractView meeting={meeting} placeOf={placeOf} hasTranscript={Boolean(segments?.length)} />
          </>
        )}
      </div>
    </PlayerProvider>
  );
}

/** The state of the request for a summary. */
function State({ summary, meetingId, canWrite }: { summary: Summary | null; meetingId: string; canWrite: boolean }) {
  const { t } = useTranslation(['summary', 'errors', 'common']);
  // subscribed from the request on, so that the server sends no notification
  const progress = useQuery(isUnderWay(summary) ? { kind: 'progress', collection: 'summaries', id: meetingId } : null);
  const attempt = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const { request } = summary ?? {};
  switch (summary?.status) {
    case 'waiting':
    case 'processing':
      return (
        <div data-summary-state={summary.status} className="flex flex-col gap-2">
          <Progress
            label={t(`summary:state.${summary.status}`)}
            value={summary.status === 'processing' ? Math.round((progress ?? 0) * 100) : null}
          />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-13 text-ink-muted">{t('summary:state.text')}</p>
            {canWrite && (
              <Button size="small" onPress={() => void attempt(run('summary.cancel', { meetingId }))}>
                {t('common:cancel')}
              </Button>
            )}
          </div>
        </div>
      );
    case 'failed':
      return (
        <div data-summary-state="failed">
          <Banner
            kind="danger"
            title={t('summary:state.failed')}
            action={
              canWrite && request ? (
                <Button size="small" onPress={() => void attempt(run('summary.request', { meetingId, ...request }))}>
                  {t('common:retry')}
                </Button>
              ) : undefined
            }
          >
            {errorText(t, { code: summary.error })}
          </Banner>
        </div>
      );
    default:
      return null;
  }
}
