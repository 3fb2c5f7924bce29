import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProjectPicker } from '~/features/project-picker/project-picker';
import { SubmitDialog } from '~/ui/overlays/submit-dialog';
import { useInProgress } from '~/ui/use-in-progress';

/** Asks for the project of a note whose own project is gone. */
export function ChooseProject({
  title,
  onClose,
  onChosen,
}: {
  title: string;
  onClose: () => void;
  onChosen: (projectId: string) => Promise<void>;
}) {
  const { t } = useTranslation('trash');
  const [projectId, setProjectId] = useState('');
  const { isInProgress, track } = useInProgress();
  return (
    <SubmitDialog
      size="small"
      title={t('choose.title', { title })}
      description={t('choose.text')}
      submitLabel={t('restore')}
      isDisabled={!projectId}
      isBusy={isInProgress}
      submit={() => void track(() => onChosen(projectId))}
      onClose={onClose}
    >
      <ProjectPicker of="notes" value={projectId} onChange={setProjectId} />
    </SubmitDialog>
  );
}
