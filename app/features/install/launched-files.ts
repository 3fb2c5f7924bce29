/** Files that the system opens with the installed app: kept until the screen that takes them asks. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly { getFile(): Promise<File> }[]; targetURL?: string }) => void): void;
}

let waiting: File[] = [];
const listeners = new Set<() => void>();

/** Watches for launches. Once a page, early; nothing where the browser has no launch queue. `go` opens the address of a launch. */
export function watchLaunches(go: (url: string) => void): void {
  const queue = (window as { launchQueue?: LaunchQueue }).launchQueue;
  queue?.setConsumer((launch) => {
    void (async () => {
      const files = await Promise.all((launch.files ?? []).map((handle) => handle.getFile()));
      waiting = [...waiting, ...files];
      // With `focus-existing` the running app gets the launch and goes there itself.
      if (launch.targetURL && (files.length > 0 || new URL(launch.targetURL).pathname !== location.pathname)) go(launch.targetURL);
      for (const listener of listeners) listener();
    })();
  });
}

/** Takes the files of a launch; each is given once. */
export function takeLaunchedFiles(): File[] {
  const files = waiting;
  waiting = [];
  return files;
}

/** Calls back whenever files arrive; gives the function that ends it. */
export function onLaunchedFiles(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
