import type { QueuedDecision } from '../../../sync/engine/host/api';
import type { AgentProposal } from '../../../sync/model/kinds/agent-works';
import type { Turn } from '../../../sync/model/kinds/turns';

export interface ProposalCardProps {
  turn: Turn;
  proposal: AgentProposal;
  /** unsent and refused decisions on the proposal */
  queued: readonly QueuedDecision[];
  /** the decision made on this device; null if there is none, or the server's state has arrived */
  isConfirmed: boolean | null;
  /** null: the decision was taken back */
  onDecided: (isConfirmed: boolean | null) => void;
  /** false for other readers of the chat */
  canDecide: boolean;
  /** false if the agent that would continue the work cannot be used */
  canConfirm: boolean;
}
