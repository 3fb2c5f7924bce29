/** What the engine takes from where it runs: a browser's worker, or Node for tests. */
import type { RxStorage } from 'rxdb';
import type { CollectionName } from '../../model/registry';
import type { Barrier } from './barrier';
import type { OpenChannel } from './broadcast';
import type { LossCounter } from './integrity/loss-counter';

export interface Environment {
  fetch: Fetch;
  /** '' for the own origin */
  origin: string;
  /** `deleted`: one of its databases was deleted while it was open */
  storage: (deleted: () => void) => RxStorage<unknown, unknown>;
  /** for the plain Dexie databases; the global one unless told */
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof IDBKeyRange;
  locks: LockManager;
  openChannel: OpenChannel;
  /** milliseconds since the epoch by this device */
  deviceNow: () => number;
  /** before every database's name: one device of several in a test */
  prefix: string;
  multiInstance: boolean;
  /** all collections unless told */
  collections?: readonly CollectionName[];
  estimate: () => Promise<{ usage: number; quota: number; persisted: boolean }>;
  /** a few numbers that outlive IndexedDB; none unless told */
  lossCounter?: LossCounter;
  /** an error nobody expected */
  report: (error: unknown) => void;
  /** milliseconds: first wait after a failure, and how long a deletion can be undone before it is sent */
  retryMin?: number;
  undoMs?: number;
  /** how long requests of an upload may take */
  uploadTimeouts?: UploadTimeouts;
  /** tests park pull and push at named points; nothing stops there in production */
  barrier?: Barrier;
  /** false: what is typed reaches other browsers by replication alone */
  liveUpdates?: boolean;
  /** milliseconds: changes in quick succession are put into the search index together */
  searchGatherMs?: number;
}

/** As the global `fetch`, by an address. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

/** milliseconds */
export interface UploadTimeouts {
  apply: number;
  offset: number;
  part: number;
  finish: number;
}
