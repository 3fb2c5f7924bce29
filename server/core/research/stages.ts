/** Changes of a research's stage, with the state of its thread, which lists show. */
import type { Research, ResearchStage } from '../../../sync/model/kinds/researches';
import type { RunState } from '../../../sync/model/runs';
import type { StoredDoc, SyncTransaction } from '../../sync/store';

const STATUS: Record<ResearchStage, RunState | ''> = {
  DRAFT: '',
  CLARIFYING: 'EXECUTING',
  // it waits for its person, not for the server
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

/** Stages in which sources are searched, and the report is written and verified. */
export const WORKING: readonly ResearchStage[] = ['RESEARCHING', 'WRITING', 'VERIFYING'];
/** Stages in which the report is written from what was found. */
export const REPORTING: readonly ResearchStage[] = ['WRITING', 'VERIFYING'];
/** Stages in which a model refines the question, or makes the plan. */
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
