/** A device with the replica engine in Node: IndexedDB in memory, several "tabs" (hosts), a server given as `fetch`. */
// first: Dexie looks for IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { LiveQuery, LiveValue, ReplicaApi } from '../../sync/engine/host/api';
import type { OpenChannel } from '../../sync/engine/storage/broadcast';
import type { Environment, Fetch } from '../../sync/engine/storage/environment';
import { leanStorage } from '../../sync/engine/storage/lean-storage';
import { createReplicaHost, type ReplicaHost } from '../../sync/engine/host/host';
import type { KindName } from '../../sync/model/kinds';
import { MemoryLocks } from './memory-locks';
import { PATIENCE_MS } from './patience';

/** RxDB's open core supports thirteen collections per process: a test with several devices opens the stores it needs. */
export const FEW: KindName[] = ['projects', 'notes', 'noteContents', 'meetings'];

let devices = 0;
let tabs = 0;

export interface EngineDevice {
  api: ReplicaApi;
  indexedDB: IDBFactory;
  locks: MemoryLocks;
  errors: unknown[];
  /** the browser is closed properly */
  close(): Promise<void>;
  /** the process ends between two statements: no compaction, no announcement; the databases stay as they are */
  kill(): Promise<void>;
  /** the same disk in a new process */
  reopen(): EngineDevice;
  prefix: string;
  /** for another tab of the same browser */
  openChannel: OpenChannel;
}

/** The channels between tabs of one browser. */
export const memoryChannels = (): OpenChannel => {
  const open = new Map<string, Set<(message: never) => void>>();
  return (name, onMessage) => {
    const listeners = open.get(name) ?? new Set();
    open.set(name, listeners);
    listeners.add(onMessage as never);
    return {
      post: (message) => {
        for (const listener of [...listeners])
          if (listener !== (onMessage as never)) queueMicrotask(() => listener(structuredClone(message) as never));
      },
      close: () => {
        listeners.delete(onMessage as never);
      },
    };
  };
};

/** Never answers, for a process that has ended; only aborts settle it. */
const never = (signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason as Error);
    else signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

export interface DeviceSetup extends Partial<Environment> {
  fetch: Fetch;
  disk?: { indexedDB: IDBFactory; prefix: string };
}

export function engineDevice(setup: DeviceSetup): EngineDevice {
  const { disk, locks: _locks, openChannel: _channel, ...overrides } = setup;
  const indexedDB = disk?.indexedDB ?? new IDBFactory();
  const prefix = disk?.prefix ?? `device${(devices += 1)}-`;
  const locks = (setup.locks as MemoryLocks | undefined) ?? new MemoryLocks();
  const openChannel = setup.openChannel ?? memoryChannels();
  const errors: unknown[] = [];
  let dead = false;
  const host: ReplicaHost = createReplicaHost({
    // RxDB rejects a second database of a name in one process: two tabs have two storage names
    origin: 'http://satchel.test',
    storage: (deleted) =>
      Object.assign(leanStorage({ indexedDB, IDBKeyRange }, deleted), { name: `dexie-${(tabs += 1)}` }),
    indexedDB,
    IDBKeyRange,
    locks,
    openChannel,
    deviceNow: Date.now,
    prefix,
    multiInstance: false,
    collections: FEW,
    estimate: async () => ({ usage: 0, quota: 1e9, persisted: false }),
    report: (error) => errors.push(error),
    retryMin: 5,
    undoMs: 0,
    // all texts are pulled as differences if the server supports it
    stateMax: 0,
    ...overrides,
    fetch: (input, init) => (dead ? never(init.signal) : setup.fetch(input, init)),
  });
  return {
    api: host.api,
    indexedDB,
    locks,
    errors,
    prefix,
    openChannel,
    close: () => host.close(),
    kill: async () => {
      dead = true;
      await host.close();
    },
    reopen: () => engineDevice({ ...setup, openChannel, locks: undefined, disk: { indexedDB, prefix } }),
  };
}

/** Waits until a live value has the expected state; reports the last value after the time limit. */
export async function until<Q extends LiveQuery>(
  api: ReplicaApi,
  query: Q,
  wanted: (value: LiveValue<Q>) => boolean,
  ms = PATIENCE_MS,
): Promise<LiveValue<Q>> {
  let last: unknown = 'nothing yet';
  let stop = (): void => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<LiveValue<Q>>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${JSON.stringify(query)} stayed ${JSON.stringify(last)}`)), ms);
      void api
        .live(query, (value) => {
          last = value;
          if (wanted(value as LiveValue<Q>)) resolve(value as LiveValue<Q>);
        })
        .then((end) => {
          stop = end;
        }, reject);
    });
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** Waits until all changes of the device are on the server. */
export const synced = (api: ReplicaApi): Promise<unknown> =>
  until(
    api,
    { kind: 'status' },
    (s) =>
      s.connection.state === 'online' &&
      s.lastSyncAt > 0 &&
      !s.firstSync &&
      s.waiting.documents === 0 &&
      s.waiting.texts === 0 &&
      s.waiting.calls === 0 &&
      !s.sending,
  );

/** Waits for a condition without a live value, by polling. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what: string,
  ms = PATIENCE_MS,
): Promise<void> {
  // independent of the time of day, which a test may change
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
