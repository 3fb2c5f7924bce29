/**
 * A browser in a fuzz run: its tabs share a disk, locks and channels. Either a single tab is killed, whose work stops, or
 * the browser with all of its tabs.
 */
// first: Dexie looks for IndexedDB when it is loaded, and RxDB loads it
import { memoryChannels } from '../engine-device';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { addRxStorageMultiInstanceSupport, type RxStorage } from 'rxdb';
import type { Channel, OpenChannel } from '../../../sync/engine/storage/broadcast';
import { leanStorage } from '../../../sync/engine/storage/lean-storage';
import { MemoryLocks } from '../memory-locks';
import { TabLocks } from '../tab-locks';

/** turns of the event loop for a message from tab to tab */
const TURNS_MAX = 12;
const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await new Promise<void>((resolve) => setImmediate(resolve));
};

let tabs = 0;

export class Browser {
  disk = new IDBFactory();
  locks = new MemoryLocks();
  channels = memoryChannels();

  /** @param isShared whether more than one tab is opened in it */
  constructor(
    readonly prefix: string,
    readonly isShared = false,
  ) {}

  /** Restarts on a copy of its disk. */
  restart(disk: IDBFactory): void {
    [this.disk, this.locks, this.channels] = [disk, new MemoryLocks(), memoryChannels()];
  }
}

interface Connection {
  transaction: IDBDatabase['transaction'];
  _rawDatabase: { transactions: { db: unknown; mode: string; _state: string }[] };
}

/** A tab's own parts of its browser. */
export class Tab {
  readonly locks: TabLocks;
  readonly indexedDB: IDBFactory;
  readonly openChannel: OpenChannel;
  private readonly connections: Connection[] = [];
  private readonly isShared: boolean;
  private isOver = false;
  /** part of database names, for RxDB only, which uses one connection per process for databases of the same name */
  private readonly mark = `~${(tabs += 1)}~`;

  constructor({ disk, locks, channels, isShared }: Browser) {
    this.locks = new TabLocks(locks);
    this.isShared = isShared;
    if (!isShared) {
      [this.indexedDB, this.openChannel] = [disk, channels];
      return;
    }
    this.indexedDB = Object.create(disk, {
      open: {
        value: (name: string, version?: number) => {
          const request = disk.open(name.replace(this.mark, ''), version);
          // before Dexie binds it to itself
          request.addEventListener('success', () => {
            this.take(request.result as unknown as Connection);
          });
          return request;
        },
      },
    }) as IDBFactory;
    this.openChannel = <T>(name: string, onMessage: (message: T) => void): Channel<T> => {
      const line = channels<T>(name, (message) => {
        if (!this.isOver) onMessage(message);
      });
      let delivered = Promise.resolve();
      return {
        ...line,
        // delivered after some turns of the loop: a message in flight from a killed tab is lost
        post: (message) => {
          const copy = structuredClone(message);
          delivered = delivered
            .then(() => turns(Math.floor(Math.random() * TURNS_MAX)))
            .then(() => {
              if (!this.isOver) line.post(copy);
            });
        },
      };
    };
  }

  /**
   * The replica's storage. Its tabs announce their writes by RxDB's own protocol over this browser's channel, since Node's
   * channel would have its own timing. RxDB rejects a second database of a name in one process, so two tabs have two
   * storage names.
   */
  storage(): RxStorage<unknown, unknown> {
    const base = leanStorage({ indexedDB: this.indexedDB, IDBKeyRange });
    if (!this.isShared) return Object.assign(base, { name: `tab${this.mark}` });
    const createStorageInstance: typeof base.createStorageInstance = async (params) => {
      const instance = Object.assign(
        await base.createStorageInstance({
          ...params,
          databaseName: params.databaseName + this.mark,
          multiInstance: false,
        }),
        { databaseName: params.databaseName },
      );
      let listener = (_: unknown): void => {};
      const line = this.openChannel<unknown>('rxdb', (message) => {
        listener(message);
      });
      const channel = {
        addEventListener: (_: 'message', added: typeof listener) => {
          listener = added;
        },
        removeEventListener: () => {
          line.close();
        },
        postMessage: (message: unknown) => {
          line.post(message);
        },
      };
      addRxStorageMultiInstanceSupport('dexie', { ...params, multiInstance: true }, instance, channel as never);
      return instance;
    };
    return { ...base, name: `tab${this.mark}`, createStorageInstance };
  }

  /** Whether no write of this tab is running or about to run. */
  get isAtRest(): boolean {
    return this.connections.every((connection) =>
      connection._rawDatabase.transactions.every(
        (t) => t.db !== connection || t._state === 'finished' || t.mode === 'readonly',
      ),
    );
  }

  /** Ends the tab: it no longer writes, receives or sends messages, and its locks are released. */
  end(): void {
    this.isOver = true;
    this.locks.kill();
  }

  private take(connection: Connection): void {
    const transaction = connection.transaction.bind(connection);
    connection.transaction = (stores, mode, options) => transaction(stores, this.isOver ? 'readonly' : mode, options);
    this.connections.push(connection);
  }
}
