import { Download, HardDrive } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { openDownload, saveFile } from '~/ui/save-file';
import { clockText } from '~/features/recorder/format';
import { sizeText } from '~/i18n/size-text';
import { LANGUAGE_NAMES } from '../../../sync/model/languages';
import { replica, run } from '~/replica/client';
import { useAccount, useQuery, useStatus } from '~/replica/hooks';
import { Avatar } from '~/ui/data/avatar';
import { Button } from '~/ui/controls/button';
import { SyncBadge } from '~/ui/data/sync-badge';
import { fullTime } from '~/ui/data/relative-time';
import { Sheet } from '~/ui/overlays/sheet';
import { toast } from '~/ui/feedback/toast';
import type { RecordingRow } from '../../../sync/engine/host/api';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import { recordingAudioPath } from '../../../sync/protocol/uploads';
import { recordingsOf, type MeetingAudio } from './recordings-of';

export interface InfoPanelProps {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  meeting: Meeting;
  rows: readonly RecordingRow[];
}

/** Participants, times, and recordings with their gaps. */
export function InfoPanel({ isOpen, onOpenChange, meeting, rows }: InfoPanelProps) {
  const { t, i18n } = useTranslation(['meeting', 'common']);
  const account = useAccount();
  const creator = useQuery({ kind: 'one', collection: 'people', id: meeting.creatorId });
  const recordings = useMemo(() => recordingsOf(meeting, rows), [meeting, rows]);
  const when = (at: number): ReactNode =>
    at ? <time dateTime={new Date(at).toISOString()}>{fullTime(at, i18n.language)}</time> : t('common:none');
  const name = creator?.name ?? (meeting.creatorId === account?.userId ? account.name : t('common:unknownPerson'));
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('meeting:info.title')}>
      <div className="flex flex-col gap-6 px-4 pb-6">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-13">
          <Fact name={t('meeting:info.creator')}>{name}</Fact>
          <Fact name={t('meeting:info.created')}>{when(meeting.createdAt)}</Fact>
          <Fact name={t('meeting:info.started')}>{when(meeting.actualStartAt)}</Fact>
          <Fact name={t('meeting:info.ended')}>{when(meeting.actualEndAt)}</Fact>
          <Fact name={t('meeting:form.language')}>{LANGUAGE_NAMES[meeting.language]}</Fact>
        </dl>
        <section>
          <h3 className="mb-2 text-14">{t('meeting:info.participants')}</h3>
          <ul className="flex flex-col gap-2">
            {meeting.participants.map((p) => (
              <li key={p.id} className="flex items-center gap-2 text-13">
                <Avatar name={p.name} size={24} />
                {p.name}
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className="mb-2 text-14">{t('meeting:info.recordings')}</h3>
          {recordings.length ? (
            <ul className="flex flex-col gap-4">
              {recordings.map((r) => (
                <RecordingItem key={r.id} recording={r} />
              ))}
            </ul>
          ) : (
            <p className="text-13 text-ink-muted">{t('meeting:info.noRecordings')}</p>
          )}
        </section>
      </div>
    </Sheet>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 text-ink-strong">{children}</dd>
    </>
  );
}

function RecordingItem({ recording }: { recording: MeetingAudio }) {
  const { t, i18n } = useTranslation(['meeting', 'recorder', 'common', 'errors']);
  const isOnline = useStatus().connection.state === 'online';
  const { row } = recording;
  const free = async (): Promise<void> => {
    try {
      await run('recording.free', { id: recording.id });
      toast.success(t('meeting:info.freed'));
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const save = async (): Promise<void> => {
    const blob = await replica().recordingBlob(recording.id);
    if (blob) saveFile(recording.fileName, blob);
  };
  return (
    <li className="flex flex-col gap-1.5 text-13">
      <span className="truncate text-ink-strong" title={recording.fileName}>
        {recording.fileName}
      </span>
      <span className="tabular flex flex-wrap gap-x-3 text-12 text-ink-muted">
        {recording.durationMs > 0 && <span>{clockText(recording.durationMs)}</span>}
        <span>{sizeText(recording.size, i18n.language)}</span>
        <SyncBadge state={row?.syncState ?? 'onServer'} />
      </span>
      {recording.gaps.map((gap) => (
        <span key={gap.atMs} className="text-12 text-warning-ink">
          {t('recorder:gap', { at: clockText(gap.atMs), lost: clockText(gap.lostMs) })}
        </span>
      ))}
      {recording.onDevice && (
        <span className="flex flex-wrap gap-2">
          <Button size="small" onPress={() => void save()}>
            {t('common:saveToFile')}
          </Button>
          {recording.onServer && row?.transfer === 'onServer' && (
            <Button size="small" icon={<HardDrive aria-hidden size={14} />} onPress={() => void free()}>
              {t('meeting:info.free')}
            </Button>
          )}
        </span>
      )}
      {!recording.onDevice && recording.onServer && (
        <span className="flex flex-wrap items-center gap-2">
          <Button
            size="small"
            icon={<Download aria-hidden size={14} />}
            isDisabled={!isOnline}
            onPress={() => openDownload(recordingAudioPath(recording.id), recording.fileName)}
          >
            {t('common:download')}
          </Button>
          {!isOnline && <span className="text-12 text-ink-muted">{t('common:needsConnection')}</span>}
        </span>
      )}
    </li>
  );
}
