/** A chat with an agent (./agent-conversation). */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskedQuestion } from '~/features/ask/draft';
import { Conversation } from '~/features/chat/conversation';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { Thread } from '../../../sync/model/kinds/threads';
import type { Turn } from '../../../sync/model/kinds/turns';
import { questionLanguage } from '../../../sync/model/text-language';
import type { AgentConversationProps } from './conversation-props';
import { AgentStart } from './agent-start';
import { AgentTurn } from './agent-turn';
import { ClosedNotice } from './closed-notice';
import { nameOfAgent } from './name-of-agent';
import { useChatAgent, type ChatAgent } from './use-chat-agent';

/** Suggested questions for a new chat; afterwards the questions, the agent's steps and the answers. */
export default function ConversationBody({ agentId, threadId, isTest, onStarted }: AgentConversationProps) {
  const thread = useQuery(threadId === null ? null : { kind: 'one', collection: 'threads', id: threadId });
  const turns = useQuery(
    threadId === null ? null : { kind: 'find', collection: 'turns', selector: { parentId: threadId } },
  );
  // a test opened by its address is shown on a screen of its own
  const chatAgent = useChatAgent(agentId, thread?.isAgentTest ?? isTest);
  if (!chatAgent || (threadId !== null && (thread === undefined || turns === undefined)))
    return <SkeletonRows rows={4} />;
  // the only question was taken back before it was sent
  if (!thread)
    return <AgentStart key={agentId} agentId={agentId} chatAgent={chatAgent} isTest={isTest} onStarted={onStarted} />;
  return <Begun key={thread.id} thread={thread} turns={turns ?? []} chatAgent={chatAgent} isEmbedded={isTest} />;
}

function Begun({
  thread,
  turns,
  chatAgent: { agent, unusable },
  isEmbedded,
}: {
  thread: Thread;
  turns: readonly Turn[];
  chatAgent: ChatAgent;
  isEmbedded: boolean;
}) {
  const { t, i18n } = useTranslation(['agent-chat', 'chat']);
  const { id: threadId, agentId = '' } = thread;
  const ask = useCallback(
    async (question: AskedQuestion, followsId: string): Promise<string> => {
      const language = questionLanguage(question.question, i18n.language);
      const { turnId } = await run('agent.ask', { ...question, agentId, threadId, followsId, language });
      return turnId;
    },
    [agentId, threadId, i18n],
  );
  const isOwn = thread.abilities.includes('update');
  return (
    <Conversation
      thread={thread}
      turns={turns}
      Turn={AgentTurn}
      onAsk={ask}
      placeholder={t('chat:composer.placeholder')}
      scope={{
        everything: t('agent-chat:scope', { name: nameOfAgent(t, agent) }),
        hasWeb: agent?.tools.includes('web') ?? false,
      }}
      isEmbedded={isEmbedded}
      {...(!isOwn
        ? { closed: <p className="py-2 text-13 text-ink-muted">{t('chat:composer.reader')}</p> }
        : unusable
          ? { closed: <ClosedNotice reason={unusable} /> }
          : {})}
    />
  );
}
