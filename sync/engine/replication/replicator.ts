/**
 * Keeps the replica and the server equal. Runs in one tab, the leader.
 *
 *             ┌──────────────── local change, poke, poll, connection restored ──────────────┐
 *             ▼                                                                              │
 *   wait ──► push pending documents, parents first ──► pull the due kinds ──► idle ────┘
 *             ▲                 │ error                     │ error; between pages: push
 *             └── whenOnline ◄──┴───────────────────────────┘
 *
 * One document request at a time: an answer is applied before the next request is sent.
 */
import { BehaviorSubject } from 'rxjs';
import type { Call } from '../../protocol/client';
import { CallError } from '../../protocol/errors';
import type { CallLines } from '../../protocol/lines';
import { inPullOrder, isKindName, KIND_NAMES, type KindName } from '../../model/kinds';
import { concernsConnection, monitored, monitoredLines, type ConnectionMonitor } from '../connection/connection';
import { backoff, pause } from '../connection/backoff';
import { remaining } from '../storage/clock';
import type { Applier } from './applier';
import { Holds, type Hold } from './holds';
import { ChangesReader } from './changes';
import { Puller } from './pull';
import { Pusher, type WholePush } from './push';
import { readCheckpoints } from '../storage/checkpoints';
import { pendingDocumentOf, type PendingDocument, type PendingDocuments } from '../storage/pending';
import type { Stored } from '../storage/stored';
import { WaitingQuestions } from './waiting-questions';

/** Order of a push: the server needs parents before what belongs to them. */
const inPushOrder = (names: readonly KindName[]): KindName[] => KIND_NAMES.filter((name) => names.includes(name));

/** milliseconds: edits in quick succession are pushed together */
const GATHER_MS = 40;
/** milliseconds between pulls of everything while the stream is down, and while it is up as a safety net */
const POLL_MS = 30_000;
const SAFETY_POLL_MS = 10 * 60_000;
export interface ReplicatorStatus {
  firstSync: boolean;
  firstSyncDocuments: number;
  firstSyncTotal: number;
  sending: { done: number; of: number } | null;
  lastSyncAt: number;
}

/** milliseconds for which a deletion can be undone; it is pushed after them */
const UNDO_MS = 5_000;

export class Replicator {
  readonly status$ = new BehaviorSubject<ReplicatorStatus>({
    firstSync: false,
    firstSyncDocuments: 0,
    firstSyncTotal: 0,
    sending: null,
    lastSyncAt: 0,
  });
  private readonly pusher: Pusher;
  private readonly puller: Puller;
  private readonly changes: ChangesReader;
  private readonly due = new Set<KindName>();
  private readonly holds: Holds;
  private readonly questions: WaitingQuestions;
  private wake: () => void = () => {};
  private streaming = false;
  /** a pull was requested since the last one began */
  private isAsked = false;
  private polledAt = 0;
  /** the epoch for which the server refused a push: the next pull reports another one */
  private refusedEpoch: string | null = null;
  /** resolvers of refreshes that wait for the next full pull */
  private refreshing: ((done: boolean) => void)[] = [];
  private hasEnded = false;

  constructor(
    private readonly target: Applier,
    private readonly session: {
      call: Call;
      lines: CallLines;
      /** whether the answer of `lines` read last was requested before it was asked for */
      isEarly?: () => boolean;
    },
    private readonly pending: PendingDocuments,
    private readonly connection: ConnectionMonitor,
    private readonly options: {
      report: (error: unknown) => void;
      undoMs?: number;
      /** known before the checkpoints are read */ firstSync?: boolean;
      /** spaces whose lists are on a screen now */ activeSpaces?: () => string[];
    },
  ) {
    if (options.firstSync) this.publish({ firstSync: true });
    this.holds = new Holds(target, pending);
    this.questions = new WaitingQuestions(target);
    this.pusher = new Pusher(target, monitored(session.call, connection));
    this.puller = new Puller(target, monitored(session.call, connection));
    this.changes = new ChangesReader(
      target,
      monitoredLines(session.lines, connection),
      monitored(session.call, connection),
      options.activeSpaces ?? (() => []),
    );
  }

  private get names(): KindName[] {
    return inPullOrder(this.target.documents.names, { first: this.status$.value.firstSync });
  }

  /** Why a document is held, for the outbox page. */
  holdOf(collection: KindName, id: string): Hold | null {
    return this.holds.of(collection, id);
  }

  /** These kinds may have changed on the server; without names, all. */
  pullSoon(collections?: string[]): void {
    if (collections) this.isAsked = true;
    else this.polledAt = this.target.clock.now();
    for (const name of collections ?? this.names)
      if (isKindName(name) && this.target.documents.names.includes(name)) this.due.add(name);
    this.wake();
  }

