/** Whether other workers of the browser have an account's databases open, and when one has no more: each that has holds a Web Lock of its own. */
import type { OpenChannel } from './broadcast';

const POLL_MS = 50;

const openLock = (scope: string): string => `satchel-open:${scope}:`;

export interface HeldOpen {
  /** of the lock */
  name: string;
  letGo(): void;
}

/** Holds the lock of one worker. */
export async function holdOpen(locks: LockManager, scope: string): Promise<HeldOpen> {
  const name = openLock(scope) + crypto.randomUUID();
  let letGo = (): void => {};
  await new Promise<void>((held, failed) => {
    locks
      .request(
        name,
        () =>
          new Promise<void>((done) => {
            letGo = done;
            held();
          }),
      )
      .catch(failed);
  });
  return { name, letGo };
}

/**
 * Tells of each other worker that is gone, closed or killed, sooner or later opened than this one.
 * @param own the lock this worker holds
 * @returns what ends the watch
 */
export function watchOthers(
  { locks, openChannel }: { locks: LockManager; openChannel: OpenChannel },
  scope: string,
  own: string,
  gone: () => void,
): () => void {
  const over = new AbortController();
  const known = new Set([own]);
  const watch = (name: string): void => {
    if (known.has(name) || !name.startsWith(openLock(scope))) return;
    known.add(name);
    // granted once nobody holds it any more
    locks
      .request(name, { signal: over.signal }, () => {
        if (!over.signal.aborted) gone();
      })
      .catch(() => undefined);
  };
  const channel = openChannel<string>(`satchel-opened:${scope}`, watch);
  // who comes later says so; who is here already is found
  channel.post(own);
  void locks.query().then(({ held = [] }) => {
    for (const { name = '' } of held) watch(name);
  });
  return () => {
    over.abort();
    channel.close();
  };
}

/** Whether no worker but this one, which has them open, does. One that begins to open them after this answer finds all that was written before it. */
export async function isOnlyTab(locks: LockManager, scope: string): Promise<boolean> {
  const { held = [] } = await locks.query();
  return held.filter(({ name = '' }) => name.startsWith(openLock(scope))).length === 1;
}

/** Waits until no worker has them open. false: one still has after `ms`. */
export async function untilOnlyTab(locks: LockManager, scope: string, ms: number): Promise<boolean> {
  for (const until = performance.now() + ms; ;) {
    const { held = [] } = await locks.query();
    if (!held.some(({ name = '' }) => name.startsWith(openLock(scope)))) return true;
    if (performance.now() > until) return false;
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}
