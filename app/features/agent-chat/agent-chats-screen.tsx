import { useNavigate } from '@remix-run/react';
import { Bot, LayoutGrid } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAgentPermission, useAgents } from '~/features/agents/use-agents';
import { ThreadList } from '~/features/chat/thread-list';
import { useThreads } from '~/features/chat/use-threads';
import { paths } from '~/paths';
import { LinkButton } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { AgentConversation } from './agent-conversation';
import { AgentList } from './agent-list';

/** The start of a chat with an agent (a given one, or one of all), and the list of such chats. */
export function AgentChatsScreen({ agentId }: { agentId: string }) {
  const { t } = useTranslation('agent-chat');
  const navigate = useNavigate();
  const permission = useAgentPermission();
  return (
    <>
      <PageHeader
        title={t('title')}
        more={
          agentId !== '' && (
            <LinkButton href={paths.agentChats()} icon={<LayoutGrid aria-hidden size={16} />}>
              {t('choose.other')}
            </LinkButton>
          )
        }
      />
      <PageBody>
        <div className="flex flex-col gap-8">
          {!permission ? (
            <SkeletonRows rows={4} />
          ) : !permission.isAllowed ? (
            <EmptyState icon={<Bot size={22} />} title={t('disabled.title')} text={t('disabled.text')} />
          ) : agentId ? (
            <AgentConversation
              key={agentId}
              agentId={agentId}
              threadId={null}
              isTest={false}
              onStarted={(threadId) => navigate(paths.agentChat(threadId))}
            />
          ) : (
            <ChooseAgent />
          )}
          <RecentAgentChats />
        </div>
      </PageBody>
    </>
  );
}

function ChooseAgent() {
  const { t } = useTranslation('agent-chat');
  const agents = useAgents();
  const asked = useMemo(() => agents?.filter(({ isBuiltIn, isPublished }) => isBuiltIn || isPublished), [agents]);
  return (
    <section aria-labelledby="choose-agent">
      <h2 id="choose-agent" className="px-2 text-14">
        {t('choose.title')}
      </h2>
      <p className="phrases mt-1 mb-2 px-2 text-13 leading-relaxed text-ink-muted">{t('choose.text')}</p>
      {asked ? <AgentList agents={asked} /> : <SkeletonRows rows={3} />}
    </section>
  );
}

/** The recent chats with agents, or an empty state. */
function RecentAgentChats() {
  const { t } = useTranslation('agent-chat');
  const all = useThreads();
  const threads = useMemo(() => all?.filter(({ kind }) => kind === 'task'), [all]);
  if (threads?.length === 0) return null;
  return (
    <section aria-labelledby="agent-chats">
      <h2 id="agent-chats" className="mb-1 px-2 text-14">
        {t('recent.title')}
      </h2>
      <ThreadList threads={threads} empty={{ title: t('recent.title'), text: '' }} />
    </section>
  );
}
