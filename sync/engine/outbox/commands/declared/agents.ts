/** Agents. */
import type { AgentAudience } from '../../../../model/agents';
import type { AgentDefinition } from '../../../../model/kinds/agents';
import type { ChatCommands } from './chats';

export interface AgentCommands {
  /**
   * Creates an agent as a draft, or changes the draft of an own agent; the published version stays. Throws
   * AGENT_NAME_REQUIRED, AGENT_NAME_EXISTED, AGENT_NOT_FOUND
   */
  'agent.save': { input: { id?: string } & AgentDefinition; output: { id: string } };
  'agent.delete': { input: { id: string }; output: null };
  /** creates a draft with the same definition and a numbered name */
  'agent.duplicate': { input: { id: string }; output: { id: string } };
  /** copies a version to the draft. Throws NO_DATA if the version is no longer stored */
  'agent.restoreVersion': { input: { id: string; no: number }; output: null };
  /** queued as a call, replacing a waiting one: publishes the draft, or withdraws the published version */
  'agent.publish': {
    input: { id: string; published: boolean; audience: AgentAudience; departmentIds: string[] };
    output: null;
  };
  /** as `chat.ask`, in a chat with an agent; `isTest`: its creator tests the draft */
  'agent.ask': {
    input: Omit<ChatCommands['chat.ask']['input'], 'kind' | 'projectId'> & { agentId: string; isTest?: boolean };
    output: { threadId: string; turnId: string };
  };
  /**
   * queued as a call, replacing a waiting one for the same proposal. `projectId`: for a note; `noteId`: for a
   * checklist. Throws CHAT_NOT_FOUND, AGENT_PROPOSAL_CLOSED
   */
  'agent.decide': {
    input: { turnId: string; proposalId: string; isConfirmed: boolean; projectId?: string; noteId?: string };
    output: null;
  };
  /** queued as a call: undoes a confirmed change */
  'agent.undo': { input: { turnId: string; proposalId: string }; output: null };
}
