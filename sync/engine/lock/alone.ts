/** Whether other workers of the browser have an account's databases open: each that has holds a Web Lock of its own. */
const POLL_MS = 50;

const openLock = (scope: string): string => `satchel-open:${scope}:`;

/** Holds the lock of one worker. @returns what ends it */
export async function holdOpen(locks: LockManager, scope: string): Promise<() => void> {
  let end = (): void => {};
  await new Promise<void>((held, failed) => {
    locks.request(openLock(scope) + crypto.randomUUID(), () => new Promise<void>((done) => { end = done; held(); })).catch(failed);
  });
  return end;
}

/** Whether no worker but this one, which has them open, does. One that begins to open them after this answer finds all that was written before it. */
export async function isAlone(locks: LockManager, scope: string): Promise<boolean> {
  const { held = [] } = await locks.query();
  return held.filter(({ name = '' }) => name.startsWith(openLock(scope))).length === 1;
}

/** Waits until no worker has them open. false: one still has after `ms`. */
export async function untilAlone(locks: LockManager, scope: string, ms: number): Promise<boolean> {
  for (const until = performance.now() + ms; ;) {
    const { held = [] } = await locks.query();
    if (!held.some(({ name = '' }) => name.startsWith(openLock(scope)))) return true;
    if (performance.now() > until) return false;
    await new Promise((resolve) => { setTimeout(resolve, POLL_MS); });
  }
}
