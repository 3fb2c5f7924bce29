import { ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Player } from '~/features/meeting/player';
import { PlayerProvider } from '~/features/meeting/player-context';
import { MeetingScreenError } from '~/features/meeting/screen-states';
import { audioOnDevice } from '~/features/meeting/recordings-of';
import { clockText } from '~/features/recorder/format';
import { RecoveredActions } from '~/features/recorder/recovered-actions';
import { sizeText } from '~/i18n/size-text';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { LinkButton } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { RelativeTime } from '~/ui/data/relative-time';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { RecoveredRecording } from '../../../sync/engine/recording/recover-recording';

/** Recovered recordings: play them, open their meeting, delete them. */
export default function Recovery() {
  const { t } = useTranslation('recorder');
  const recovered = useQuery({ kind: 'recovered' });
  return (
    <>
      <PageHeader title={t('recovery.heading')} />
      <PageBody>
        {!recovered ? (
          <SkeletonRows rows={3} />
        ) : recovered.length === 0 ? (
          <EmptyState
            icon={<ShieldCheck size={20} />}
            title={t('recovery.none')}
            text={t('recovery.noneText')}
            action={<LinkButton href={paths.meetings()}>{t('recovery.toMeetings')}</LinkButton>}
          />
        ) : (
          <>
            <p className="mb-4 leading-relaxed text-ink-muted">{t('recovery.text')}</p>
            <ul className="flex flex-col gap-4">
              {recovered.map((recording) => (
                <li key={recording.id}>
                  <Recovered recording={recording} />
                </li>
              ))}
            </ul>
          </>
        )}
      </PageBody>
    </>
  );
}

function Recovered({ recording }: { recording: RecoveredRecording }) {
  const { t, i18n } = useTranslation('recorder');
  const meeting = useQuery({ kind: 'one', collection: 'meetings', id: recording.meetingId });
  const row = useQuery({ kind: 'recordings', meetingId: recording.meetingId })?.find(({ id }) => id === recording.id);
  const audio = useMemo(() => (row ? [audioOnDevice(row)] : []), [row]);
  return (
    <section
      className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4"
      data-recovered-recording={recording.id}
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-16">
          {recording.dropped ? t('recovery.dropped') : t('recovery.title', { time: clockText(recording.capturedMs) })}
        </h2>
        <span className="tabular text-12 text-ink-muted">
          {[meeting?.title ?? row?.fileName, row && sizeText(row.bytes, i18n.language)].filter(Boolean).join(' · ')}{' '}
          <RelativeTime at={row?.startedAt ?? recording.at} />
        </span>
      </div>
      {recording.dropped && <p className="text-13 text-ink-muted">{t('recovery.droppedText')}</p>}
      {audio.length > 0 && (
        <PlayerProvider>
          <Player recordings={audio} />
        </PlayerProvider>
      )}
      <RecoveredActions recording={recording} size="normal" />
      {meeting && (
        <LinkButton className="self-start" size="small" href={paths.meeting(meeting.id)}>
          {t('recovery.toMeeting')}
        </LinkButton>
      )}
    </section>
  );
}

export const ErrorBoundary = MeetingScreenError;
