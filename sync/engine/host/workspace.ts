/**
 * One account's data on this device, opened: the replica, the device database, and everything that keeps them in step with the server.
 * Opening needs no network. One of the tabs leads: it replicates, sends calls and recordings, and listens to the server.
 */
import {
  BehaviorSubject,
  combineLatest,
  filter,
  firstValueFrom,
  fromEvent,
  map,
  merge,
  shareReplay,
  type Observable,
  type Subscription,
} from 'rxjs';
import { sessionCalls, type Ending, type MyUser } from '../../protocol/session';
import { CallError } from '../../protocol/errors';
import { accountHeader, syncCalls } from '../../protocol/messages';
import { COLLECTION_NAMES } from '../../model/registry';
import { fromBase64 } from '../../merge/yjs';
import { accountKey } from '../storage/account-key';
import { accountOf, type AccountsDatabase } from '../account/accounts';
import type { Account } from '../storage/account';
import type { CommandContext } from '../outbox/commands/context';
import { ConnectionMonitor } from '../connection/connection';
import { createSession, type Session } from '../connection/session';
import { noticeLoss } from '../storage/integrity/detect-loss';
import { openStores, type Stores } from '../storage/integrity/open-stores';
import { Repair } from '../storage/integrity/repair';
import { rowsInMemory, type Salvage, type Shown } from '../storage/integrity/salvage';
import { updateLossCount, noLossCounter } from '../storage/integrity/loss-counter';
import { searchDatabaseName, type DeviceDatabase } from '../storage/device-database';
import type { Environment } from '../storage/environment';
import { standForLeader } from './leader/leader';
import { keepRecordings } from './leader/keep-recordings';
import { LeaderLink } from './leader/link';
import { ForegroundPriority, TYPING_MS } from './leader/foreground-priority';
import { runWhenDue } from './leader/run-when-due';
import { askAgain } from '../storage/device-query';
import type { LiveSources } from './live/live-query';
import { countUnsynced, orphans } from './live/unsynced';
import { syncStatus } from './live/status';
import { isOnlyTab } from '../storage/tab-presence';
import { Outbox, type WhereIs } from '../outbox/outbox';
import { sweepHalfImports } from '../recording/import-recording';
import { CorrectedClock } from '../storage/clock';
import type { Replica } from '../storage/replica-database';
import { Documents } from '../storage/documents';
import { noBarrier } from '../storage/barrier';
import { firstQuestion } from '../replication/changes';
import { Prefetch } from '../replication/prefetch';
import { inPullOrder, Replicator } from '../replication/replicator';
import { readCheckpoints } from '../storage/checkpoints';
import { PokeStream } from '../connection/event-stream';
import { DeviceEpoch } from '../replication/device-epoch';
import { InFlightWrites } from '../replication/in-flight';
import { Search } from '../search/search';
import { PendingDocuments } from '../storage/pending';
import { LiveUpdates } from '../text/live-updates';
import { Texts, type TextEvents } from '../text/texts';
import { Subscriptions } from '../text/subscriptions';
import { Uploads } from '../outbox/uploads/uploads';
import type { UnlockedKey } from '../storage/sealing/keys';
import type { Vault } from '../storage/sealing/vault';

export interface WorkspaceEvents {
  /** the server ended the session of this account */
  revoked(ending: Ending): void;
  /** the server said who is signed in: it may be somebody else by now */
  user(user: MyUser): void;
  /** the server answered to the session of this account */
  contact(): void;
  /** spaces whose lists stand on a screen now */
  onScreen(): string[];
  /** a database was deleted while it was open */
  deleted(): void;
}

/** milliseconds for which the server's word who is signed in stands for a probe */
const MET_MS = 10_000;
const isMet = (at: number | null, clock: CorrectedClock): boolean =>
  at !== null && Math.abs(clock.deviceNow() - at) < MET_MS;

export class Workspace {
  readonly sources: LiveSources;
  readonly context: CommandContext;
  readonly texts: Texts;
  readonly search: Search;
  private readonly link: LeaderLink;
  private readonly leading$ = new BehaviorSubject(false);
  private readonly ended = new AbortController();
  private connection: ConnectionMonitor | null = null;
  private replicator: Replicator | null = null;
  private lead_: Promise<void> = Promise.resolve();
  /** another tab ended since this one was opened */
  private anyEnded = false;
  private readonly witnessing: { end(): void };

