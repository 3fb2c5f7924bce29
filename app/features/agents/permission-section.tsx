import { Ban, Building, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { PeoplePicker } from '~/features/project/people-picker';
import { usePeople } from '~/features/project/use-people';
import { errorText } from '~/features/shell/error-text';
import { useAccount, useQuery, useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Banner } from '~/ui/feedback/banner';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { agentCalls } from '../../../server/core/agents/contract';
import { AGENT_MODES, FIRST_PERMISSION, type AgentPermission } from '../../../sync/model/agents';
import { RadioCards } from './radio-cards';

const ICONS = { everyone: Building, chosen: UsersRound, off: Ban } as const;

/** Who of the organization may use agents, for its administrators. */
export function PermissionSection() {
  const { t } = useTranslation('agents');
  const account = useAccount();
  const stored = useQuery(account && { kind: 'one', collection: 'agentSettings', id: account.companyId });
  return (
    <section aria-labelledby="agents-permission" className="flex flex-col gap-4">
      <h2 id="agents-permission" className="text-16">
        {t('permission.title')}
      </h2>
      {stored === undefined ? (
        <SkeletonRows rows={3} />
      ) : (
        // another administrator's choice replaces what is shown
        <PermissionForm key={stored?.rev ?? ''} stored={stored ?? FIRST_PERMISSION} />
      )}
    </section>
  );
}

function PermissionForm({ stored }: { stored: AgentPermission }) {
  const { t } = useTranslation(['agents', 'common', 'errors']);
  const people = usePeople();
  const isOffline = useStatus().connection.state !== 'online';
  const [mode, setMode] = useState(stored.mode);
  const [chosen, setChosen] = useState({ userIds: [...stored.userIds], departmentIds: [...stored.departmentIds] });
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (mode === 'chosen' && chosen.userIds.length + chosen.departmentIds.length === 0) {
      setProblem(t('agents:permission.chooseSomeone'));
      return;
    }
    setBusy(true);
    setProblem('');
    try {
      await call(agentCalls.setPermission, { mode, ...chosen });
      toast.success(t('agents:permission.saved'));
    } catch (error) {
      setProblem(errorText(t, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <RadioCards
        label={t('agents:permission.who')}
        value={mode}
        onChange={(value) => {
          setMode(value);
          setProblem('');
        }}
        choices={AGENT_MODES.map((id) => ({
          id,
          icon: ICONS[id],
          name: t(`agents:permission.${id}.name`),
          text: t(`agents:permission.${id}.text`),
        }))}
      />
      {mode === 'chosen' && (
        <PeoplePicker
          people={people}
          value={chosen}
          withMembers
          onChange={(value) => {
            setChosen({ userIds: [...value.userIds], departmentIds: [...value.departmentIds] });
            setProblem('');
          }}
        />
      )}
      {problem && (
        <Banner kind="danger" live="alert">
          {problem}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" isLoading={isBusy} isDisabled={isOffline}>
          {t('common:save')}
        </Button>
        {isOffline && <span className="text-12 text-ink-muted">{t('common:needsConnection')}</span>}
      </div>
    </form>
  );
}
