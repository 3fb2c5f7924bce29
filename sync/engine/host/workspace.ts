/**
 * One account's open data on this device: the replica, the device database, and the work on them. One of the browser's
 * tabs leads (leader/): it replicates, sends calls and recordings, and listens to the server. The others reach it
 * through the leader link.
 */
import { BehaviorSubject, shareReplay } from 'rxjs';
import type { CommandContext } from '../outbox/commands/context';
import { ProjectFileReader } from '../files/file-reader';
import { ImageReader } from '../images/image-reader';
import { Outbox } from '../outbox/outbox';
import type { Session } from '../connection/session';
import type { Prefetch } from '../replication/prefetch';
import { Search } from '../search/search';
import type { Account } from '../storage/account';
import { accountKey } from '../storage/account-key';
import type { CorrectedClock } from '../storage/clock';
import { searchDatabaseName, type DeviceDatabase } from '../storage/device-database';
import { rerunQueries } from '../storage/device-query';
import { freeFileSpace } from '../storage/file-space';
import { dexieOptions } from '../storage/dexie-options';
import type { Documents } from '../storage/documents';
import type { Environment } from '../storage/environment';
import { noLossCounter, updateLossCount } from '../storage/integrity/loss-counter';
import { Repair } from '../storage/integrity/repair';
import { rowsInMemory, type Salvage, type ShownDocuments } from '../storage/integrity/salvage';
import type { PendingDocuments } from '../storage/pending';
import type { Replica } from '../storage/replica-database';
import type { Vault } from '../storage/sealing/vault';
import { LiveUpdates } from '../text/live-updates';
import { LiveTopics } from '../text/live-topics';
import { Texts, type TextEvents } from '../text/texts';
import { standForLeader } from './leader/leader';
import { LeaderTasks } from './leader/leader-tasks';
import { LeaderLink } from './leader/link';
import type { LiveSources } from './live/live-sources';
import { syncStatus } from './live/status';
import { countUnsynced, orphans } from './live/unsynced';
import type { WorkspaceEvents } from './workspace-events';

/** bytes of files that are deleted at once when the device is full */
const FREED_BYTES = 64 * 1024 * 1024;

export interface WorkspaceParts {
  account: Account;
  environment: Environment;
  clock: CorrectedClock;
  replica: Replica;
  device: DeviceDatabase;
  documents: Documents;
  pending: PendingDocuments;
  vault: Vault;
  session: Session;
  prefetch: Prefetch;
  events: WorkspaceEvents;
  /** the state of the first sync until a leader publishes it */
  firstSync: boolean;
  /** the key of the device's data is wrapped by a lock */
  hasLock: boolean;
  /** when the server last confirmed the account (device milliseconds); null: not in this start */
  confirmedAt: number | null;
}

export class Workspace {
  readonly account: Account;
  readonly device: DeviceDatabase;
  readonly documents: Documents;
  readonly pending: PendingDocuments;
  readonly sources: LiveSources;
  readonly context: CommandContext;
  readonly texts: Texts;
  private readonly topics: LiveTopics;
  readonly search: Search;
  readonly images: ImageReader;
  readonly files: ProjectFileReader;
  private readonly environment: Environment;
  private readonly replica: Replica;
  private readonly session: Session;
  private readonly link: LeaderLink;
  private readonly leader: LeaderTasks;
  private readonly leading$ = new BehaviorSubject(false);
  private readonly ended = new AbortController();
  /** settles when this worker neither leads nor waits for the lead */
  private readonly leadership: Promise<void>;
  private readonly lossCounting: { end(): void };
  private hasOtherTabEnded = false;

  constructor(parts: WorkspaceParts) {
    const { account, environment, clock, replica, device, documents, pending, session, prefetch } = parts;
    this.account = account;
    this.environment = environment;
    this.replica = replica;
    this.device = device;
    this.documents = documents;
    this.pending = pending;
    this.session = session;
    const scope = environment.prefix + accountKey(account.userId, account.companyId);
    this.link = new LeaderLink(environment.openChannel, scope, parts.firstSync);
    const repair = new Repair({
      documents,
      device,
      clock,
      pull: (collection) => this.link.pull(collection),
      // calls and uploads that wait for the document check it again
      replaced: () => pending.touch(),
      report: environment.report,
    });
    documents.passes = (collection, row) => repair.passes(collection, row);
    this.texts = new Texts(
      {
        documents,
        device,
        clock,
        locks: environment.locks,
        scope,
        userId: account.userId,
        together: (write) => pending.together(write),
        damaged: (id) => repair.schedule('noteContents', id),
      },
      replica,
      environment.openChannel,
      this.textEvents(),
    );
    this.topics = new LiveTopics(environment.locks, environment.openChannel, scope, () => {
      if (!this.ended.signal.aborted) this.link.topicsChanged();
    });
    this.search = new Search({
      name: environment.prefix + searchDatabaseName(account.userId, account.companyId),
      replica,
      documents,
      vault: parts.vault,
      dexie: dexieOptions(environment),
    });
    const reading = { device, documents, session, clock, origin: environment.origin, ended: this.ended.signal };
    this.images = new ImageReader(reading);
    this.files = new ProjectFileReader({ ...reading, locks: environment.locks });
    this.context = {
      account,
      documents,
      device,
      clock,
      locks: environment.locks,
      outbox: new Outbox(device, clock),
      call: session.call,
      images: this.images,
      refresh: () => this.link.refresh(),
      retryNow: () => this.link.retry(),
      expectLive: (topic) => this.topics.expect(topic),
    };
    this.leader = new LeaderTasks({
      ...parts,
      lines: prefetch.lines,
      isEarly: () => prefetch.isEarly,
      texts: this.texts,
      topics: this.topics,
      search: this.search,
      context: this.context,
      files: this.files,
      link: this.link,
    });
    const orphans$ = orphans(device, environment.locks).pipe(shareReplay({ bufferSize: 1, refCount: true }));
    this.sources = {
      search: this.search,
      replica,
      device,
      documents,
      pending,
      orphans$,
      clock,
      status$: syncStatus(device, pending, this.link.status$, this.leading$, orphans$),
      holdOf: this.leader.holdOf,
      repair,
      texts: this.texts,
      topics: this.topics,
    };
    this.ended.signal.addEventListener('abort', () => prefetch.end(), { once: true });
    this.lossCounting = updateLossCount(
      environment.lossCounter ?? noLossCounter,
      accountKey(account.userId, account.companyId),
      device,
      pending,
      () => clock.deviceNow(),
      (error) => this.reportUnlessEnded(error),
    );
    this.leadership = standForLeader(environment.locks, scope, this.ended.signal, this.leading$, async (signal) => {
      if (this.hasOtherTabEnded) await this.recoverFromEndedTabs();
      await this.leader.run(signal);
    }).catch(environment.report);
  }

