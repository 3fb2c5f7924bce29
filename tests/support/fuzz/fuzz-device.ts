/** One device of a person in a fuzz run, or a tab of one: the replica engine on a disk that outlives its process. */
import type { IDBFactory } from 'fake-indexeddb';
import type { ReplicaApi } from '../../../sync/engine/host/api';
import type { Environment } from '../../../sync/engine/storage/environment';
import type { Workspace } from '../../../sync/engine/host/workspace';
import type { KindName, Doc } from '../../../sync/model/kinds';
import { engineDevice, type EngineDevice } from '../engine-device';
import { Browser, Tab } from './browser';
import { copyOf } from './disk';
import type { Network } from './network';
import type { VirtualTime } from './virtual-time';

export class FuzzDevice {
  /** milliseconds by which its clock is wrong */
  skew = 0;
  /** number of kills; confirmations of an earlier process do not count */
  lives = 0;
  readonly errors: unknown[] = [];
  private device: EngineDevice | null = null;
  private tab: Tab | null = null;

  constructor(
    readonly name: string,
    readonly who: string,
    readonly names: KindName[],
    private readonly network: Network,
    private readonly time: VirtualTime,
    private readonly more: Partial<Environment> = {},
    readonly browser = new Browser(`${name}-`),
  ) {}

  /** Starts it without waiting: the first start needs the server. */
  start(): Promise<unknown> {
    const life = this.lives;
    const tab = (this.tab = new Tab(this.browser));
    this.device = engineDevice({
      // live updates are off, since replication must not depend on them
      liveUpdates: false,
      fetch: this.network.lineOf(this.name, this.who),
      collections: this.names,
      deviceNow: () => Math.round(this.time.now + this.skew),
      retryMin: 500,
      undoMs: 300,
      report: (error) => {
        if (this.lives === life) this.errors.push(error);
      },
      ...this.more,
      locks: tab.locks,
      openChannel: tab.openChannel,
      storage: () => tab.storage(),
      disk: { indexedDB: tab.indexedDB, prefix: this.browser.prefix },
    } as Parameters<typeof engineDevice>[0]);
    return this.device.api.open({ refresh: false });
  }

  get api(): ReplicaApi {
    return this.device!.api;
  }

  /** The open workspace; null while the device starts. */
  get workspace(): Workspace | null {
    return (
      (this.device?.api as unknown as { workspace$: { value: Workspace | null } } | undefined)?.workspace$.value ?? null
    );
  }

  find<N extends KindName>(collection: N): Promise<Doc<N>[]> {
    return this.workspace!.documents.find(collection, {});
  }

  /** Number of pending changes. */
  async waiting(): Promise<{ documents: number; texts: number; calls: number }> {
    const { pending, device } = this.workspace!;
    return {
      documents: pending.count,
      texts: await device.updates.count(),
      calls: await device.outbox.rows.filter((call) => call.state !== 'attention').count(),
    };
  }

  /** Whether it may be killed without the rest of its browser: its writes are committed. */
  get isAtRest(): boolean {
    return this.tab!.isAtRest;
  }

  /**
   * The process ends at this moment: only committed data stay on its disk. Call it while the disk is at rest. `others`:
   * other tabs of the browser continue on the same disk.
   */
  kill(others: boolean): Promise<void> {
    this.lives += 1;
    if (others) this.tab!.end();
    const ended = this.device!.kill();
    if (others) this.tab!.locks.buried();
    this.network.breakStreams(this.name);
    return ended;
  }

  /**
   * The disk as it is at this moment, for a browser that restarts. Call it while the disk is at rest, before the kill.
   */
  copyDisk(): () => Promise<IDBFactory> {
    return copyOf(this.browser.disk);
  }

  close(): Promise<void> {
    return this.device!.close();
  }
}
