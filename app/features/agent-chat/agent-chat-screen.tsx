import { Navigate, useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AgentAvatar } from '~/features/agents/agent-avatar';
import { ChatDocuments } from '~/features/canvas/chat-documents';
import { ThreadHeader } from '~/features/chat/thread-header';
import { MissingDocument } from '~/features/missing-document/missing-document';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { LinkButton } from '~/ui/controls/button';
import { Badge } from '~/ui/data/badge';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody } from '~/ui/layout/page-header';
import { AgentConversation } from './agent-conversation';
import { nameOfAgent } from './name-of-agent';
import { useChatAgent } from './use-chat-agent';

/** The screen of a chat with an agent. */
export function AgentChatScreen({ id }: { id: string }) {
  const { t } = useTranslation(['agent-chat', 'chat']);
  const navigate = useNavigate();
  const thread = useQuery({ kind: 'one', collection: 'threads', id });
  const { agentId = '', isAgentTest = false } = thread ?? {};
  const chatAgent = useChatAgent(agentId, isAgentTest);
  if (thread === undefined)
    return (
      <PageBody>
        <SkeletonRows rows={6} />
      </PageBody>
    );
  if (thread === null)
    return (
      <MissingDocument
        place={t('agent-chat:title')}
        title={t('agent-chat:missing.title')}
        text={t('agent-chat:missing.text')}
        action={
          <LinkButton variant="primary" href={paths.agentChats()}>
            {t('agent-chat:missing.all')}
          </LinkButton>
        }
      />
    );
  if (thread.kind !== 'task') return <Navigate replace to={paths.thread(thread)} />;
  const agent = chatAgent?.agent ?? null;
  return (
    <>
      <ThreadHeader
        thread={thread}
        windowTitle={t('agent-chat:windowTitle')}
        list={{ label: t('agent-chat:title'), href: paths.agentChats() }}
        state={
          <>
            {chatAgent && (
              <span className="flex max-w-48 min-w-0 items-center gap-1.5 text-13 text-ink-muted" data-chat-agent>
                {agent && <AgentAvatar agent={agent} size={20} />}
                <span className="truncate max-sm:sr-only">
                  <Written text={nameOfAgent(t, agent)} />
                </span>
              </span>
            )}
            {isAgentTest && <Badge>{t('agent-chat:test')}</Badge>}
          </>
        }
        more={<ChatDocuments thread={thread} />}
      />
      <AgentConversation
        key={id}
        agentId={agentId}
        threadId={id}
        isTest={false}
        onStarted={(threadId) => navigate(paths.agentChat(threadId), { replace: true })}
      />
    </>
  );
}
