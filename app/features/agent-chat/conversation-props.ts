export interface AgentConversationProps {
  agentId: string;
  /** null: the first question begins the chat */
  threadId: string | null;
  /** its creator tries the draft: a part of a page, in a chat that no list shows */
  isTest: boolean;
  onStarted: (threadId: string) => void;
}