  private constructor(
    readonly account: Account,
    private readonly environment: Environment,
    private readonly clock: CorrectedClock,
    private readonly replica: Replica,
    readonly device: DeviceDatabase,
    readonly documents: Documents,
    readonly waiting: PendingDocuments,
    vault: Vault,
    private readonly session: Session,
    private readonly prefetch: Prefetch,
    private readonly events: WorkspaceEvents,
    /** until a leader says otherwise */
    private readonly firstSync: boolean,
    /** device milliseconds: the server said who is signed in, this account; null: not in this start */
    private readonly metAt: number | null,
  ) {
    const scope = environment.prefix + accountKey(account.userId, account.companyId);
    this.link = new LeaderLink(environment.openChannel, scope, firstSync);
    const repair = new Repair({
      documents,
      device,
      clock,
      pull: (collection) => this.link.pull(collection),
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
        damaged: (id) => repair.begin('noteContents', id),
      },
      replica,
      environment.openChannel,
      this.textEvents(),
    );
    this.search = new Search({
      name: environment.prefix + searchDatabaseName(account.userId, account.companyId),
      replica,
      documents,
      vault,
      dexie: dexieOptions(environment),
    });
    this.context = {
      account,
      documents,
      device,
      clock,
      locks: environment.locks,
      outbox: new Outbox(device, clock),
      call: session.call,
      look: () => this.link.look(),
      retryNow: () => this.link.retry(),
    };
    const orphans$ = orphans(device, environment.locks).pipe(shareReplay({ bufferSize: 1, refCount: true }));
    this.sources = {
      replica,
      device,
      documents,
      waiting,
      orphans$,
      clock,
      account$: new BehaviorSubject(account),
      status$: syncStatus(device, waiting, this.link.status$, this.leading$, orphans$),
      holdOf: (collection, id) => this.replicator?.holdOf(collection, id) ?? null,
      repair,
    };
    this.ended.signal.addEventListener('abort', () => prefetch.end(), { once: true });
    const error = (reason: unknown): void => {
      if (!this.ended.signal.aborted) environment.report(reason);
    };
    this.witnessing = updateLossCount(
      environment.lossCounter ?? noLossCounter,
      accountKey(account.userId, account.companyId),
      device,
      waiting,
      () => clock.deviceNow(),
      error,
    );
    this.lead_ = standForLeader(environment.locks, scope, this.ended.signal, this.leading$, (signal) =>
      this.lead(signal),
    ).catch(environment.report);
  }

