/**
 * Everything the leader tab does until its signal fires.
 *
 *   replicator      pull and push                          listen        event stream: pokes, live events, revocation
 *   outbox          queued calls                           search        keeps the index
 *   uploads         recordings, images, files               keepRecordings  finishes interrupted ones, purges deleted ones
 *   reportZone      the device's time zone, once            keptFiles       reads files to keep, frees space
 *   preparedPush    the push that the service worker sends when every tab is closed
 */
import { combineLatest, filter, firstValueFrom, fromEvent, map, merge, type Observable, type Subscription } from 'rxjs';
import { fromBase64 } from '../../../merge/yjs';
import { CallError } from '../../../protocol/errors';
import type { CallLines } from '../../../protocol/lines';
import { sessionCalls } from '../../../protocol/session';
import { accountOf } from '../../account/accounts';
import { ConnectionMonitor } from '../../connection/connection';
import { PokeStream } from '../../connection/event-stream';
import type { Session } from '../../connection/session';
import type { CommandContext } from '../../outbox/commands/context';
import { stoppingUnsent } from '../../outbox/commands/stop-unsent';
import type { HoldOf } from '../../outbox/outbox-rows';
import { Uploads } from '../../outbox/uploads/uploads';
import type { ProjectFileReader } from '../../files/file-reader';
import { settleAbandoned } from '../../files/file-store';
import { settleQuestionFiles } from '../../files/question-files';
import { deleteStaleImages } from '../../images/image-store';
import { deleteIncompleteImports } from '../../recording/import-recording';
import { DeviceEpoch } from '../../replication/device-epoch';
import { InFlightWrites } from '../../replication/in-flight';
import { Replicator } from '../../replication/replicator';
import { STATE_MAX } from '../../replication/text-differences';
import type { Search } from '../../search/search';
import type { Account } from '../../storage/account';
import { noBarrier } from '../../storage/barrier';
import type { CorrectedClock } from '../../storage/clock';
import type { DeviceDatabase } from '../../storage/device-database';
import type { Documents } from '../../storage/documents';
import type { Environment } from '../../storage/environment';
import type { PendingDocuments } from '../../storage/pending';
import { Subscriptions } from '../../text/subscriptions';
import type { LiveTopics } from '../../text/live-topics';
import type { Texts } from '../../text/texts';
import { isRecentlyConfirmed, type WorkspaceEvents } from '../workspace-events';
import { ForegroundPriority, TYPING_MS } from './foreground-priority';
import { keepFiles } from './keep-files';
import { keepRecordings } from './keep-recordings';
import { keepPreparedPush } from './keep-prepared-push';
import type { LeaderLink } from './link';
import { runWhenDue } from './run-when-due';
import { reportTimeZone } from './time-zone';
import { whereDocumentsAre } from './where-is';

export interface LeaderParts {
  account: Account;
  environment: Environment;
  clock: CorrectedClock;
  device: DeviceDatabase;
  documents: Documents;
  pending: PendingDocuments;
  session: Session;
  /** answers of the session, one of which may have been requested early */
  lines: CallLines;
  /** whether the answer of `lines` read last was requested early */
  isEarly: () => boolean;
  texts: Texts;
  topics: LiveTopics;
  search: Search;
  context: CommandContext;
  files: ProjectFileReader;
  link: LeaderLink;
  events: WorkspaceEvents;
  firstSync: boolean;
  /** the key of the device's data is wrapped by a lock */
  hasLock: boolean;
  /** when the server last confirmed the account (device milliseconds); null: not in this start */
  confirmedAt: number | null;
}

export class LeaderTasks {
  private connection: ConnectionMonitor | null = null;
  private replicator: Replicator | null = null;

  constructor(private readonly parts: LeaderParts) {}

  readonly holdOf: HoldOf = (collection, id) => this.replicator?.holdOf(collection, id) ?? null;

  storageFull(): void {
    this.connection?.failed(new CallError('DEVICE_STORAGE_FULL'));
  }

  close(): void {
    this.connection?.close();
  }

