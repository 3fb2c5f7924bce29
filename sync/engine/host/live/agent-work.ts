/** The work of an agent on a question, with the queued decisions of its person. */
import { combineLatest, map, type Observable } from 'rxjs';
import type { AgentWork } from '../../../model/kinds/agent-works';
import { agentActionOf, type AgentAction } from '../../outbox/commands/agents';
import type { DeviceDatabase } from '../../storage/device-database';
import type { LiveAgentWork, QueuedDecision } from '../live-queries';
import { queuedState, waitingCalls } from './waiting-calls';

interface Input {
  turnId: string;
  proposalId: string;
  isConfirmed?: boolean;
}

const decisions = (device: DeviceDatabase, turnId: string): Observable<QueuedDecision[]> =>
  waitingCalls(device, (call) => agentActionOf(call) !== null).pipe(
    map((calls) =>
      calls
        .filter(({ input }) => (input as Input).turnId === turnId)
        .map((call) => {
          const { proposalId, isConfirmed = false } = call.input as Input;
          return { ...queuedState(call), action: agentActionOf(call) as AgentAction, proposalId, isConfirmed };
        }),
    ),
  );

export const liveAgentWork = (
  turnId: string,
  work$: Observable<AgentWork | null>,
  device: DeviceDatabase,
): Observable<LiveAgentWork> =>
  combineLatest([work$, decisions(device, turnId)]).pipe(map(([work, queued]) => ({ work, queued })));
