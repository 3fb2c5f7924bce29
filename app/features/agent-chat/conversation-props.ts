export interface AgentConversationProps {
  agentId: string;
  /** null: the first question starts a chat */
  threadId: string | null;
  /** a test of the draft by its creator, in a chat that lists do not show */
  isTest: boolean;
  onStarted: (threadId: string) => void;
}
