import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../sync/model/kinds/projects';
import { useSubmission } from '~/features/shell/use-submission';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';
import { toast } from '~/ui/feedback/toast';
import { SubmitDialog } from '~/ui/overlays/submit-dialog';
import { PeoplePicker, type Chosen } from '~/features/people/people-picker';
import { usePeople } from '~/features/people/use-people';

const NOBODY: Chosen = { userIds: [], departmentIds: [] };

/** Gives a project to another member. The server does it; offline that waits in the outbox. */
export function TransferDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTranslation('project');
  const people = usePeople();
  const isOffline = useStatus().connection.state !== 'online';
  const [chosen, setChosen] = useState(NOBODY);
  const { isInProgress, problem, submit } = useSubmission();
  const [userId] = chosen.userIds;
  const name = (userId && people.byId.get(userId)?.name) ?? '';
  const transfer = () => {
    if (!userId) return;
    void submit(async () => {
      await run('project.transfer', { id: project.id, userId });
      toast.message(t(isOffline ? 'transfer.queued' : 'transfer.done', { title: project.title, name }));
      onClose();
    });
  };
  return (
    <SubmitDialog
      size="small"
      title={t('transfer.title', { title: project.title })}
      description={t('transfer.text')}
      submitLabel={t('transfer.confirm')}
      isDisabled={!userId}
      isBusy={isInProgress}
      submit={transfer}
      onClose={onClose}
    >
      <PeoplePicker
        people={people}
        value={chosen}
        // the person chosen last is the one
        onChange={({ userIds }) => setChosen({ userIds: userIds.slice(-1), departmentIds: [] })}
        withMembers
        withDepartments={false}
        exclude={[project.ownerId]}
      />
      {isOffline && (
        <Banner kind="info" className="mt-3">
          {t('transfer.offline')}
        </Banner>
      )}
      {problem && (
        <Banner kind="danger" live="alert" className="mt-3">
          {problem}
        </Banner>
      )}
    </SubmitDialog>
  );
}
