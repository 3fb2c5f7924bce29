/** Dependencies that the engine receives from its platform: a browser's worker, or Node in tests. */
import type { RxStorage } from 'rxdb';
import type { KindName } from '../../model/kinds';
import type { UploadTimeouts } from '../../protocol/uploads';
import type { Barrier } from './barrier';
import type { OpenChannel } from './broadcast';
import type { LossCounter } from './integrity/loss-counter';

export interface Environment {
  fetch: Fetch;
  /** '' for the same origin */
  origin: string;
  /** `deleted`: one of its databases was deleted while open */
  storage: (deleted: () => void) => RxStorage<unknown, unknown>;
  /** for the plain Dexie databases; the global one by default */
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof IDBKeyRange;
  locks: LockManager;
  openChannel: OpenChannel;
  /** milliseconds since the epoch by the device's clock */
  deviceNow: () => number;
  /** IANA name of the device's time zone, reported as the person's; by default none is */
  timeZone?: string;
  /** prefix of every database name, so that a test can run several devices */
  prefix: string;
  multiInstance: boolean;
  /** all kinds by default */
  collections?: readonly KindName[];
  estimate: () => Promise<{ usage: number; quota: number; persisted: boolean }>;
  /** loss counters outside IndexedDB; none by default */
  lossCounter?: LossCounter;
  /** reports an unexpected error */
  report: (error: unknown) => void;
  /** milliseconds: first backoff, and the time in which a deletion can be undone before it is sent */
  retryMin?: number;
  undoMs?: number;
  /** timeouts of upload requests */
  uploadTimeouts?: UploadTimeouts;
  /** pauses pull and push at named points in tests; does nothing in production */
  barrier?: Barrier;
  /** false: no live updates; other browsers receive typing by replication only */
  liveUpdates?: boolean;
  /** characters of a text's state that is pulled whole; of longer ones the difference is pulled */
  stateMax?: number;
  /** milliseconds: changes in quick succession are indexed together */
  searchGatherMs?: number;
}

/** Like the global `fetch`, with a URL string. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>;
