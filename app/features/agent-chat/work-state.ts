import type { TurnState } from '~/features/chat/turn-state';
import type { AgentWork } from '../../../sync/model/kinds/agent-works';

/**
 * The state of a question to an agent. After a decision the agent continues: its work and the question are separate
 * documents, and the change of the work may arrive first.
 */
export const workState = (state: TurnState, work: Pick<AgentWork, 'stage'> | null): TurnState =>
  state === 'answered' && work?.stage === 'working' ? 'waiting' : state;
