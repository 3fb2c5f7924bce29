import { Building, Lock, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PeoplePicker } from '~/features/project/people-picker';
import { usePeople } from '~/features/project/use-people';
import { errorText } from '~/features/shell/error-text';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { RadioCards } from '~/ui/controls/radio-cards';
import { Banner } from '~/ui/feedback/banner';
import { toast } from '~/ui/feedback/toast';
import { Dialog } from '~/ui/overlays/dialog';
import { AGENT_AUDIENCES, type AgentAudience } from '../../../sync/model/agents';
import type { Agent } from '../../../sync/model/kinds/agents';
import { useIsAdministrator } from './use-is-administrator';
import { useSentLater } from './use-sent-later';

const ICONS = { self: Lock, departments: UsersRound, organization: Building } as const;

/** Publishes the draft as a new version: for oneself, for departments, or for the organization. */
export function PublishDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { t } = useTranslation(['agents', 'common', 'errors']);
  const sentLater = useSentLater();
  const people = usePeople();
  const isAdministrator = useIsAdministrator();
  const isOffline = useStatus().connection.state !== 'online';
  const [audience, setAudience] = useState<AgentAudience>(agent.audience);
  const [departmentIds, setDepartmentIds] = useState<string[]>([...agent.departmentIds]);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const needsApproval = audience === 'organization' && !isAdministrator;
  const publish = async (): Promise<void> => {
    if (audience === 'departments' && departmentIds.length === 0) {
      setProblem(t('agents:publish.chooseDepartments'));
      return;
    }
    setBusy(true);
    try {
      await run('agent.publish', { id: agent.id, published: true, audience, departmentIds });
      toast.success(t(needsApproval ? 'agents:publish.asked' : 'agents:publish.done', { name: agent.name }), sentLater);
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
      isDismissable={!isBusy}
      title={t('agents:publish.title', { name: agent.name })}
      description={t('agents:publish.text')}
      footer={(close) => (
        <>
          <Button onPress={close} isDisabled={isBusy}>
            {t('common:cancel')}
          </Button>
          <Button variant="primary" isLoading={isBusy} onPress={() => void publish()}>
            {t(needsApproval ? 'agents:publish.ask' : 'agents:publish.submit')}
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        <RadioCards
          label={t('agents:publish.who')}
          value={audience}
          onChange={(value) => {
            setAudience(value);
            setProblem('');
          }}
          choices={AGENT_AUDIENCES.map((id) => ({
            id,
            icon: ICONS[id],
            name: t(`agents:audience.${id}.name`),
            text: t(`agents:audience.${id}.text`),
          }))}
        />
        {audience === 'departments' && (
          <PeoplePicker
            people={people}
            value={{ userIds: [], departmentIds }}
            withMembers={false}
            onChange={(value) => {
              setDepartmentIds(value.departmentIds);
              setProblem('');
            }}
          />
        )}
        <div aria-live="polite" className="flex flex-col gap-2">
          {needsApproval && <Banner>{t('agents:publish.approval')}</Banner>}
          {audience !== 'self' && <p className="text-13 leading-relaxed text-ink-muted">{t('agents:publish.sees')}</p>}
          {isOffline && <Banner>{t('agents:publish.offline')}</Banner>}
        </div>
        {problem && (
          <Banner kind="danger" live="alert">
            {problem}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
