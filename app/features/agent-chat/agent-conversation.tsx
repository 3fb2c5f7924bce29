/** A chat with an agent, on its screen, beside a document, and beside an agent that its creator tries. */
import { lazy, Suspense } from 'react';
import { loadNamespaces } from '~/i18n/client';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { AgentConversationProps } from './conversation-props';

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