  /** Throws BrokenStorage, and DEVICE_LOCKED where the key is locked and `unlocked` is not it. */
  static async open(
    account: Account,
    environment: Environment,
    accounts: AccountsDatabase,
    events: WorkspaceEvents,
    unlocked: UnlockedKey | null,
    metAt: number | null,
  ): Promise<Workspace> {
    const clock = new CorrectedClock(environment.deviceNow);
    const session = createSession({
      fetch: (input, init) =>
        environment.fetch(input, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), ...accountHeader(account) },
        }),
      locks: environment.locks,
      clock,
      origin: environment.origin,
      renewedAt: { read: () => accounts.renewedAt(), write: (at) => accounts.renewed(at) },
      onRevoked: (ending) => events.revoked(ending),
      onContact: () => events.contact(),
    });
    const prefetch = new Prefetch(session.lines);
    const askEarly = async (device: DeviceDatabase): Promise<void> => {
      const isNew = isMet(metAt, clock) && (await device.meta.count()) === 0;
      // one that follows another tab would ask for nobody
      if (
        !isNew ||
        !(await isOnlyTab(environment.locks, environment.prefix + accountKey(account.userId, account.companyId)))
      )
        return;
      prefetch.ask(
        syncCalls.changes,
        firstQuestion(inPullOrder(environment.collections ?? COLLECTION_NAMES, { first: true }), events.onScreen()),
      );
    };
    const begin = async ({ device, replica, vault, keyLost }: Stores): Promise<Workspace> => {
      let storageFull = (): void => {};
      const documents = new Documents(replica, clock, () => storageFull());
      const waiting = await PendingDocuments.open(replica, documents);
      await noticeLoss({ account, documents, device, waiting, environment, now: () => clock.deviceNow(), keyLost });
      const standings = [...(await readCheckpoints(device, replica.names)).values()];
      // it is new after all only where nothing has to be compared, or sent first
      if (waiting.count > 0 || standings.some(({ repair }) => repair)) prefetch.end();
      const workspace = new Workspace(
        account,
        environment,
        clock,
        replica,
        device,
        documents,
        waiting,
        vault,
        session,
        prefetch,
        events,
        standings.some(({ complete }) => !complete),
        metAt,
      );
      storageFull = () => workspace.storageFull();
      await workspace.texts.recover();
      return workspace;
    };
    try {
      // where it cannot be asked early it is asked in its turn
      return await openStores(account, environment, dexieOptions(environment), unlocked, {
        deleted: () => events.deleted(),
        device: (device) => {
          askEarly(device).catch(() => {});
        },
        all: begin,
      });
    } catch (error) {
      prefetch.end();
      throw error;
    }
  }

  /** What is in memory, once the databases are gone. */
  salvage(shown: Shown[]): Salvage {
    const { userId, companyId } = this.account;
    return {
      userId,
      companyId,
      documents: rowsInMemory(this.replica, this.waiting, shown),
      texts: this.texts.inMemory(),
    };
  }

  hint(event: 'online' | 'offline' | 'focus'): void {
    this.link.hint(event);
  }

  /** Kept before it is told: a leader that ends, or comes, in between reads what was wished last. */
  async setPaused(paused: boolean): Promise<void> {
    await this.device.meta.put({ key: 'paused', value: paused });
    this.link.paused(paused);
  }

  /** Whether everything that the server had when this was asked is here now. */
  look(): Promise<boolean> {
    return this.link.look();
  }

  /** Somebody asks, or got an answer: the search index rests. */
  asked(): void {
    this.link.asked();
  }

  /** Another tab of the account is gone. What it wrote last it may have told nobody: a tab that ends is not heard out. */
  otherEnded(): void {
    if (this.ended.signal.aborted) return;
    this.anyEnded = true;
    askAgain();
    if (this.leading$.value) void this.takeUp();
  }

  /** What tabs that ended have left: documents that nobody was told of, and letters that are not folded. */
  private async takeUp(): Promise<void> {
    try {
      await this.waiting.lookAgain(this.documents);
      await this.texts.foldLeft();
    } catch (error) {
      // a full disk, say: it keeps nobody from leading
      if (!this.ended.signal.aborted) this.environment.report(error);
    }
  }

  /** Things that are on this device only. */
  async onlyHere(): Promise<number> {
    return this.waiting.count + (await countUnsynced(this.device));
  }

  /** Ends what runs; typed text is folded first unless the data is about to be erased. Resolves when nothing uses the databases any more. */
  async close(options: { erase?: boolean } = {}): Promise<void> {
    this.ended.abort();
    this.connection?.close();
    await this.lead_;
    await this.texts.close(options).catch(this.environment.report);
    this.link.close();
    this.witnessing.end();
    this.waiting.close();
    this.search.close();
    await this.replica.database.close();
    await this.device.close();
  }

  /** What is typed goes to who has the text open elsewhere, and the leader hears which texts are open. */
  private textEvents(): TextEvents {
    const { report, liveUpdates: wanted = true } = this.environment;
    const letters = wanted
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
        letters?.send(contentId, update);
      },
      openChanged: (contentId, open) => {
        if (!letters || this.ended.signal.aborted) return;
        if (!open) letters.forget(contentId);
        this.link.texts();
      },
    };
  }

  private storageFull(): void {
    this.connection?.failed(new CallError('DEVICE_STORAGE_FULL'));
  }

  /** Everything a leader does, until it ends. */
  private async lead(signal: AbortSignal): Promise<void> {
    const { device, documents, clock, waiting, session, environment } = this;
    if (this.anyEnded) await this.takeUp();
    const connection = new ConnectionMonitor({
      probe: () => this.probe(),
      now: () => clock.now(),
      ...(environment.retryMin ? { retryMin: environment.retryMin } : {}),
    });
    const unanswered = await InFlightWrites.open(device, (collection, id) => waiting.has(collection, id));
    const epoch = await DeviceEpoch.open(device, documents);
    const replicator = new Replicator(
      {
        documents,
        device,
        clock,
        unanswered,
        epoch,
        userId: this.account.userId,
        barrier: environment.barrier ?? noBarrier,
      },
      { call: session.call, lines: this.prefetch.lines },
      waiting,
      connection,
      {
        report: environment.report,
        firstSync: this.firstSync,
        near: () => this.events.onScreen(),
        ...(environment.undoMs === undefined ? {} : { undoMs: environment.undoMs }),
      },
    );
    // after a restore nobody knows yet what the server has
    const whereIs: WhereIs = async (collection, id) =>
      epoch.isComparing || waiting.has(collection as never, id)
        ? 'waiting'
        : (await documents.get(collection as never, id))
          ? 'sent'
          : 'gone';
    const outbox = this.context.outbox;
    const uploads = new Uploads({
      device,
      documents,
      clock,
      session,
      origin: environment.origin,
      whereIs,
      ...(environment.retryMin ? { retryMin: environment.retryMin } : {}),
      ...(environment.uploadTimeouts ? { timeouts: environment.uploadTimeouts } : {}),
    });
    this.connection = connection;
    this.replicator = replicator;
    await Promise.all([outbox.recover(), uploads.recover(), sweepHalfImports(device, environment.locks)]);
    const peopleFirst = new ForegroundPriority();
    const watching = new Subscriptions({ call: session.call, open: () => this.texts.openAnywhere() });
    const subscription = this.tellOthers(connection, replicator);
    let told = false;
    this.link.lead({
      hint: (event) => connection.hint(event),
      paused: (paused) => {
        told = true;
        connection.setPaused(paused);
      },
      retry: () => {
        replicator.release();
        connection.hint('focus');
      },
      pull: (collection) => replicator.pullSoon([collection]),
      look: () => replicator.look(),
      texts: () => watching.changed(),
      asked: () => peopleFirst.touch(),
      typed: () => peopleFirst.touch(TYPING_MS),
    });
    const paused = (await device.meta.get('paused'))?.value === true;
    // what was told while that was read is newer
    if (paused && !told) connection.setPaused(true);
    // who was asked a moment ago is not asked again before the first question
    else if (isMet(this.metAt, clock)) connection.succeeded(connection.asking());
    else void connection.probe();
    keepRecordings(this.context, signal, {
      report: environment.report,
      ...(environment.undoMs === undefined ? {} : { undoMs: environment.undoMs }),
    });
    const due = { signal, connection, clock, waiting, report: environment.report };
    await Promise.all([
      replicator.run(signal),
      this.listen(signal, connection, replicator, watching),
      this.search.keep(signal, {
        // a first sync is not slowed down; without a network what came so far is searched
        idle: (s) =>
          untilNot(
            combineLatest([connection.state$, replicator.status$]).pipe(
              map(([{ state }, { firstSync }]) => firstSync && state === 'online'),
            ),
            s,
          ),
        rest: (s) => peopleFirst.rest(s),
        deviceNow: environment.deviceNow,
        report: environment.report,
        ...(environment.searchGatherMs === undefined ? {} : { gatherMs: environment.searchGatherMs }),
      }),
      runWhenDue(
        due,
        () => device.outbox.rows.toArray(),
        (s) => outbox.flush(session.call, whereIs, s),
      ),
      runWhenDue(
        due,
        () => device.recordings.rows.where('transfer').equals('queued').primaryKeys(),
        (s) => uploads.flush(s),
      ),
    ]);
    subscription.unsubscribe();
    this.link.resign();
    connection.close();
    this.connection = null;
    this.replicator = null;
  }

  private tellOthers(connection: ConnectionMonitor, replicator: Replicator): Subscription {
    return combineLatest([connection.state$, replicator.status$]).subscribe(([state, status]) =>
      this.link.tell({ connection: state, ...status }),
    );
  }

  /** One small call; also notices that the session is another person's. */
  private async probe(): Promise<void> {
    const user = await this.session.call(sessionCalls.my, {});
    this.events.user(user);
    if (user.id !== this.account.userId) throw new CallError('USER_NOT_LOGIN');
    if (accountOf(user).companyId !== this.account.companyId) throw new CallError('COMPANY_MISMATCH');
  }

  private listen(
    signal: AbortSignal,
    connection: ConnectionMonitor,
    replicator: Replicator,
    watching: Subscriptions,
  ): Promise<void> {
    let asked = connection.asking();
    const stream = new PokeStream(this.session, this.environment.origin, {
      asking: () => {
        asked = connection.asking();
      },
      opened: () => {
        replicator.setStreaming(true);
        connection.succeeded(asked);
        replicator.pullSoon();
        if (this.environment.liveUpdates !== false) watching.opened();
      },
      poke: (collections) => replicator.pullSoon(collections),
      letters: ({ contentId, update }) => this.texts.hear({ contentId, update: fromBase64(update) }),
      revoked: (ending) => this.events.revoked(ending),
      closed: () => {
        watching.closed();
        replicator.setStreaming(false);
        void connection.probe();
      },
    });
    // a pause ends the line; once the server is back neither the line nor what it would have told waits for a timer
    const subscription = connection.state$.subscribe(({ state }) => {
      if (state === 'paused') stream.drop();
      if (state === 'online') {
        stream.again();
        replicator.pullSoon();
      }
    });
    return stream.run(signal, () => connection.whenOnline(signal)).finally(() => subscription.unsubscribe());
  }
}

/** Resolves when the value is false, or the signal fires. */
async function untilNot(busy: Observable<boolean>, signal: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await firstValueFrom(merge(busy.pipe(filter((each) => !each)), fromEvent(signal, 'abort')), { defaultValue: null });
}

export const dexieOptions = ({
  indexedDB,
  IDBKeyRange,
}: Environment): { indexedDB?: IDBFactory; IDBKeyRange?: typeof globalThis.IDBKeyRange } => ({
  ...(indexedDB ? { indexedDB } : {}),
  ...(IDBKeyRange ? { IDBKeyRange } : {}),
});
