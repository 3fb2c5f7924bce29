import { useNavigate } from '@remix-run/react';
import { History, Info, MoreHorizontal, Pencil, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VersionHistory } from '~/features/note-versions/version-history';
import { useStoredVersions } from '~/features/note-versions/use-stored-versions';
import { FavouriteStar } from '~/features/favourites/favourite-star';
import { errorText } from '~/features/failures/error-text';
import { usePageCommand } from '~/features/shell/page-commands';
import { useRecorderState } from '~/features/recorder/recorder-context';
import { isRecording } from '~/features/recorder/machine';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Badge } from '~/ui/data/badge';
import { Button } from '~/ui/controls/button';
import { Dialog } from '~/ui/overlays/dialog';
import { TextField } from '~/ui/controls/field';
import { IconButton } from '~/ui/controls/icon-button';
import { MenuButton } from '~/ui/overlays/menu';
import { PageHeader } from '~/ui/layout/page-header';
import { Written } from '~/i18n/written';
import { meetingNoteId } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import { clean, graphemeLength } from '../../../sync/model/text';
import { ShareDialog } from '~/features/sharing/share-dialog';
import { DeleteMeeting, MeetingSyncBadge } from './meeting-list';
import { ProjectPicker } from '~/features/project-picker/project-picker';

export interface MeetingHeaderProps {
  meeting: Meeting;
  onInfo: () => void;
}

/** Title, project, sync state and actions. */
export function MeetingHeader({ meeting, onInfo }: MeetingHeaderProps) {
  const { t } = useTranslation(['meeting', 'common']);
  const navigate = useNavigate();
  const recorder = useRecorderState();
  const live = isRecording(recorder) && recorder.meetingId === meeting.id;
  const project = useQuery({ kind: 'one', collection: 'projects', id: meeting.projectId || 'none' });
  const [dialog, setDialog] = useState<'edit' | 'share' | 'delete' | 'versions' | null>(null);
  const noteId = meetingNoteId(meeting.id);
  const note = useQuery({ kind: 'writable', contentId: noteId });
  useStoredVersions(noteId, typeof note === 'boolean');
  usePageCommand('versions', t('meeting:header.versions'), History, () => setDialog('versions'));
  const may = (ability: string): boolean => meeting.abilities.includes(ability);
  const entries = [
    ...(may('update') ? [{ id: 'edit', label: t('meeting:header.edit'), icon: <Pencil size={16} /> }] : []),
    ...(may('share') ? [{ id: 'share', label: t('common:share'), icon: <Share2 size={16} /> }] : []),
    { id: 'versions', label: t('meeting:header.versions'), icon: <History size={16} /> },
    { id: 'info', label: t('meeting:info.title'), icon: <Info size={16} /> },
    ...(may('delete')
      ? [{ id: 'delete', label: t('common:delete'), icon: <Trash2 size={16} />, isDanger: true, isDisabled: live }]
      : []),
  ];
  const act = (id: string): void => (id === 'info' ? onInfo() : setDialog(id as 'edit' | 'share' | 'delete'));
  return (
    <>
      <PageHeader
        title={
          may('update') ? (
            <button
              type="button"
              title={t('meeting:header.edit')}
              className="focus-ring max-w-full truncate rounded-control text-left hover:underline"
              onClick={() => setDialog('edit')}
            >
              <Written text={meeting.title} />
            </button>
          ) : (
            <Written text={meeting.title} />
          )
        }
        place={
          project
            ? [{ label: project.title, href: paths.project(project.id, 'meetings') }]
            : [{ label: t('meeting:list.title'), href: paths.meetings() }]
        }
        state={live ? <Badge tone="recording">{t('meeting:live')}</Badge> : <MeetingSyncBadge meetingId={meeting.id} />}
        more={
          <>
            <FavouriteStar kind="meetings" id={meeting.id} />
            <MenuButton
              label={t('common:moreActions')}
              trigger={<IconButton label={t('common:moreActions')} icon={<MoreHorizontal aria-hidden size={18} />} />}
              items={entries}
              onAction={act}
            />
          </>
        }
      />
      {dialog === 'edit' && <EditMeeting meeting={meeting} onClose={() => setDialog(null)} />}
      {dialog === 'share' && <ShareDialog meeting={meeting} onClose={() => setDialog(null)} />}
      {dialog === 'versions' && (
        <VersionHistory contentId={noteId} title={meeting.title} onClose={() => setDialog(null)} />
      )}
      <DeleteMeeting
        meeting={dialog === 'delete' ? meeting : null}
        onClose={() => setDialog(null)}
        onDeleted={() => navigate(paths.meetings())}
      />
    </>
  );
}

/** Title and project. */
function EditMeeting({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
  const { t } = useTranslation(['meeting', 'common', 'errors']);
  const [title, setTitle] = useState(meeting.title);
  const [projectId, setProjectId] = useState(meeting.projectId);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const text = clean(title);
    const length = graphemeLength(text);
    if (length < LIMITS.meetingTitle.min) return setError(t('meeting:form.titleRequired'));
    if (length > LIMITS.meetingTitle.max)
      return setError(t('meeting:form.titleTooLong', { max: LIMITS.meetingTitle.max }));
    setBusy(true);
    try {
      const moved = projectId !== meeting.projectId ? { projectId } : {};
      await run('meeting.update', { id: meeting.id, title: text, ...moved });
      onClose();
    } catch (failed) {
      setError(errorText(t, failed));
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      size="small"
      title={t('meeting:header.edit')}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      footer={(close) => (
        <>
          <Button onPress={close}>{t('common:cancel')}</Button>
          <Button variant="primary" isLoading={busy} onPress={() => void save()}>
            {t('common:save')}
          </Button>
        </>
      )}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          autoFocus
          label={t('meeting:form.title')}
          value={title}
          error={error}
          onChange={(value) => {
            setTitle(value);
            setError('');
          }}
        />
        {meeting.abilities.includes('move') && <ProjectPicker value={projectId} onChange={setProjectId} />}
      </form>
    </Dialog>
  );
}
