import { Mic, Trash2, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { BulkBar } from '~/features/bulk/bulk-bar';
import { ListTools } from '~/features/bulk/list-tools';
import { sorted, useSort } from '~/features/bulk/sort';
import { RowStar } from '~/features/favourites/favourite-star';
import { offerUndo } from '~/features/trash/undo';
import { clockText } from '~/features/recorder/format';
import { useRecorderState } from '~/features/recorder/recorder-context';
import { isRecording } from '~/features/recorder/machine';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Badge } from '~/ui/data/badge';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { IconButton } from '~/ui/controls/icon-button';
import { ListRow } from '~/ui/data/list-row';
import { useSelection, type RowSelection } from '~/ui/data/selection';
import { SyncBadge } from '~/ui/data/sync-badge';
import { VirtualList } from '~/ui/data/virtual-list';
import { Written } from '~/i18n/written';
import type { RecordingRow } from '../../../sync/engine/host/api';
import type { SyncState } from '../../../sync/engine/storage/status';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import { dayText, groupByDay, meetingTime } from './group-by-day';
import { languageTag } from '../../../sync/model/languages';

/** Precedence of states: one that needs a person, then unsynced data, then the engine's state of the document. */
export function worstSyncState(document: SyncState, rows: readonly RecordingRow[]): SyncState {
  if (document === 'attention' || rows.some((r) => r.syncState === 'attention')) return 'attention';
  if (
    document === 'onDevice' ||
    rows.some((r) => r.transfer !== 'onServer' && r.state !== 'recording' && r.state !== 'paused')
  )
    return 'onDevice';
  return document;
}

/** The sync badge of a meeting, including its recordings and child documents. */
export function MeetingSyncBadge({ meetingId, compact = false }: { meetingId: string; compact?: boolean }) {
  const syncState = useQuery({ kind: 'syncState', collection: 'meetings', id: meetingId });
  const rows = useQuery({ kind: 'recordings', meetingId });
  return syncState && rows ? <SyncBadge state={worstSyncState(syncState, rows)} compact={compact} /> : null;
}

export interface MeetingListProps {
  meetings: readonly Meeting[];
  /** titles by project id */
  projectTitles: ReadonlyMap<string, string>;
}

type Row = { kind: 'day'; day: number } | { kind: 'meeting'; meeting: Meeting };

/** Meetings grouped by day. */
export function MeetingList({ meetings, projectTitles }: MeetingListProps) {
  const { t, i18n } = useTranslation(['meeting', 'project', 'common', 'errors']);
  const [leaving, setLeaving] = useState<Meeting | null>(null);
  const [now] = useState(() => Date.now());
  const tag = languageTag(i18n.language);
  const sort = useSort('meetings');
  const rows = useMemo<Row[]>(
    () =>
      sort === 'created'
        ? groupByDay(meetings).flatMap(({ day, items }) => [
            { kind: 'day' as const, day },
            ...items.map((meeting) => ({ kind: 'meeting' as const, meeting })),
          ])
        : sorted(meetings, sort, tag).map((meeting) => ({ kind: 'meeting' as const, meeting })),
    [meetings, sort, tag],
  );
  const ids = useMemo(() => rows.flatMap((row) => (row.kind === 'meeting' ? [row.meeting.id] : [])), [rows]);
  const selection = useSelection(ids);
  return (
    <>
      <div className="flex justify-end pt-2">
        <ListTools list="meetings" sort={sort} selection={selection} />
      </div>
      <div role="presentation" onKeyDown={selection.onKeyDown}>
        <VirtualList
          label={t('meeting:list.title')}
          items={rows}
          rowHeight={52}
          keyOf={(row) => (row.kind === 'day' ? `day-${row.day}` : row.meeting.id)}
        >
          {(row) =>
            row.kind === 'day' ? (
              <h2 className="px-2 pb-1 pt-6 text-13 text-ink-muted">{dayText(row.day, now, tag)}</h2>
            ) : (
              <MeetingRow
                meeting={row.meeting}
                project={projectTitles.get(row.meeting.projectId) ?? ''}
                onDelete={() => setLeaving(row.meeting)}
                select={selection.row(row.meeting.id, t('project:list.selectOne', { title: row.meeting.title }))}
              />
            )
          }
        </VirtualList>
      </div>
      <BulkBar list="meetings" items={meetings} selection={selection} />
      <DeleteMeeting meeting={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

interface MeetingRowProps {
  meeting: Meeting;
  project: string;
  onDelete: () => void;
  select: RowSelection;
}

function MeetingRow({ meeting, project, onDelete, select }: MeetingRowProps) {
  const { t, i18n } = useTranslation(['meeting', 'common']);
  const recorder = useRecorderState();
  const live = isRecording(recorder) && recorder.meetingId === meeting.id;
  const at = meetingTime(meeting);
  const time = new Intl.DateTimeFormat(languageTag(i18n.language), { hour: 'numeric', minute: '2-digit' }).format(at);
  const ms = meeting.recordings.reduce((sum, r) => sum + r.durationMs, 0);
  const detail = [time, ms ? clockText(ms) : '', project].filter(Boolean).join(' · ');
  const Icon = meeting.type === 'upload' ? Upload : Mic;
  return (
    <ListRow
      select={select}
      title={<Written text={meeting.title} />}
      detail={<span className="tabular">{detail}</span>}
      icon={<Icon size={16} />}
      href={paths.meeting(meeting.id)}
      meta={live ? <Badge tone="recording">{t('meeting:live')}</Badge> : <MeetingSyncBadge meetingId={meeting.id} />}
      actions={
        <>
          <RowStar kind="meetings" id={meeting.id} />
          {meeting.abilities.includes('delete') && !live && (
            <IconButton
              label={t('meeting:delete.action', { title: meeting.title })}
              size="small"
              icon={<Trash2 aria-hidden size={16} />}
              onPress={onDelete}
            />
          )}
        </>
      }
    />
  );
}

/** Asks for confirmation, deletes, and offers undo. */
export function DeleteMeeting({
  meeting,
  onClose,
  onDeleted,
}: {
  meeting: Meeting | null;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const { t } = useTranslation(['meeting', 'common', 'errors']);
  const remove = async (): Promise<void> => {
    if (!meeting) return;
    const { id, title } = meeting;
    try {
      await run('meeting.delete', { id });
      offerUndo(t, t('meeting:delete.done', { title }), [{ collection: 'meetings', id, title }]);
      onDeleted?.();
    } catch (error) {
      reportFailure(t, error);
    }
  };
  return (
    <ConfirmDialog
      isOpen={Boolean(meeting)}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('meeting:delete.title', { title: meeting?.title ?? '' })}
      description={t('meeting:delete.text')}
      confirmLabel={t('common:delete')}
      onConfirm={remove}
    />
  );
}
