/** Whether another window of this browser records. Locks tell it without a message, also after that window was killed. */
import type { RECORDER_LOCK as LockName } from '../../../sync/engine/recordings/encoder-api';

const LOCK: typeof LockName = 'satchel-recorder';
/** milliseconds between looks while this window is seen */
const LOOK_MS = 3000;

/** Calls back with each change until the returned function is called. `mine`: this window itself records. */
export function watchElsewhere(mine: () => boolean, onChange: (elsewhere: boolean) => void): () => void {
  if (!navigator.locks) return () => undefined;
  let known = false;
  let over = false;
  const look = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    const { held = [] } = await navigator.locks.query();
    const now = !mine() && held.some((lock) => lock.name === LOCK);
    if (over || now === known) return;
    known = now;
    onChange(now);
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  const seen = (): void => void look();
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('focus', seen);
  void look();
  return () => {
    over = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('focus', seen);
  };
}
