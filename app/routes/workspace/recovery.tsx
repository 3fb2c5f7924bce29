import { ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Player, PlayerProvider } from '~/features/meeting/player';
import { MeetingScreenError } from '~/features/meeting/screen-states';
import type { MeetingAudio } from '~/features/meeting/recordings-of';
import { clockText } from '~/features/recorder/format';
import { isEmptyOrphan, OrphanActions } from '~/features/recorder/orphan-banner';
import { sizeText } from '~/i18n/size-text';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { LinkButton } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { PageBody, PageHeader } from '~/ui/page-header';
import { RelativeTime } from '~/ui/relative-time';
import { SkeletonRows } from '~/ui/skeleton';
import type { LocalRecording } from '../../../sync/engine/device/database';

/** Recordings whose browser ended while they ran: listen, keep, discard. */
export default function Recovery() {
  const { t } = useTranslation('recorder');
  const orphans = useQuery({ kind: 'orphans' });
  return (
    <>
      <PageHeader title={t('recovery.heading')} />
      <PageBody>
        {!orphans ? <SkeletonRows rows={3} />
          : orphans.length === 0 ? (
            <EmptyState icon={<ShieldCheck size={20} />} title={t('recovery.none')} text={t('recovery.noneText')} action={<LinkButton href={paths.meetings()}>{t('recovery.toMeetings')}</LinkButton>} />
          ) : (
            <>
              <p className="mb-4 leading-relaxed text-ink-muted">{t('recovery.text')}</p>
              <ul className="flex flex-col gap-4">{orphans.map((orphan) => <li key={orphan.id}><Orphan orphan={orphan} /></li>)}</ul>
            </>
          )}
      </PageBody>
    </>
  );
}

function Orphan({ orphan }: { orphan: LocalRecording }) {
  const { t, i18n } = useTranslation('recorder');
  const meeting = useQuery({ kind: 'one', collection: 'meetings', id: orphan.meetingId });
  const audio = useMemo<MeetingAudio[]>(
    () => [{
      id: orphan.id, fileName: orphan.fileName, mimeType: orphan.mimeType, size: orphan.bytes, durationMs: orphan.capturedMs, gaps: orphan.gaps,
      onDevice: true, onServer: false, at: orphan.startedAt, row: null,
    }],
    [orphan],
  );
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4" data-orphan={orphan.id}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-16">{isEmptyOrphan(orphan) ? t('recovery.empty') : t('recovery.title', { time: clockText(orphan.capturedMs) })}</h2>
        <span className="tabular text-12 text-ink-muted">{meeting?.title ?? orphan.fileName} · {sizeText(orphan.bytes, i18n.language)} · <RelativeTime at={orphan.startedAt} /></span>
      </div>
      {orphan.bytes > 0 && <PlayerProvider><Player recordings={audio} /></PlayerProvider>}
      <OrphanActions orphan={orphan} size="normal" />
    </section>
  );
}

export const ErrorBoundary = MeetingScreenError;
