/** Watches the lock of this device. The cover loads only if there is a lock, or one is required. */
import { observe } from '~/replica/client';

let isWatching = false;

/** To be called before a workspace opens: a locked one must show nothing. */
export function watchLock(): void {
  if (isWatching) return;
  isWatching = true;
  let cover: Promise<typeof import('./cover')> | null = null;
  observe({ kind: 'lock' }, (lock) => {
    if (lock.state !== 'none') cover ??= import('./cover');
    void cover?.then(({ follow }) => follow(lock));
  });
}