  /** Settles files that killed tabs left: queues them, marks them as undecided, or deletes them. */
  async settleFiles(): Promise<void> {
    const { device, documents, environment } = this.parts;
    const target = { device, documents, locks: environment.locks };
    await Promise.all([settleAbandoned(target), settleQuestionFiles(target)]);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { device, documents, clock, pending, session, environment, context, link, search } = this.parts;
    const retryMin = environment.retryMin ? { retryMin: environment.retryMin } : {};
    const undoMs = environment.undoMs === undefined ? {} : { undoMs: environment.undoMs };
    const connection = new ConnectionMonitor({ probe: () => this.probe(), now: () => clock.now(), ...retryMin });
    const epoch = await DeviceEpoch.open(device, documents);
    const replicator = await this.openReplicator(connection, epoch);
    const whereIs = whereDocumentsAre({ device, documents, pending, epoch, report: environment.report }, signal);
    const { outbox } = context;
    const outboxCall = stoppingUnsent(session.call, context, () => replicator.status$.value.sending !== null);
    const uploads = new Uploads({
      device,
      documents,
      clock,
      session,
      origin: environment.origin,
      whereIs,
      ...retryMin,
      ...(environment.uploadTimeouts ? { timeouts: environment.uploadTimeouts } : {}),
    });
    this.connection = connection;
    this.replicator = replicator;
    await Promise.all([
      outbox.recover(),
      uploads.recover(),
      deleteIncompleteImports(device, environment.locks),
      this.settleFiles(),
    ]);
    if (!this.parts.firstSync) await deleteStaleImages(device, documents, clock.now());
    const priority = new ForegroundPriority();
    const { texts, topics } = this.parts;
    const subscriptions = new Subscriptions({
      call: session.call,
      open: async () => [
        ...(await texts.openAnywhere()).map((id) => ({ collection: 'noteContents' as const, id })),
        ...(await topics.openAnywhere()),
      ],
      seen: () => topics.seenAnywhere(),
    });
    const statusUpdates = this.publishStatus(connection, replicator);
    let pauseReceived = false;
    link.lead({
      hint: (event) => connection.hint(event),
      paused: (paused) => {
        pauseReceived = true;
        connection.setPaused(paused);
      },
      retry: () => {
        replicator.release();
        connection.hint('focus');
      },
      pull: (collection) => replicator.pullSoon([collection]),
      refresh: () => replicator.refresh(),
      topicsChanged: () => subscriptions.changed(),
      userWaits: () => priority.touch(),
      typed: () => priority.touch(TYPING_MS),
    });
    const paused = (await device.meta.get('paused'))?.value === true;
    // a message received during the read is newer
    if (paused && !pauseReceived) connection.setPaused(true);
    // the confirmation of a moment ago replaces the first probe
    else if (isRecentlyConfirmed(this.parts.confirmedAt, clock)) connection.succeeded(connection.requestToken());
    else void connection.probe();
    keepRecordings(context, signal, {
      report: environment.report,
      diskFull: () => this.storageFull(),
      diskWritable: () => void connection.probe(),
      ...undoMs,
    });
    const due = { signal, connection, clock, pending, report: environment.report };
    const { timeZone } = environment;
    const reportZone = async (): Promise<void> => {
      // before the first sync has ended, this device lacks settings of other devices
      await untilFalse(replicator.status$.pipe(map(({ firstSync }) => firstSync)), signal);
      if (timeZone && !signal.aborted) await reportTimeZone(context, timeZone).catch(environment.report);
    };
    await Promise.all([
      replicator.run(signal),
      reportZone(),
      keepPreparedPush({ ...this.parts, connection, replicator }, signal),
      this.listen(signal, connection, replicator, subscriptions),
      search.keepUpToDate(signal, {
        // indexing does not slow down a first sync; offline, the documents received so far are indexed
        idle: (s) =>
          untilFalse(
            combineLatest([connection.state$, replicator.status$]).pipe(
              map(([{ state }, { firstSync }]) => firstSync && state === 'online'),
            ),
            s,
          ),
        rest: (s) => priority.rest(s),
        deviceNow: environment.deviceNow,
        report: environment.report,
        ...(environment.searchGatherMs === undefined ? {} : { gatherMs: environment.searchGatherMs }),
      }),
      runWhenDue(
        due,
        // a call is deleted with its document once the person discards the rejected change of the document
        async () => [await device.outbox.rows.toArray(), await device.rejectedChanges.count()],
        (s) => outbox.flush(outboxCall, whereIs, s),
      ),
      runWhenDue(
        due,
        () => outbox.answered(),
        () => outbox.deletePulled(() => replicator.refresh()),
      ),
      runWhenDue(
        due,
        async () => [
          await device.recordings.rows.where('transfer').equals('queued').primaryKeys(),
          await device.images.where('transfer').equals('queued').primaryKeys(),
          await device.files.rows.where('transfer').equals('queued').primaryKeys(),
        ],
        (s) => uploads.flush(s),
      ),
      // after the first sync, which brings the items to keep
      untilFalse(replicator.status$.pipe(map(({ firstSync }) => firstSync)), signal).then(() =>
        keepFiles(this.parts, due, priority),
      ),
    ]);
    statusUpdates.unsubscribe();
    link.resign();
    connection.close();
    this.connection = null;
    this.replicator = null;
  }

