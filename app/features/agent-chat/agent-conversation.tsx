export interface AgentConversationProps {
  agentId: string;
  /** null: the first question begins the chat */
  threadId: string | null;
  /** its creator tries the draft */
  isTest: boolean;
  onStarted: (threadId: string) => void;
}

/** A chat with an agent: its questions, what the agent does for them, and the answers. */
export function AgentConversation({ agentId, threadId }: AgentConversationProps) {
  return <div data-agent={agentId} data-thread={threadId ?? ''} />;
}
