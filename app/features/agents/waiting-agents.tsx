import { ClipboardCheck, Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { usePeople } from '~/features/people/use-people';
import { LastKnown } from '~/features/server-list/last-known';
import type { ListSource } from '~/features/server-list/server-list';
import { useServerList } from '~/features/server-list/use-server-list';
import { errorCode } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { useAccount } from '~/replica/hooks';
import { Button, LinkButton } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { agentCalls } from '../../../server/core/agents/contract';
import { useIsAdministrator } from './use-is-administrator';
import { WaitingAgent, type Waiting } from './waiting-agent';

const WAITING: ListSource<Waiting> = {
  name: 'agentsWaiting',
  pageSize: 20,
  page: (asked) => call(agentCalls.waiting, asked),
  // no stored list offline: another administrator may have decided on its agents since
  stored: () => Promise.resolve(null),
};

/** Agents that wait for publication in the organization, for its administrators. */
export function WaitingAgents() {
  const { t } = useTranslation(['agents', 'errors', 'common']);
  const account = useAccount();
  const isAdministrator = useIsAdministrator();
  return (
    <>
      <PageHeader place={[{ label: t('agents:title'), href: paths.agents() }]} title={t('agents:waiting.title')} />
      <PageBody>
        {!account ? (
          <SkeletonRows rows={4} />
        ) : isAdministrator ? (
          <List />
        ) : (
          <EmptyState
            icon={<Lock size={22} />}
            title={t('errors:NO_PERMISSION')}
            text={t('agents:waiting.onlyAdministrators')}
            action={<LinkButton href={paths.agents()}>{t('agents:missing.all')}</LinkButton>}
          />
        )}
      </PageBody>
    </>
  );
}

function List() {
  const { t } = useTranslation(['agents', 'errors', 'common']);
  const people = usePeople();
  const { rows, at, failure, hasMore, more, refresh, change } = useServerList(WAITING);
  const [busy, setBusy] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const decide = async ({ id, version, name }: Waiting, isApproved: boolean): Promise<void> => {
    setBusy(id);
    try {
      await call(agentCalls.approve, { id, version, isApproved });
      change((answer) => ({ list: answer.list.filter((each) => each.id !== id), total: answer.total - 1 }));
      toast.success(t(isApproved ? 'agents:waiting.approved' : 'agents:waiting.refused', { name }));
      place.current?.focus();
    } catch (error) {
      const { code } = errorCode(error);
      // another administrator has decided, or the creator has withdrawn it
      if (code === 'AGENT_PROPOSAL_CLOSED' || code === 'AGENT_NOT_FOUND')
        toast.error(t('agents:waiting.gone', { name }));
      else reportFailure(t, error, { noAnswer: t('common:needsConnection') });
      await refresh();
    } finally {
      setBusy('');
    }
  };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <p className="mb-4 text-14 leading-relaxed text-ink-muted">{t('agents:waiting.text')}</p>
      {failure === 'offline' ? (
        <p role="status" className="text-14 text-ink-muted">
          {t('agents:waiting.offline')}
        </p>
      ) : (
        <LastKnown failure={failure} at={at} onRetry={() => void refresh()} />
      )}
      {!rows ? (
        <SkeletonRows rows={4} />
      ) : rows.length === 0 ? (
        !failure && (
          <EmptyState
            icon={<ClipboardCheck size={22} />}
            title={t('agents:waiting.none')}
            text={t('agents:waiting.noneText')}
          />
        )
      ) : (
        <ul className="flex flex-col gap-4">
          {rows.map((agent) => (
            <li key={agent.id}>
              <WaitingAgent
                agent={agent}
                creator={people.byId.get(agent.creatorId)?.name ?? t('common:unknownPerson')}
                isBusy={busy === agent.id}
                isDisabled={failure === 'offline' || busy !== ''}
                onDecide={(isApproved) => void decide(agent, isApproved)}
              />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <div className="mt-4 flex justify-center">
          <Button onPress={more}>{t('agents:more')}</Button>
        </div>
      )}
    </div>
  );
}
