/** A chat with an agent, on its screen, beside a document, and beside an agent that its creator tries. */
import { lazy, Suspense } from 'react';
import { loadNamespaces } from '~/i18n/client';
import { SkeletonRows } from '~/ui/feedback/skeleton';

export interface AgentConversationProps {
  agentId: string;
  /** null: the first question begins the chat */
  threadId: string | null;
  /** its creator tries the draft: a part of a page, in a chat that no list shows */
  isTest: boolean;
  onStarted: (threadId: string) => void;
}

const Body = lazy(async () => {
  const [body] = await Promise.all([import('./conversation-body'), loadNamespaces(['agent-chat', 'agents', 'chat'])]);
  return body;
});

/** Questions to begin with; or the questions, what the agent does for them, and the answers. */
export function AgentConversation(props: AgentConversationProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <Body {...props} />
    </Suspense>
  );
}
