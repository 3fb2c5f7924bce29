/** Determines the state of an agent's work after its run ended, or after the person who asked left the organization. */
import type { AgentStage, AgentStep } from '../../../sync/model/kinds/agent-works';
import { agentWorkId } from '../../../sync/model/ids';
import type { NoticeName } from '../../../sync/model/notices';
import type { Run } from '../../runs/run';
import type { SyncTransaction } from '../../sync/store';
import { holdsUp, isOpen, type StoredWork } from './work-book';

type Changes = Pick<StoredWork, 'stage' | 'steps' | 'proposals'>;

/** The state of a step after the work was stopped: running steps fail, steps with an open proposal are declined. */
function stoppedState({ id, state }: AgentStep, proposals: StoredWork['proposals']): AgentStep['state'] {
  if (state === 'running') return 'failed';
  return proposals.some((proposal) => proposal.id === id && holdsUp(proposal)) ? 'declined' : state;
}

const declinedWhere = (
  { proposals }: Pick<StoredWork, 'proposals'>,
  isDeclined: typeof isOpen | typeof holdsUp,
  now: number,
): StoredWork['proposals'] =>
  proposals.map((proposal) =>
    isDeclined(proposal) ? { ...proposal, state: 'declined' as const, decidedAt: now } : proposal,
  );

const stoppedSteps = ({ steps, proposals }: StoredWork): AgentStep[] =>
  steps.map((step) => ({ ...step, state: stoppedState(step, proposals) }));

/** Changes of a work after the person who asked left the organization: declines all open proposals. */
export const abandoned = (work: StoredWork, stage: AgentStage, now: number): Changes => ({
  stage,
  steps: stoppedSteps(work),
  proposals: declinedWhere(work, isOpen, now),
});

/** Marks a work as stopped if its run ended without an answer. Returns the notification for the person who asked. */
export async function concluded(tx: SyncTransaction, { subject, state }: Run): Promise<NoticeName> {
  const work = await tx.get('agentWorks', agentWorkId(subject.id));
  if (state === 'SUCCEEDED') return work?.stage === 'waiting' ? 'agentAsks' : 'answerReady';
  if (work)
    await tx.put('agentWorks', work.id, {
      stage: 'stopped',
      steps: stoppedSteps(work),
      proposals: declinedWhere(work, holdsUp, tx.now()),
    });
  return 'answerFailed';
}
