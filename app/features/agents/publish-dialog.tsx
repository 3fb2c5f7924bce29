import { Building, Lock, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PeoplePicker } from '~/features/people/people-picker';
import { usePeople } from '~/features/people/use-people';
import { useSubmission } from '~/features/shell/use-submission';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { RadioCards } from '~/ui/controls/radio-cards';
import { Banner } from '~/ui/feedback/banner';
import { toast } from '~/ui/feedback/toast';
import { SubmitDialog } from '~/ui/overlays/submit-dialog';
import { AGENT_AUDIENCES, type AgentAudience } from '../../../sync/model/agents';
import type { Agent } from '../../../sync/model/kinds/agents';
import { useIsAdministrator } from './use-is-administrator';
import { useSentLater } from './use-sent-later';

const ICONS = { self: Lock, departments: UsersRound, organization: Building } as const;

/** Publishes the draft as a new version: for its creator, for departments, or for the organization. */
export function PublishDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { t } = useTranslation('agents');
  const sentLater = useSentLater();
  const people = usePeople();
  const isAdministrator = useIsAdministrator();
  const isOffline = useStatus().connection.state !== 'online';
  const [audience, setAudience] = useState<AgentAudience>(agent.audience);
  const [departmentIds, setDepartmentIds] = useState<string[]>([...agent.departmentIds]);
  const { isInProgress, problem, setProblem, submit } = useSubmission();
  const needsApproval = audience === 'organization' && !isAdministrator;
  const publish = (): void => {
    if (audience === 'departments' && departmentIds.length === 0) {
      setProblem(t('publish.chooseDepartments'));
      return;
    }
    void submit(async () => {
      await run('agent.publish', { id: agent.id, published: true, audience, departmentIds });
      toast.success(t(needsApproval ? 'publish.asked' : 'publish.done', { name: agent.name }), sentLater);
      onClose();
    });
  };
  return (
    <SubmitDialog
      title={t('publish.title', { name: agent.name })}
      description={t('publish.text')}
      submitLabel={t(needsApproval ? 'publish.ask' : 'publish.submit')}
      isBusy={isInProgress}
      submit={publish}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <RadioCards
          label={t('publish.who')}
          value={audience}
          onChange={(value) => {
            setAudience(value);
            setProblem('');
          }}
          choices={AGENT_AUDIENCES.map((id) => ({
            id,
            icon: ICONS[id],
            name: t(`audience.${id}.name`),
            text: t(`audience.${id}.text`),
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
          {needsApproval && <Banner>{t('publish.approval')}</Banner>}
          {audience !== 'self' && <p className="text-13 leading-relaxed text-ink-muted">{t('publish.sees')}</p>}
          {isOffline && <Banner>{t('publish.offline')}</Banner>}
        </div>
        {problem && (
          <Banner kind="danger" live="alert">
            {problem}
          </Banner>
        )}
      </div>
    </SubmitDialog>
  );
}
