import type { TurnState } from '~/features/chat/turn-state';
import type { AgentWork } from '../../../sync/model/kinds/agent-works';

/**
 * The state of a question to an agent. A decision has the agent go on: its work and its question are separate documents,
 * and the work may be here first.
 */
export const workState = (state: TurnState, work: Pick<AgentWork, 'stage'> | null): TurnState =>
  state === 'answered' && work?.stage === 'working' ? 'waiting' : state;
