import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../sync/model/kinds/projects';
import { errorText } from '~/features/shell/error-text';
import { run } from '~/replica/client';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import { Dialog } from '~/ui/overlays/dialog';
import { toast } from '~/ui/feedback/toast';
import { PeoplePicker, type Chosen } from './people-picker';
import { usePeople } from './use-people';

/** Chooses the contributors of a project. The owner cannot be one. */
export function ContributorsDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTranslation(['project', 'errors']);
  const people = usePeople();
  const [chosen, setChosen] = useState<Chosen>({
    userIds: project.contributorUserIds,
    departmentIds: project.contributorDepartmentIds,
  });
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await run('project.contributors', { id: project.id, ...chosen });
      toast.success(t('project:contributors.done'));
      onClose();
    } catch (error) {
      setProblem(errorText(t, error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      isDismissable={!busy}
      title={t('project:contributors.title')}
      description={t('project:contributors.text')}
      footer={(close) => (
        <>
          <Button onPress={close} isDisabled={busy}>
            {t('project:actions.cancel')}
          </Button>
          <Button variant="primary" isLoading={busy} onPress={() => void save()}>
            {t('project:actions.save')}
          </Button>
        </>
      )}
    >
      <PeoplePicker people={people} value={chosen} onChange={setChosen} withMembers exclude={[project.ownerId]} />
      {problem && (
        <Banner kind="danger" live="alert" className="mt-3">
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}
