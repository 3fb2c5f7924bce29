/**
 * Changes the document of an agent's work (`agentWorks`) during a run. Each change starts from the stored document, as
 * the person may decide on proposals at the same time.
 */
import type { AgentProposal, AgentStage, AgentStep, AgentWork } from '../../../sync/model/kinds/agent-works';
import { isOutsideTool } from '../../../sync/model/agents';
import { agentWorkId } from '../../../sync/model/ids';
import type { StoredDoc, SyncStore, SyncTransaction } from '../../sync/store';
import type { Worker } from './worker';

export type StoredWork = StoredDoc<'agentWorks'>;
type Changes = Partial<Pick<AgentWork, 'stage' | 'steps' | 'proposals' | 'tokens' | 'limit'>>;

export const proposalOf = ({ id, kind, text }: AgentStep, items: readonly string[] = []): AgentProposal => ({
  id,
  kind: kind as AgentProposal['kind'],
  text,
  items: [...items],
  state: 'open',
  subjectId: '',
  error: '',
  decidedAt: 0,
});

export const isOpen = ({ state }: Pick<AgentProposal, 'state'>): boolean => state === 'open';

/** Whether the work waits for a decision on this proposal: an open proposal of a web search or page. */
export const holdsUp = (proposal: Pick<AgentProposal, 'state' | 'kind'>): boolean =>
  isOpen(proposal) && isOutsideTool(proposal.kind);

/** The stage of a work after its answer was written. */
export const stageOfProposals = (proposals: readonly Pick<AgentProposal, 'state'>[]): AgentStage =>
  proposals.some(isOpen) ? 'waiting' : 'done';

export const withStep = (
  steps: readonly AgentStep[],
  id: string,
  changes: Partial<Pick<AgentStep, 'state' | 'found' | 'error'>>,
): AgentStep[] => steps.map((step) => (step.id === id ? { ...step, ...changes } : step));

export const withProposal = (
  proposals: readonly AgentProposal[],
  id: string,
  changes: Partial<Omit<AgentProposal, 'id' | 'kind'>>,
): AgentProposal[] => proposals.map((proposal) => (proposal.id === id ? { ...proposal, ...changes } : proposal));

/** Whether a step failed only because its run ended, without an error of its own. */
const wasInterrupted = ({ stage }: Pick<AgentWork, 'stage'>, { state, error }: AgentStep): boolean =>
  stage === 'stopped' && state === 'failed' && error === '';

export class WorkBook {
  constructor(
    private readonly sync: Pick<SyncStore, 'write'>,
    private readonly companyId: string,
    private readonly turnId: string,
  ) {}

  /** Creates the document; if it exists, sets it to `working` and restarts interrupted steps. */
  begin(
    worker: Worker,
    turn: Pick<StoredDoc<'turns'>, 'space' | 'parentId' | 'creatorId'>,
    missing: Pick<AgentWork, 'missingModel' | 'unable'>,
  ): Promise<StoredWork> {
    const id = agentWorkId(this.turnId);
    return this.sync.write(this.companyId, async (tx) => {
      const before = await tx.get('agentWorks', id);
      if (before)
        return tx.put('agentWorks', id, {
          ...{ stage: 'working' as const, agentId: worker.id, version: worker.version, ...missing },
          steps: before.steps.map((step) => (wasInterrupted(before, step) ? { ...step, state: 'running' } : step)),
        });
      return tx.put('agentWorks', id, {
        space: turn.space,
        threadId: turn.parentId,
        agentId: worker.id,
        version: worker.version,
        ...missing,
        creatorId: turn.creatorId,
        stage: 'working',
        ...{ steps: [], proposals: [], tokens: 0, limit: '' as const },
      });
    });
  }

  /** Changes the stored document. Returns null if the question has been deleted. */
  change(changes: (work: StoredWork) => Changes): Promise<StoredWork | null> {
    return this.sync.write(this.companyId, (tx) => changeWork(tx, this.turnId, changes));
  }
}

export async function changeWork(
  tx: SyncTransaction,
  turnId: string,
  changes: (work: StoredWork) => Changes,
): Promise<StoredWork | null> {
  const work = await tx.get('agentWorks', agentWorkId(turnId));
  return work && tx.put('agentWorks', work.id, changes(work));
}
