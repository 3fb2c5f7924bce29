/** What the screen of a research shows, from its stage and what waits to be sent. */
import type { Research } from '../../../sync/model/kinds/researches';
import type { SyncState } from '../../../sync/engine/storage/status';

/**
 *  - `onDevice`   not sent yet
 *  - `refused`    the server did not take it
 *  - `thinking`   its question is read, or its plan made
 *  - `asking`     it waits for answers
 *  - `plan`       its plan waits for its person
 *  - `working`    sources are read, the report is written and verified
 *  - `report`     it has a report, which may be partial
 *  - `stopped`    it has ended without one
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
  // the server has it, and its first stage has not arrived yet
  return syncState === 'attention' ? 'refused' : syncState === 'onServer' ? 'thinking' : 'onDevice';
}

/** Whether the server works on it without its person. */
export const isUnderWay = (state: ResearchState): boolean => state === 'thinking' || state === 'working';