  /** Content that is still in memory after the databases were deleted. */
  salvage(shown: ShownDocuments[]): Salvage {
    const { userId, companyId } = this.account;
    return {
      userId,
      companyId,
      documents: rowsInMemory(this.replica, this.pending, shown),
      texts: this.texts.inMemory(),
    };
  }

  /** Whether the page of this tab is visible. */
  setVisible(isVisible: boolean): void {
    this.topics.setVisible(isVisible);
  }

  hint(event: 'online' | 'offline' | 'focus'): void {
    this.link.hint(event);
  }

  /** Persisted before it is announced, so that a leader that starts in between reads the latest wish. */
  async setPaused(paused: boolean): Promise<void> {
    await this.device.meta.put({ key: 'paused', value: paused });
    this.link.paused(paused);
  }

  /**
   * Pulls everything. True once all that the server had at the time of the call is here; false if it cannot be asked.
   */
  refresh(): Promise<boolean> {
    return this.link.refresh();
  }

  /** The user waits for an answer, or has just received one: background work gives way. */
  userWaits(): void {
    this.link.userWaits();
  }

  /** Another tab of the account has ended. It may have died before it announced its last writes: queries read again. */
  otherTabEnded(): void {
    if (this.ended.signal.aborted) return;
    this.hasOtherTabEnded = true;
    rerunQueries();
    if (this.leading$.value) void this.recoverFromEndedTabs();
  }

  /** Deletes files that the server has, to free space; then failed writes are tried again. */
  storageFull(): void {
    this.leader.storageFull();
    freeFileSpace(this.device, FREED_BYTES).then(
      (freed) => {
        if (freed > 0 && !this.ended.signal.aborted) this.link.retry();
      },
      (error: unknown) => this.reportUnlessEnded(error),
    );
  }

  /** Counts the things that are on this device only. */
  async countUnsynced(): Promise<number> {
    return this.pending.count + (await countUnsynced(this.device));
  }

  /**
   * Ends all work; typed text is compacted first unless the data is about to be erased. Resolves when nothing uses the
   * databases any more.
   */
  async close(options: { erase?: boolean } = {}): Promise<void> {
    this.ended.abort();
    this.leader.close();
    await this.leadership;
    await this.texts.close(options).catch(this.environment.report);
    this.topics.close();
    this.link.close();
    this.lossCounting.end();
    this.pending.close();
    this.search.close();
    await this.replica.database.close();
    await this.device.close();
  }

  /** Takes over the unannounced pending documents, the files and the typed updates that ended tabs left. */
  private async recoverFromEndedTabs(): Promise<void> {
    try {
      await this.pending.readAgain(this.documents);
      await this.leader.settleFiles();
      await this.texts.compactLogs();
    } catch (error) {
      // such as a full disk: it must not keep this tab from leading
      this.reportUnlessEnded(error);
    }
  }

  /** Sends typed updates to the tabs and devices that have the text open, and tells the leader which texts are open. */
  private textEvents(): TextEvents {
    const { report, liveUpdates: isEnabled = true } = this.environment;
    const liveUpdates = isEnabled
      ? new LiveUpdates({
          call: this.session.call,
          online: () => this.link.status$.value.connection.state === 'online',
        })
      : null;
    return {
      storageFull: () => this.storageFull(),
      error: report,
      typed: (contentId, update) => {
        if (!this.ended.signal.aborted) this.link.typed();
        liveUpdates?.send(contentId, update);
      },
      openChanged: (contentId, open) => {
        if (!liveUpdates || this.ended.signal.aborted) return;
        if (!open) liveUpdates.forget(contentId);
        this.link.topicsChanged();
      },
    };
  }

  private reportUnlessEnded(error: unknown): void {
    if (!this.ended.signal.aborted) this.environment.report(error);
  }
}
