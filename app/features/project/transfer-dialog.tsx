import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../sync/model/kinds/projects';
import { errorText } from '~/features/shell/error-text';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Banner } from '~/ui/feedback/banner';
import { toast } from '~/ui/feedback/toast';
import { Dialog } from '~/ui/overlays/dialog';
import { PeoplePicker, type Chosen } from './people-picker';
import { usePeople } from './use-people';

const NOBODY: Chosen = { userIds: [], departmentIds: [] };

/** Gives a project to another member. The server does it; offline that waits in the outbox. */
export function TransferDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTranslation(['project', 'common', 'errors']);
  const people = usePeople();
  const isOffline = useStatus().connection.state !== 'online';
  const [chosen, setChosen] = useState(NOBODY);
  const [problem, setProblem] = useState('');
  const [userId] = chosen.userIds;
  const name = (userId && people.byId.get(userId)?.name) ?? '';
  const transfer = async () => {
    if (!userId) return;
    try {
      await run('project.transfer', { id: project.id, userId });
      toast.message(t(isOffline ? 'project:transfer.queued' : 'project:transfer.done', { title: project.title, name }));
      onClose();
    } catch (error) {
      setProblem(errorText(t, error));
    }
  };
  return (
    <Dialog
      isOpen
      size="small"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('project:transfer.title', { title: project.title })}
      description={t('project:transfer.text')}
      footer={(close) => (
        <>
          <Button onPress={close}>{t('common:cancel')}</Button>
          <Button variant="primary" isDisabled={!userId} onPress={() => void transfer()}>
            {t('project:transfer.confirm')}
          </Button>
        </>
      )}
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
          {t('project:transfer.offline')}
        </Banner>
      )}
      {problem && (
        <Banner kind="danger" live="alert" className="mt-3">
          {problem}
        </Banner>
      )}
    </Dialog>
  );
}
