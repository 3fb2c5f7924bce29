import { useNavigate } from '@remix-run/react';
import { MessageSquare, PencilLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePeople } from '~/features/people/use-people';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { LinkButton } from '~/ui/controls/button';
import { Badge } from '~/ui/data/badge';
import { SyncBadge } from '~/ui/data/sync-badge';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { AgentActions } from './agent-actions';
import { AgentAvatar } from './agent-avatar';
import { AgentSection, KnowledgeList, OpeningsList, ToolList } from './agent-parts';
import { MissingAgent } from './missing-agent';
import { NotEnabled } from './not-enabled';
import { PublishingSection } from './publishing-section';
import { UsageSection } from './usage-section';
import { useAgent, useAgentPermission, type UsableAgent } from './use-agents';
import { VersionsSection } from './versions-section';

/** One agent: introduction and tools; for its creator also use and versions. */
export function AgentScreen({ id }: { id: string }) {
  const { t } = useTranslation('agents');
  const permission = useAgentPermission();
  const agent = useAgent(id);
  if (permission === undefined || agent === undefined)
    return (
      <PageBody>
        <SkeletonRows rows={6} />
      </PageBody>
    );
  if (!permission.isAllowed && !agent?.own)
    return (
      <>
        <PageHeader title={t('title')} />
        <PageBody>
          <NotEnabled />
        </PageBody>
      </>
    );
  return agent ? <Shown agent={agent} isAllowed={permission.isAllowed} /> : <MissingAgent />;
}

function Shown({ agent, isAllowed }: { agent: UsableAgent; isAllowed: boolean }) {
  const { t } = useTranslation(['agents', 'common']);
  const navigate = useNavigate();
  const { id, name, own, isBuiltIn } = agent;
  return (
    <>
      <PageHeader
        place={[{ label: t('agents:title'), href: paths.agents() }]}
        title={<Written text={name} />}
        windowTitle={isBuiltIn ? name : t('agents:windowTitle')}
        more={
          own && (
            <>
              {isAllowed && (
                // narrow screens have it only in the menu
                <div className="max-sm:hidden">
                  <LinkButton href={paths.editAgent(id)} icon={<PencilLine aria-hidden size={16} />}>
                    {t('common:edit')}
                  </LinkButton>
                </div>
              )}
              <AgentActions agent={own} isAllowed={isAllowed} onDeleted={() => navigate(paths.agents())} />
            </>
          )
        }
        action={
          isAllowed && (
            <LinkButton variant="primary" href={paths.agentChats(id)} icon={<MessageSquare aria-hidden size={16} />}>
              {t('agents:chat')}
            </LinkButton>
          )
        }
      />
      <PageBody>
        {!isAllowed && <NotEnabled hasOwn />}
        <div className="flex flex-col gap-8">
          <Introduction agent={agent} />
          {own && <PublishingSection agent={own} isAllowed={isAllowed} />}
          <ToolList tools={agent.tools} />
          {own && <KnowledgeList knowledge={own.knowledge} searchesOwn={own.tools.includes('own')} />}
          {own?.model && (
            <AgentSection title={t('agents:form.model')}>
              <p className="break-all text-14 text-ink" translate="no">
                {own.model}
              </p>
            </AgentSection>
          )}
          <OpeningsList openings={agent.openings} />
          {own && <VersionsSection agent={own} isAllowed={isAllowed} />}
          {own && <UsageSection agentId={id} />}
        </div>
      </PageBody>
    </>
  );
}

function Introduction({ agent }: { agent: UsableAgent }) {
  const { t } = useTranslation(['agents', 'common']);
  const people = usePeople();
  const { id, name, introduction, own, isBuiltIn, creatorId } = agent;
  const syncState = useQuery(own && { kind: 'syncState', collection: 'agents', id });
  return (
    <div className="flex items-start gap-4">
      <AgentAvatar agent={agent} size={56} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {/* the title above is shortened on a narrow screen */}
        <p aria-hidden className="break-words text-16 font-semibold text-ink-strong sm:hidden">
          <Written text={name} />
        </p>
        <p className="break-words text-16 leading-relaxed text-ink">
          {introduction ? (
            <Written text={introduction} />
          ) : (
            <span className="text-ink-muted">{t('agents:noIntroduction')}</span>
          )}
        </p>
        <div className="flex flex-wrap items-center gap-3 text-13 text-ink-muted">
          {isBuiltIn ? (
            <Badge>{t('agents:ofSatchel')}</Badge>
          ) : (
            !own && t('agents:by', { name: people.byId.get(creatorId)?.name ?? t('common:unknownPerson') })
          )}
          {(syncState === 'onDevice' || syncState === 'attention') && <SyncBadge state={syncState} />}
        </div>
      </div>
    </div>
  );
}
