import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeople } from '~/features/people/use-people';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Banner } from '~/ui/feedback/banner';
import { toast } from '~/ui/feedback/toast';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { agentVersionsId } from '../../../sync/model/ids';
import type { Agent } from '../../../sync/model/kinds/agents';
import { languageTag } from '../../../sync/model/languages';
import { definitionOf, differing } from './agent-draft';
import { AgentSection } from './agent-parts';
import { refusedVersionOf, useQueuedPublishings, type QueuedPublishing } from './agent-state';
import { AgentStates } from './agent-states';
import { PublishDialog } from './publish-dialog';
import { useSentLater } from './use-sent-later';

/** Publication of an own agent: its audience, versions that wait for approval, and the buttons that change them. */
export function PublishingSection({ agent, isAllowed }: { agent: Agent; isAllowed: boolean }) {
  const { t } = useTranslation(['agents', 'errors']);
  const sentLater = useSentLater();
  const queued = useQueuedPublishings().get(agent.id);
  const stored = useQuery({ kind: 'one', collection: 'agentVersions', id: agentVersionsId(agent.id) });
  const [open, setOpen] = useState<'publish' | 'withdraw' | null>(null);
  const live = stored?.versions.find(({ no }) => no === agent.liveVersion);
  const hasChanges = live !== undefined && Object.keys(differing(definitionOf(agent), definitionOf(live))).length > 0;
  const withdraw = async (): Promise<void> => {
    try {
      await run('agent.publish', { id: agent.id, published: false, audience: 'self', departmentIds: [] });
      toast.success(t('agents:withdraw.done', { name: agent.name }), sentLater);
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const canWithdraw = agent.liveVersion > 0 || agent.waitingVersion > 0;
  return (
    <AgentSection title={t('agents:publishing.title')}>
      <div className="flex flex-wrap gap-1.5">
        <AgentStates agent={agent} queued={queued} />
      </div>
      <Lines agent={agent} hasChanges={hasChanges} queued={queued} />
      {queued?.code && <Failed queued={queued} />}
      <div className="flex flex-wrap gap-2">
        {isAllowed && (
          <Button onPress={() => setOpen('publish')}>
            {t(agent.liveVersion > 0 ? 'agents:publish.again' : 'agents:publish.open')}
          </Button>
        )}
        {canWithdraw && (
          <Button variant="quiet" onPress={() => setOpen('withdraw')}>
            {t('agents:withdraw.open')}
          </Button>
        )}
      </div>
      {open === 'publish' && <PublishDialog agent={agent} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        isOpen={open === 'withdraw'}
        onOpenChange={() => setOpen(null)}
        title={t('agents:withdraw.title', { name: agent.name })}
        description={t('agents:withdraw.text')}
        confirmLabel={t('agents:withdraw.open')}
        onConfirm={withdraw}
      />
    </AgentSection>
  );
}

/** One sentence for the present state and one for each pending change. */
function Lines({
  agent,
  hasChanges,
  queued,
}: {
  agent: Agent;
  hasChanges: boolean;
  queued: QueuedPublishing | undefined;
}) {
  const { t, i18n } = useTranslation(['agents', 'common']);
  const people = usePeople();
  const departments = new Intl.ListFormat(languageTag(i18n.language)).format(
    agent.departmentIds.map((id) => people.byId.get(id)?.name ?? t('agents:publishing.unknownDepartment')),
  );
  const lines = [
    agent.liveVersion === 0
      ? t('agents:publishing.draft')
      : agent.audience === 'departments'
        ? t('agents:publishing.departments', { departments, version: agent.liveVersion })
        : t(`agents:publishing.${agent.audience}`, { version: agent.liveVersion }),
    hasChanges ? t('agents:publishing.changes') : '',
    agent.waitingVersion > 0
      ? t(agent.liveVersion > 0 ? 'agents:publishing.waitingBeside' : 'agents:publishing.waiting', {
          version: agent.waitingVersion,
        })
      : '',
    refusedVersionOf(agent) > 0 ? t('agents:publishing.refused', { version: refusedVersionOf(agent) }) : '',
    queued && !queued.code
      ? t(queued.isPublishing ? 'agents:publishing.queued' : 'agents:publishing.queuedWithdrawal')
      : '',
  ].filter(Boolean);
  return (
    <div role="status">
      <ul className="flex flex-col gap-1 text-14 leading-relaxed text-ink-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function Failed({ queued }: { queued: QueuedPublishing }) {
  const { t } = useTranslation(['agents', 'common', 'errors']);
  const act = (command: 'outbox.retry' | 'outbox.drop') => () =>
    void run(command, { id: queued.id }).catch((error: unknown) => reportFailure(t, error));
  return (
    <Banner
      kind="danger"
      live="alert"
      title={t(queued.isPublishing ? 'agents:publishing.failed' : 'agents:publishing.withdrawalFailed')}
      action={
        <>
          <Button size="small" onPress={act('outbox.retry')}>
            {t('common:retry')}
          </Button>
          <Button size="small" variant="quiet" onPress={act('outbox.drop')}>
            {t('common:discard')}
          </Button>
        </>
      }
    >
      {errorText(t, { code: queued.code })}
    </Banner>
  );
}
