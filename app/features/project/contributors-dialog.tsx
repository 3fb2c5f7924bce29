import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../sync/model/kinds/projects';
import { useSubmission } from '~/features/shell/use-submission';
import { run } from '~/replica/client';
import { Banner } from '~/ui/feedback/banner';
import { SubmitDialog } from '~/ui/overlays/submit-dialog';
import { toast } from '~/ui/feedback/toast';
import { PeoplePicker, type Chosen } from '~/features/people/people-picker';
import { usePeople } from '~/features/people/use-people';

/** Chooses the contributors of a project. The owner cannot be one. */
export function ContributorsDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTranslation('project');
  const people = usePeople();
  const [chosen, setChosen] = useState<Chosen>({
    userIds: project.contributorUserIds,
    departmentIds: project.contributorDepartmentIds,
  });
  const { isInProgress, problem, submit } = useSubmission();
  const save = () =>
    submit(async () => {
      await run('project.contributors', { id: project.id, ...chosen });
      toast.success(t('contributors.done'));
      onClose();
    });
  return (
    <SubmitDialog
      title={t('contributors.title')}
      description={t('contributors.text')}
      submitLabel={t('actions.save')}
      isBusy={isInProgress}
      submit={() => void save()}
      onClose={onClose}
    >
      <PeoplePicker people={people} value={chosen} onChange={setChosen} withMembers exclude={[project.ownerId]} />
      {problem && (
        <Banner kind="danger" live="alert" className="mt-3">
          {problem}
        </Banner>
      )}
    </SubmitDialog>
  );
}
