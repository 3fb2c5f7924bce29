/**
 * Tab presence: each worker that has an account's databases open holds its own Web Lock, so that others know whether it
 * is there and when it ends.
 */
import type { OpenChannel } from './broadcast';

const POLL_MS = 50;

const presenceLockName = (scope: string): string => `satchel-open:${scope}:`;

export interface PresenceLock {
  /** name of the lock */
  name: string;
  release(): void;
}

/** Acquires the lock of this worker. */
export async function acquirePresence(locks: LockManager, scope: string): Promise<PresenceLock> {
  const name = presenceLockName(scope) + crypto.randomUUID();
  let release = (): void => {};
  await new Promise<void>((held, failed) => {
    locks
      .request(
        name,
        () =>
          new Promise<void>((done) => {
            release = done;
            held();
          }),
      )
      .catch(failed);
  });
  return { name, release: release };
}

/**
 * Calls back for each other worker that ends, closed or killed, whether it started before or after this one.
 * @param own the lock of this worker
 * @returns a function that stops watching
 */
export function watchOtherTabs(
  { locks, openChannel }: { locks: LockManager; openChannel: OpenChannel },
  scope: string,
  own: string,
  onEnded: () => void,
): () => void {
  const over = new AbortController();
  const known = new Set([own]);
  const watch = (name: string): void => {
    if (known.has(name) || !name.startsWith(presenceLockName(scope))) return;
    known.add(name);
    // Granted when its holder has ended.
    locks
      .request(name, { signal: over.signal }, () => {
        if (!over.signal.aborted) onEnded();
      })
      .catch(() => undefined);
  };
  const channel = openChannel<string>(`satchel-opened:${scope}`, watch);
  // Later workers announce themselves; existing ones are found by the query.
  channel.post(own);
  void locks.query().then(({ held = [] }) => {
    for (const { name = '' } of held) watch(name);
  });
  return () => {
    over.abort();
    channel.close();
  };
}

/**
 * Whether this worker is the only one that has the databases open. A worker that opens them after this check sees
 * everything written before it.
 */
export async function isOnlyTab(locks: LockManager, scope: string): Promise<boolean> {
  const { held = [] } = await locks.query();
  return held.filter(({ name = '' }) => name.startsWith(presenceLockName(scope))).length === 1;
}

/** Waits until no worker has them open. False: one still has after `ms`. */
export async function untilOnlyTab(locks: LockManager, scope: string, ms: number): Promise<boolean> {
  for (const until = performance.now() + ms; ;) {
    const { held = [] } = await locks.query();
    if (!held.some(({ name = '' }) => name.startsWith(presenceLockName(scope)))) return true;
    if (performance.now() > until) return false;
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}
