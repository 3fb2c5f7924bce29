import { useNavigate } from '@remix-run/react';
import { FilePlus, FolderPlus, Mic, Plus, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStartRecording } from '~/features/recorder/use-start-recording';
import { paths } from '~/paths';
import { Button } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import { MenuButton } from '~/ui/overlays/menu';
import { useNewNote } from './new-note';

/** 'New Knowledge': what a person can create from any screen. */
export function NewKnowledgeMenu({ collapsed = false, onDone }: { collapsed?: boolean; onDone?: () => void }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const newNote = useNewNote();
  const record = useStartRecording();
  const act = (id: string) => {
    onDone?.();
    if (id === 'note') newNote();
    else if (id === 'project') navigate(`${paths.projects()}?new=1`);
    else if (id === 'record') void record();
    else if (id === 'upload') navigate(`${paths.newMeeting()}?mode=upload`);
  };
  return (
    <MenuButton
      label={t('newKnowledge')}
      placement="bottom start"
      trigger={
        collapsed ? (
          <IconButton
            label={t('newKnowledge')}
            variant="secondary"
            icon={<Plus aria-hidden size={18} className="text-accent-ink" />}
            tooltipPlacement="right"
          />
        ) : (
          <Button icon={<Plus aria-hidden size={16} className="text-accent-ink" />} className="w-full">
            {t('newKnowledge')}
          </Button>
        )
      }
      onAction={act}
      items={[
        { id: 'note', label: t('new.note'), icon: <FilePlus size={16} />, shortcut: 'c' },
        { id: 'record', label: t('new.record'), icon: <Mic size={16} />, shortcut: 'r' },
        { id: 'upload', label: t('new.upload'), icon: <Upload size={16} /> },
        { id: 'project', label: t('new.project'), icon: <FolderPlus size={16} />, shortcut: 'p' },
      ]}
    />
  );
}
