/** Files that the system opens with the installed app, or that another app shares: kept until the screen that takes them asks, one at a time. */
interface LaunchQueue {
  setConsumer(
    consumer: (launch: { files?: readonly { getFile(): Promise<File> }[]; targetURL?: string }) => void,
  ): void;
}

let waiting: readonly File[] = [];
const listeners = new Set<() => void>();

/** Who takes a file has it before anybody hears that there is one less. */
function keep(files: readonly File[]): void {
  waiting = files;
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}

/** Watches for launches. Once a page, early; nothing where the browser has no launch queue. `go` opens the address of a launch. */
export function watchLaunches(go: (url: string) => void): void {
  const queue = (window as { launchQueue?: LaunchQueue }).launchQueue;
  queue?.setConsumer((launch) => {
    void (async () => {
      // a file that went away since is no file to take
      const read = await Promise.allSettled((launch.files ?? []).map((handle) => handle.getFile()));
      const files = read.flatMap((r) => (r.status === 'fulfilled' ? [r.value] : []));
      // With `focus-existing` the running app gets the launch and goes there itself.
      if (launch.targetURL && (files.length > 0 || new URL(launch.targetURL).pathname !== location.pathname))
        go(launch.targetURL);
      if (files.length > 0) keep([...waiting, ...files]);
    })();
  });
}

/** Files that come another way, behind those that wait. */
export const queueFiles = (files: readonly File[]): void => keep([...waiting, ...files]);

/** Takes the file that waits longest; each is given once. */
export function takeLaunchedFile(): File | null {
  const [next = null, ...others] = waiting;
  if (next) keep(others);
  return next;
}

/** For useSyncExternalStore: how many wait. */
export const launchedFiles = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  count: (): number => waiting.length,
};
