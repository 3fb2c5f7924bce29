/** Changes the stage of a research, and the status of its thread, which lists show. */
import type { Research, ResearchStage } from '../../../sync/model/kinds/researches';
import type { RunState } from '../../../sync/model/runs';
import type { StoredDoc, SyncTransaction } from '../../sync/store';

const STATUS: Record<ResearchStage, RunState | ''> = {
  DRAFT: '',
  CLARIFYING: 'EXECUTING',
  // the research waits for the person, not for the server
  WAITING_FOR_USER: '',
  PLANNING: 'EXECUTING',
  PLAN_REVIEW: '',
  RESEARCHING: 'EXECUTING',
  WRITING: 'EXECUTING',
  VERIFYING: 'EXECUTING',
  DONE: 'SUCCEEDED',
  PARTIAL: 'SUCCEEDED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELED',
};

/** Stages of the run in work-run.ts. */
export const WORKING: readonly ResearchStage[] = ['RESEARCHING', 'WRITING', 'VERIFYING'];
/** Stages after the sources were read, in which the report is written. */
export const REPORTING: readonly ResearchStage[] = ['WRITING', 'VERIFYING'];
/** Stages in which a model asks questions or makes the plan. */
export const REFINING: readonly ResearchStage[] = ['CLARIFYING', 'PLANNING'];

type Changes = Partial<Omit<Research, 'id' | 'rev' | 'updatedAt' | 'recency' | 'abilities' | 'stage'>>;

export async function setStage(
  tx: SyncTransaction,
  id: string,
  stage: ResearchStage,
  changes: Changes = {},
): Promise<StoredDoc<'researches'>> {
  const thread = await tx.get('threads', id);
  if (thread && thread.status !== STATUS[stage]) await tx.put('threads', id, { status: STATUS[stage] });
  return tx.put('researches', id, { ...changes, stage });
}

/** Ends a restored research whose run was cancelled when it was deleted; a retry continues it with its finished steps. */
export async function endInterrupted(tx: SyncTransaction, id: string): Promise<void> {
  const research = await tx.get('researches', id);
  if (research && [...WORKING, ...REFINING].includes(research.stage))
    await setStage(tx, id, 'CANCELLED', { endedAt: tx.now() });
}
