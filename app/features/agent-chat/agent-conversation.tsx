/** A chat with an agent: on its screen, beside a document, and as a test beside the editor of an agent. */
import { lazy, Suspense } from 'react';
import { loadNamespaces } from '~/i18n/client';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { AgentConversationProps } from './conversation-props';

const Body = lazy(async () => {
  const [body] = await Promise.all([import('./conversation-body'), loadNamespaces(['agent-chat', 'agents', 'chat'])]);
  return body;
});

/** Suggested questions for a new chat; afterwards the questions, the agent's steps and the answers. */
export function AgentConversation(props: AgentConversationProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <Body {...props} />
    </Suspense>
  );
}
