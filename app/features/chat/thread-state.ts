import type { Thread } from '../../../sync/model/kinds/threads';

export type ThreadState =
  | 'answered'
  | 'answering'
  | 'failed'
  | 'nothing'
  | 'researchFailed'
  | 'researching'
  | 'stopped'
  | 'waiting'
  | 'waitsForYou';

/** State of a chat in a list, by its last question or by its research. */
export function threadState(
  { kind, status, body }: Pick<Thread, 'kind' | 'status' | 'body'>,
  isOnServer: boolean,
): ThreadState {
  const isResearch = kind === 'research';
  if (status === 'READY' || status === 'EXECUTING' || status === 'RETRY')
    return isResearch ? 'researching' : 'answering';
  if (status === 'FAILED') return isResearch ? 'researchFailed' : 'failed';
  if (status === 'CANCELED' && (isResearch || body === '')) return 'stopped';
  if (body !== '') return 'answered';
  if (status === 'SUCCEEDED') return 'nothing';
  return isResearch && isOnServer ? 'waitsForYou' : 'waiting';
}
