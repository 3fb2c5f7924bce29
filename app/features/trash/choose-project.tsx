import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProjectPicker } from '~/features/meeting/project-picker';
import { Button } from '~/ui/controls/button';
import { Dialog } from '~/ui/overlays/dialog';

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
  const { t } = useTranslation(['trash', 'common']);
  const [projectId, setProjectId] = useState('');
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await onChosen(projectId);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      size="small"
      title={t('trash:choose.title', { title })}
      description={t('trash:choose.text')}
      isDismissable={!busy}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      footer={(close) => (
        <>
          <Button onPress={close} isDisabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button variant="primary" isLoading={busy} isDisabled={!projectId} onPress={() => void restore()}>
            {t('trash:restore')}
          </Button>
        </>
      )}
    >
      <ProjectPicker of="notes" value={projectId} onChange={setProjectId} />
    </Dialog>
  );
}