  /**
   * Pulls everything. True once all that the server had at the time of the call is here; false if it cannot be asked.
   */
  refresh(): Promise<boolean> {
    if (this.hasEnded || !this.connection.online) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.refreshing.push(resolve);
      this.pullSoon();
    });
  }

  /** Ends all holds: the person wants pending documents pushed now. */
  release(): void {
    this.holds.releaseAll();
    this.wake();
  }

  /** True: the server announces changes from now on; those before have to be pulled. */
  setStreaming(streaming: boolean): void {
    this.streaming = streaming;
    if (streaming) this.isAsked = true;
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.readFirstSync();
    await this.holds.open();
    this.pullSoon();
    const subscription = this.pending.changed$.subscribe(() => this.wake());
    subscription.add(
      this.questions.watch(
        () => this.wake(),
        (error) => {
          if (!signal.aborted) this.options.report(error);
        },
      ),
    );
    let failures = 0;
    while (!signal.aborted) {
      await this.connection.whenOnline(signal);
      if (signal.aborted) break;
      try {
        await this.round(signal);
        failures = 0;
        await this.idle(signal);
      } catch (error) {
        if (signal.aborted) break;
        this.connection.failed(error);
        // not a connection error: a bug, or a server that fails at one kind of request; reported and retried with
        // backoff
        if (!concernsConnection(error)) {
          this.options.report(error);
          failures += 1;
          await pause(backoff(failures), signal);
        }
      }
    }
    subscription.unsubscribe();
    // the tasks that wait for them could not end
    this.hasEnded = true;
    for (const refreshed of this.refreshing.splice(0)) refreshed(false);
  }

  private async round(signal: AbortSignal): Promise<void> {
    await this.pushAll(signal);
    await this.pullDue(signal);
    // another epoch was noticed while only some kinds were pulled
    if (this.target.epoch.isComparing) this.pullSoon();
    if (this.status$.value.firstSync) await this.readFirstSync();
    const lastSyncAt = this.target.clock.now();
    await this.target.device.meta.put({ key: 'lastSyncAt', value: lastSyncAt });
    this.publish({ lastSyncAt });
  }

  private async pullDue(signal: AbortSignal): Promise<void> {
    const due = this.names.filter((name) => this.due.delete(name));
    const refreshing = this.refreshing.splice(0);
    const isAsked = this.isAsked || refreshing.length > 0;
    this.isAsked = false;
    let done = false;
    const pageApplied = async (documents: number): Promise<void> => {
      if (this.status$.value.firstSync)
        this.publish({ firstSyncDocuments: this.status$.value.firstSyncDocuments + documents });
      if (this.sendable().length > 0 && !this.target.epoch.isComparing) await this.pushAll(signal);
    };
    try {
      // one kind is pulled by its own call, several in one streamed answer
      const together = due.length > 1 && !this.changes.isUnsupported;
      const isAnswered =
        together &&
        (await this.changes.read(due, signal, {
          pageApplied,
          total: (documents) => this.publish({ firstSyncTotal: documents }),
        }));
      if (!isAnswered) for (const name of due) await this.puller.pull(name, signal, pageApplied);
      else if (isAsked && this.session.isEarly?.()) {
        for (const name of due) this.due.add(name);
        this.refreshing.push(...refreshing.splice(0));
      }
      done = !signal.aborted;
    } catch (error) {
      for (const name of due) this.due.add(name);
      throw error;
    } finally {
      for (const refreshed of refreshing) refreshed(done);
    }
  }

  /**
   * Milliseconds until a pending document may be pushed; 0: now; Infinity: only after its parent, its files or its
   * stop.
   */
  private dueIn(document: PendingDocument): number {
    return this.questions.has(document) ? Number.POSITIVE_INFINITY : this.dueIfNotHeldIn(document);
  }

  /** As `dueIn`, for a question that is not held back. */
  private dueIfNotHeldIn({ collection, id, deleted, editedAt, cascadeParent }: PendingDocument): number {
    if (cascadeParent && this.pending.isDeletion(cascadeParent)) return Number.POSITIVE_INFINITY;
    const now = this.target.clock.now();
    const undoMs = this.options.undoMs ?? UNDO_MS;
    return Math.max(deleted ? remaining(editedAt + undoMs, now, undoMs) : 0, this.holds.remaining(collection, id));
  }

  /** None while writes that belong together are running: their end wakes the replicator. */
  private sendable(): PendingDocument[] {
    if (this.pending.isWriting) return [];
    return this.pending.all().filter((document) => this.dueIn(document) === 0);
  }

  /** As `sendable`, with the current set of held-back questions. */
  private async chosen(): Promise<PendingDocument[]> {
    // chosen before the read, so that the files and stop calls of these questions are already stored
    const due = this.pending.isWriting ? [] : this.pending.all().filter((each) => this.dueIfNotHeldIn(each) === 0);
    if (this.questions.isStale || due.some(({ collection }) => collection === 'turns')) await this.questions.read();
    return due.filter((document) => !this.questions.has(document));
  }

  /**
   * The rows of pending documents, in the order of a push. A document that was deleted since it was chosen is left out:
   * its deletion can still be taken back.
   */
  private async rowsOf(documents: readonly PendingDocument[]): Promise<[KindName, Stored[]][]> {
    await this.target.barrier('push.due');
    const open = new Set(documents.map(({ collection, id }) => `${collection}/${id}`));
    const rows: [KindName, Stored[]][] = [];
    for (const name of inPushOrder(this.target.documents.names)) {
      if (![...open].some((key) => key.startsWith(`${name}/`))) continue;
      const pending = await this.target.documents.pendingRows(name);
      const isDue = (row: Stored): boolean =>
        open.has(`${name}/${row.id}`) && this.dueIfNotHeldIn(pendingDocumentOf(name, row)) === 0;
      rows.push([name, pending.filter(isDue)]);
    }
    return rows;
  }

  /**
   * All documents that may be pushed now as one push; null if no question is among them, or if they do not fit into one
   * push of `bytesMax` bytes; undefined while related writes are running, since the documents may be incomplete.
   */
  async wholePush(bytesMax: number): Promise<WholePush | null | undefined> {
    if (this.target.epoch.isComparing) return null;
    if (this.pending.isWriting) return undefined;
    const whole = await this.pusher.whole(await this.rowsOf(await this.chosen()), bytesMax);
    // the server may have been restored meanwhile
    return this.target.epoch.isComparing ? null : whole;
  }

  /** Pushes pending documents, unless the replica is still to be compared with a restored server. */
  private async pushAll(signal: AbortSignal): Promise<void> {
    const { epoch } = this.target;
    if (epoch.isComparing) return this.pullSoon();
    try {
      await this.pushSendable(signal);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'CHECKPOINT_TOO_OLD' || this.refusedEpoch === epoch.current)
        throw error;
      this.refusedEpoch = epoch.current;
      this.pullSoon();
    } finally {
      if (this.status$.value.sending) this.publish({ sending: null });
    }
  }

  private async pushSendable(signal: AbortSignal): Promise<void> {
    let sendable = await this.chosen();
    let done = 0;
    // conflicts and edits made meanwhile are pushed in the next turn, after their merge; from the third turn on with
    // backoff
    for (let turn = 0; sendable.length > 0 && this.connection.online && !signal.aborted; turn += 1) {
      if (turn > 2) await pause(backoff(turn - 2), signal);
      this.publish({ sending: { done, of: done + sendable.length } });
      const rows = await this.rowsOf(sendable);
      const outcomes = await this.pusher.push(rows, signal, (sent) => {
        done += sent;
        this.publish({ sending: { done, of: Math.max(done, this.status$.value.sending?.of ?? 0) } });
      });
      // in order: a document that was held may have needed one that was accepted after it
      for (const { collection, accepted, held } of outcomes) {
        for (const [id, code] of held) await this.holds.hold(collection, id, code);
        if (accepted) this.holds.accepted(collection);
      }
      if (outcomes.some(({ held }) => held.size > 0)) this.pending.touch();
      sendable = await this.chosen();
    }
    await this.holds.forgetSettled();
  }

  /** Waits for an edit, a poke, the end of a hold, or the next poll. */
  private async idle(signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.due.size > 0 || this.questions.isStale || this.sendable().length > 0) return;
    const now = this.target.clock.now();
    const holds = this.pending.all().map((document) => this.dueIn(document));
    const every = this.streaming ? SAFETY_POLL_MS : POLL_MS;
    const pollIn = remaining(this.polledAt + every, now, every);
    const woken = new AbortController();
    const stop = (): void => woken.abort();
    signal.addEventListener('abort', stop, { once: true });
    this.wake = stop;
    await pause(Math.min(pollIn, ...holds), woken.signal);
    this.wake = () => {};
    signal.removeEventListener('abort', stop);
    if (woken.signal.aborted) await pause(GATHER_MS, signal);
    else if (this.target.clock.now() - now >= pollIn) this.pullSoon();
  }

  private async readFirstSync(): Promise<void> {
    const { device } = this.target;
    const [read, last] = await Promise.all([readCheckpoints(device, this.names), device.meta.get('lastSyncAt')]);
    const checkpoints = [...read.values()];
    const lastSyncAt = (last?.value as number | undefined) ?? 0;
    const firstSync = checkpoints.some(({ complete }) => !complete);
    this.publish({
      firstSync,
      lastSyncAt,
      firstSyncDocuments: firstSync ? checkpoints.reduce((sum, { received }) => sum + (received ?? 0), 0) : 0,
      ...(firstSync ? {} : { firstSyncTotal: 0 }),
    });
  }

  private publish(change: Partial<ReplicatorStatus>): void {
    this.status$.next({ ...this.status$.value, ...change });
  }
}
