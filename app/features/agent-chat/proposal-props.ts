import type { QueuedDecision } from '../../../sync/engine/host/api';
import type { AgentProposal } from '../../../sync/model/kinds/agent-works';
import type { Turn } from '../../../sync/model/kinds/turns';

export interface ProposalCardProps {
  turn: Turn;
  proposal: AgentProposal;
  /** decisions about it that are not sent, or were refused */
  queued: readonly QueuedDecision[];
  /** what was decided on this device; null: nothing, or the server's word about it is here */
  isConfirmed: boolean | null;
  /** null: it was taken back */
  onDecided: (isConfirmed: boolean | null) => void;
  /** false for people who only read the chat */
  canDecide: boolean;
  /** false where the agent that would have to go on is gone */
  canConfirm: boolean;
}
