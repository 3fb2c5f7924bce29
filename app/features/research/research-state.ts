/** The state of a research for its screen, from its stage and sync state. */
import type { Research } from '../../../sync/model/kinds/researches';
import type { SyncState } from '../../../sync/engine/storage/status';

/**
 *  - `onDevice`   not sent yet
 *  - `refused`    the server refused it
 *  - `thinking`   a model reads the question, or makes the plan
 *  - `asking`     it waits for answers
 *  - `plan`       the plan waits for the person
 *  - `working`    sources are read, the report is written and verified
 *  - `report`     it has a report, which may be partial
 *  - `stopped`    it ended without a report
 */
export type ResearchState = 'onDevice' | 'refused' | 'thinking' | 'asking' | 'plan' | 'working' | 'report' | 'stopped';

const STATES: Record<Research['stage'], ResearchState> = {
  DRAFT: 'onDevice',
  CLARIFYING: 'thinking',
  WAITING_FOR_USER: 'asking',
  PLANNING: 'thinking',
  PLAN_REVIEW: 'plan',
  RESEARCHING: 'working',
  WRITING: 'working',
  VERIFYING: 'working',
  DONE: 'report',
  PARTIAL: 'report',
  FAILED: 'stopped',
  CANCELLED: 'stopped',
};

export function researchState({ stage }: Pick<Research, 'stage'>, syncState: SyncState | undefined): ResearchState {
  const state = STATES[stage];
  if (state !== 'onDevice') return state;
  // on the server, but its first stage has not arrived yet
  return syncState === 'attention' ? 'refused' : syncState === 'onServer' ? 'thinking' : 'onDevice';
}

/** Whether the server is working on the research. */
export const isUnderWay = (state: ResearchState): boolean => state === 'thinking' || state === 'working';
