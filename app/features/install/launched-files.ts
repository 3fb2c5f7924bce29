/**
 * Files that the system opens with the installed app, or that another app shares: queued until the screen that takes
 * them asks, one at a time.
 */
interface LaunchQueue {
  setConsumer(
    consumer: (launch: { files?: readonly { getFile(): Promise<File> }[]; targetURL?: string }) => void,
  ): void;
}

let waiting: readonly File[] = [];
const listeners = new Set<() => void>();

/** A file is taken before listeners are notified of the shorter queue. */
function keep(files: readonly File[]): void {
  waiting = files;
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}

/**
 * Listens for launches. Registered once per page, early; does nothing without a launch queue. `go` navigates to the
 * address of a launch.
 */
export function watchLaunches(go: (url: string) => void): void {
  const queue = (window as { launchQueue?: LaunchQueue }).launchQueue;
  queue?.setConsumer((launch) => {
    void (async () => {
      // a file that was deleted since is skipped
      const read = await Promise.allSettled((launch.files ?? []).map((handle) => handle.getFile()));
      const files = read.flatMap((r) => (r.status === 'fulfilled' ? [r.value] : []));
      // With `focus-existing` the running app receives the launch and navigates itself.
      if (launch.targetURL && (files.length > 0 || new URL(launch.targetURL).pathname !== location.pathname))
        go(launch.targetURL);
      if (files.length > 0) keep([...waiting, ...files]);
    })();
  });
}

/** Appends files that arrive another way. */
export const queueFiles = (files: readonly File[]): void => keep([...waiting, ...files]);

/** Takes the oldest file; each is returned once. */
export function takeLaunchedFile(): File | null {
  const [next = null, ...others] = waiting;
  if (next) keep(others);
  return next;
}

/** For useSyncExternalStore: length of the queue. */
export const launchedFiles = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  count: (): number => waiting.length,
};
