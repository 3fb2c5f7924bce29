/** What the end of a run leaves of an agent's work. */
import type { AgentStep } from '../../../sync/model/kinds/agent-works';
import { agentWorkId } from '../../../sync/model/ids';
import type { NoticeName } from '../../../sync/model/notices';
import type { Run } from '../../runs/run';
import type { SyncTransaction } from '../../sync/store';
import { holdsUp, type StoredWork } from './work-book';

/** Of a step whose work stops: nobody decides any more about what was proposed. */
function stoppedState({ id, state }: AgentStep, proposals: StoredWork['proposals']): AgentStep['state'] {
  if (state === 'running') return 'failed';
  return proposals.some((proposal) => proposal.id === id && holdsUp(proposal)) ? 'declined' : state;
}

/** A work that did not come to its answer has stopped. Gives what its person is notified of. */
export async function concluded(tx: SyncTransaction, { subject, state }: Run): Promise<NoticeName> {
  const work = await tx.get('agentWorks', agentWorkId(subject.id));
  if (state === 'SUCCEEDED') return work?.stage === 'waiting' ? 'agentAsks' : 'answerReady';
  if (work)
    await tx.put('agentWorks', work.id, {
      stage: 'stopped',
      steps: work.steps.map((step) => ({ ...step, state: stoppedState(step, work.proposals) })),
      proposals: work.proposals.map((proposal) =>
        holdsUp(proposal) ? { ...proposal, state: 'declined' as const, decidedAt: tx.now() } : proposal,
      ),
    });
  return 'answerFailed';
}