  private async openReplicator(connection: ConnectionMonitor, epoch: DeviceEpoch): Promise<Replicator> {
    const { account, environment, clock, device, documents, pending, session, lines, isEarly, events, firstSync } =
      this.parts;
    const inFlight = await InFlightWrites.open(device, (collection, id) => pending.has(collection, id));
    return new Replicator(
      {
        documents,
        device,
        clock,
        inFlight,
        epoch,
        userId: account.userId,
        barrier: environment.barrier ?? noBarrier,
        stateMax: environment.stateMax ?? STATE_MAX,
      },
      { call: session.call, lines, isEarly },
      pending,
      connection,
      {
        report: environment.report,
        firstSync,
        activeSpaces: () => events.activeSpaces(),
        ...(environment.undoMs === undefined ? {} : { undoMs: environment.undoMs }),
      },
    );
  }

  private publishStatus(connection: ConnectionMonitor, replicator: Replicator): Subscription {
    return combineLatest([connection.state$, replicator.status$]).subscribe(([state, status]) =>
      this.parts.link.publish({ connection: state, ...status }),
    );
  }

  /** Checks the connection by one small call, which also reveals that the session is another person's or company's. */
  private async probe(): Promise<void> {
    const { account, session, events } = this.parts;
    const user = await session.call(sessionCalls.my, {});
    events.userReceived(user);
    if (user.id !== account.userId) throw new CallError('USER_NOT_LOGIN');
    if (accountOf(user).companyId !== account.companyId) throw new CallError('COMPANY_MISMATCH');
  }

  /** Keeps the event stream open while online, and turns its events into pulls and live events. */
  private listen(
    signal: AbortSignal,
    connection: ConnectionMonitor,
    replicator: Replicator,
    subscriptions: Subscriptions,
  ): Promise<void> {
    const { session, environment, texts, topics, events } = this.parts;
    let asked = connection.requestToken();
    const stream = new PokeStream(session, environment.origin, {
      connecting: () => {
        asked = connection.requestToken();
      },
      opened: () => {
        replicator.setStreaming(true);
        connection.succeeded(asked);
        replicator.pullSoon();
        if (environment.liveUpdates !== false) subscriptions.opened();
      },
      poke: (collections) => replicator.pullSoon(collections),
      live: ({ topic, event }) => {
        if (event.type === 'update') texts.applyLiveUpdate({ contentId: topic.id, update: fromBase64(event.update) });
        else if (event.type === 'watching') void subscriptions.answer(topic, event.askId);
        else topics.publish({ topic, event });
      },
      revoked: (ending) => events.sessionRevoked(ending),
      closed: () => {
        subscriptions.closed();
        replicator.setStreaming(false);
        void connection.probe();
      },
    });
    // a pause closes the stream; once the server is back, neither the stream nor the events it missed wait for a timer
    const stateChanges = connection.state$.subscribe(({ state }) => {
      if (state === 'paused') stream.drop();
      if (state === 'online') {
        stream.serverIsBack();
        replicator.pullSoon();
      }
    });
    return stream.run(signal, () => connection.whenOnline(signal)).finally(() => stateChanges.unsubscribe());
  }
}

/** Resolves when the value is false, or the signal fires. */
async function untilFalse(busy: Observable<boolean>, signal: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await firstValueFrom(merge(busy.pipe(filter((each) => !each)), fromEvent(signal, 'abort')), { defaultValue: null });
}
