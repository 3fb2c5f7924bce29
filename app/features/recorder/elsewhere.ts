/**
 * Whether another window of this browser is recording. Web Locks show it without messages, also after that window was
 * killed.
 */
import type { RECORDER_LOCK as LockName } from '../../../sync/engine/recording/encoder-api';

const LOCK: typeof LockName = 'satchel-recorder';
/** milliseconds between checks while this window is visible */
const LOOK_MS = 3000;

/** `mine`: this window is recording. */
export async function recordsElsewhere(mine: () => boolean): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return !mine() && held.some((lock) => lock.name === LOCK);
}

/** Calls back with each check until the returned function is called. */
export function watchElsewhere(mine: () => boolean, onLook: (elsewhere: boolean) => void): () => void {
  if (!navigator.locks) return () => undefined;
  let over = false;
  const check = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    const now = await recordsElsewhere(mine);
    if (!over) onLook(now);
  };
  const timer = setInterval(() => void check(), LOOK_MS);
  const seen = (): void => void check();
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('focus', seen);
  void check();
  return () => {
    over = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('focus', seen);
  };
}
