/** The state of a question for its screen, from its run state and sync state. */
import type { Turn } from '../../../sync/model/kinds/turns';
import type { SyncState } from '../../../sync/engine/storage/status';

/**
 *  - `onDevice`          not sent yet
 *  - `refused`           the server refused it
 *  - `waiting`           on the server, its run has not begun
 *  - `working`, `again`  it is being answered, or will be tried again after a failure
 *  - `failed`, `stopped`, `answered`  ended
 */
export type TurnState = 'onDevice' | 'refused' | 'waiting' | 'working' | 'again' | 'failed' | 'stopped' | 'answered';

const ENDED: Partial<Record<Turn['state'], TurnState>> = {
  FAILED: 'failed',
  CANCELED: 'stopped',
  SUCCEEDED: 'answered',
};

export function turnState({ state }: Pick<Turn, 'state'>, syncState: SyncState | undefined): TurnState {
  const ended = ENDED[state];
  if (ended) return ended;
  if (state === 'EXECUTING') return 'working';
  if (state === 'RETRY') return 'again';
  return syncState === 'attention' ? 'refused' : syncState === 'onDevice' ? 'onDevice' : 'waiting';
}

/** Whether the server runs the question or will: it can be stopped. */
export const isUnderWay = (state: TurnState): boolean =>
  state === 'waiting' || state === 'working' || state === 'again';
