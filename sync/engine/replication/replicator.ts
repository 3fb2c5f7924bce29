/**
 * Keeps the replica and the server equal. Runs in one tab, the leader.
 *
 *             ┌──────────────── something changed here, a poke, a tick, the server is back ───────────────┐
 *             ▼                                                                                            │
 *   wait ──► push everything that waits, what others live in first ──► pull what may have changed ──► idle ┘
 *             ▲                 │ error                                   │ error; between pages: push
 *             └── whenOnline ◄──┴─────────────────────────────────────────┘
 *
 * One request of documents at a time: an answer is applied before the next question is asked.
 */
import { BehaviorSubject } from 'rxjs';
import type { CollectionName } from '../../model/registry';
import type { Call } from '../../protocol/client';
import { CallError } from '../../protocol/errors';
import type { CallLines } from '../../protocol/lines';
import { isCollectionName } from '../../model/registry';
import { concernsConnection, watched, watchedLines, type ConnectionMonitor } from '../connection/connection';
import { backoff, pause } from '../connection/backoff';
import { remaining } from '../storage/clock';
import type { Applier } from './applier';
import { giveUpHomeless } from './rejected-changes';
import { ChangesReader } from './changes';
import { Puller } from './pull';
import { Pusher } from './push';
import { readCheckpoints } from '../storage/checkpoints';
import { clearStuck, FAULTS_MAX, isFault, markStuck, placeOf, stuckPlaces, TOO_LARGE } from '../storage/stuck';
import type { PendingDocument, PendingDocuments } from '../storage/pending';

/** In a first sync names come first, then what work is done with; the rest follows. */
const FIRST_ORDER: readonly CollectionName[] = [
  'people',
  'preferences',
  'projects',
  'notes',
  'meetings',
  'noteContents',
  'notifications',
  'projectItems',
  'threads',
  'transcripts',
  'summaries',
  'templates',
  'terms',
];
/** From then on a text comes before the row that names it: who opens what has just come to a list reads it. */
const LATER_ORDER: readonly CollectionName[] = [
  'people',
  'preferences',
  'projects',
  'noteContents',
  'transcripts',
  'notes',
  'meetings',
  'notifications',
  'projectItems',
  'threads',
  'summaries',
  'templates',
  'terms',
];
export const inPullOrder = (
  names: readonly CollectionName[],
  { first }: { /** a first sync */ first: boolean },
): CollectionName[] => (first ? FIRST_ORDER : LATER_ORDER).filter((name) => names.includes(name));

/** milliseconds: edits made in quick succession go together */
const GATHER_MS = 40;
/** milliseconds between pulls of everything while the stream is down, and while it is up as a safety net */
const POLL_MS = 30_000;
const SAFETY_POLL_MS = 10 * 60_000;
/** milliseconds after which a held document is tried again without any other success */
const HOLD_MS = 60_000;
/** answers of the server that a new document's home is missing, before it is asked whether that home exists here */
const HOMELESS_ATTEMPTS = 3;

export interface ReplicatorStatus {
  firstSync: boolean;
  firstSyncDocuments: number;
  firstSyncTotal: number;
  sending: { done: number; of: number } | null;
  lastSyncAt: number;
}

/** milliseconds after a deletion in which it can be undone; only then is the server told */
const UNDO_MS = 5_000;

interface Held {
  code: string;
  until: number;
  attempts: number;
}

/** A reason that nothing sent meanwhile can take away. */
const needsPerson = (code: string): boolean => code === TOO_LARGE || isFault(code);

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
  private readonly due = new Set<CollectionName>();
  private readonly held = new Map<string, Held>();
  /** `<collection>/<id>` */
  private readonly stuck = new Set<string>();
  private wake: () => void = () => {};
  private streaming = false;
  private polledAt = 0;
  /** the epoch in which the server refused a push: the next pull tells another one */
  private refusedEpoch: string | null = null;
  /** who waits for the end of the next pull of everything */
  private looking: ((done: boolean) => void)[] = [];

  constructor(
    private readonly target: Applier,
    session: { call: Call; lines: CallLines },
    private readonly waiting: PendingDocuments,
    private readonly connection: ConnectionMonitor,
    private readonly options: {
      report: (error: unknown) => void;
      undoMs?: number;
      /** known before the first look */ firstSync?: boolean;
      /** spaces whose lists stand on a screen now */ near?: () => string[];
    },
  ) {
    if (options.firstSync) this.tell({ firstSync: true });
    this.pusher = new Pusher(target, watched(session.call, connection));
    this.puller = new Puller(target, watched(session.call, connection));
    this.changes = new ChangesReader(target, watchedLines(session.lines, connection), options.near ?? (() => []));
  }

  private get names(): CollectionName[] {
    return inPullOrder(this.target.documents.names, { first: this.status$.value.firstSync });
  }

  /** Why a document is held back, for the outbox page. */
  holdOf(collection: CollectionName, id: string): Held | null {
    return this.held.get(`${collection}/${id}`) ?? null;
  }

  /** These may have changed on the server; without a name, all. */
  pullSoon(collections?: string[]): void {
    if (!collections) this.polledAt = this.target.clock.now();
    for (const name of collections ?? this.names)
      if (isCollectionName(name) && this.target.documents.names.includes(name)) this.due.add(name);
    this.wake();
  }

  /** Pulls everything. True once all that the server had when this was asked is here; false where it cannot be asked. */
  look(): Promise<boolean> {
    if (!this.connection.online) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.looking.push(resolve);
      this.pullSoon();
    });
  }

  /** The person wants it tried now. */
  release(): void {
    for (const [key, held] of this.held) this.held.set(key, { ...held, until: 0 });
    this.wake();
  }

  setStreaming(streaming: boolean): void {
    this.streaming = streaming;
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.readFirstSync();
    for (const place of await stuckPlaces(this.target.device)) this.stuck.add(place);
    await this.clearStuck();
    this.pullSoon();
    const subscription = this.waiting.changed$.subscribe(() => this.wake());
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
        // nobody's connection: a bug or a server that errs on one kind of question; said, and tried again later and later
        if (!concernsConnection(error)) {
          this.options.report(error);
          failures += 1;
          await pause(backoff(failures), signal);
        }
      }
    }
    subscription.unsubscribe();
  }

  private async round(signal: AbortSignal): Promise<void> {
    await this.pushAll(signal);
    await this.pullDue(signal);
    // noticed while only some were pulled
    if (this.target.epoch.isComparing) this.pullSoon();
    if (this.status$.value.firstSync) await this.readFirstSync();
    const lastSyncAt = this.target.clock.now();
    await this.target.device.meta.put({ key: 'lastSyncAt', value: lastSyncAt });
    this.tell({ lastSyncAt });
  }

  private async pullDue(signal: AbortSignal): Promise<void> {
    const due = this.names.filter((name) => this.due.delete(name));
    const looking = this.looking.splice(0);
    let done = false;
    const between = async (documents: number): Promise<void> => {
      if (this.status$.value.firstSync)
        this.tell({ firstSyncDocuments: this.status$.value.firstSyncDocuments + documents });
      if (this.sendable().length > 0 && !this.target.epoch.isComparing) await this.pushAll(signal);
    };
    try {
      // one collection is asked for by its own call; more, or a first sync, in one answer
      const together = due.length > 1 && !this.changes.isUnknown;
      const isAnswered =
        together &&
        (await this.changes.read(due, signal, {
          between,
          total: (documents) => this.tell({ firstSyncTotal: documents }),
        }));
      if (!isAnswered) for (const name of due) await this.puller.pull(name, signal, between);
      done = !signal.aborted;
    } catch (error) {
      for (const name of due) this.due.add(name);
      throw error;
    } finally {
      for (const looked of looking) looked(done);
    }
  }

  /** Milliseconds until a waiting document may be sent; 0: now. Infinity: not by time. */
  private dueIn({ collection, id, deleted, editedAt, along }: PendingDocument): number {
    if (along && this.waiting.isDeletion(along)) return Number.POSITIVE_INFINITY;
    const now = this.target.clock.now();
    const undoMs = this.options.undoMs ?? UNDO_MS;
    return Math.max(
      deleted ? remaining(editedAt + undoMs, now, undoMs) : 0,
      remaining(this.held.get(`${collection}/${id}`)?.until ?? 0, now, HOLD_MS),
    );
  }

  private sendable(): PendingDocument[] {
    return this.waiting.all().filter((document) => this.dueIn(document) === 0);
  }

  /** Sends what waits, unless the server was restored and it is not yet known what it has. */
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
      if (this.status$.value.sending) this.tell({ sending: null });
    }
  }

  private async pushSendable(signal: AbortSignal): Promise<void> {
    let sendable = this.sendable();
    let done = 0;
    // conflicts and edits made meanwhile wait on: they go in the next turn of the loop, after their merge; what was made after a pause stays
    for (let turn = 0; sendable.length > 0 && this.connection.online && !signal.aborted; turn += 1) {
      if (turn > 2) await pause(backoff(turn - 2), signal);
      const open = new Set(sendable.map(({ collection, id }) => `${collection}/${id}`));
      this.tell({ sending: { done, of: done + open.size } });
      for (const name of this.target.documents.names) {
        if (![...open].some((key) => key.startsWith(`${name}/`))) continue;
        const rows = (await this.target.documents.waiting(name)).filter((row) => open.has(`${name}/${row.id}`));
        const outcome = await this.pusher.push(name, rows, signal, (sent) => {
          done += sent;
          this.tell({ sending: { done, of: Math.max(done, this.status$.value.sending?.of ?? 0) } });
        });
        for (const [id, code] of outcome.held) await this.hold(name, id, code);
        if (outcome.held.size > 0) this.waiting.touch();
        // what waits for something else may find it there now; what fails by itself waits for its own time
        if (outcome.taken > 0)
          for (const [key, held] of this.held)
            if (!key.startsWith(`${name}/`) && !needsPerson(held.code)) this.held.set(key, { ...held, until: 0 });
      }
      sendable = this.sendable();
    }
    for (const key of this.held.keys()) {
      const [collection, id] = key.split('/') as [CollectionName, string];
      if (!this.waiting.has(collection, id)) this.held.delete(key);
    }
    await this.clearStuck();
  }

  private async hold(collection: CollectionName, id: string, code: string): Promise<void> {
    const key = placeOf(collection, id);
    const attempts = (this.held.get(key)?.attempts ?? 0) + 1;
    // not at once: what it belongs to may be being written right now
    if (
      code === 'SPACE_NOT_FOUND' &&
      attempts >= HOMELESS_ATTEMPTS &&
      (await giveUpHomeless(this.target, collection, id))
    )
      return;
    const now = this.target.clock.now();
    this.held.set(key, { code, attempts, until: now + Math.min(HOLD_MS, backoff(attempts + 2)) });
    if (code !== TOO_LARGE && !(isFault(code) && attempts >= FAULTS_MAX)) return;
    this.stuck.add(key);
    await markStuck(this.target.device, collection, id, { code, at: now });
  }

  /** What waits no more is not stuck; what waits is, until the next answer. */
  private async clearStuck(): Promise<void> {
    const gone = [...this.stuck].filter((place) => {
      const [collection, id] = place.split('/') as [CollectionName, string];
      return !this.waiting.has(collection, id);
    });
    if (gone.length === 0) return;
    for (const place of gone) this.stuck.delete(place);
    await clearStuck(this.target.device, gone);
  }

  /** Until something is to be done: an edit, a poke, a held document's time, or the next poll. */
  private async idle(signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.due.size > 0 || this.sendable().length > 0) return;
    const now = this.target.clock.now();
    const holds = this.waiting.all().map((document) => this.dueIn(document));
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
    const standings = [...read.values()];
    const lastSyncAt = (last?.value as number | undefined) ?? 0;
    const firstSync = standings.some(({ complete }) => !complete);
    this.tell({
      firstSync,
      lastSyncAt,
      firstSyncDocuments: firstSync ? standings.reduce((sum, { received }) => sum + (received ?? 0), 0) : 0,
      ...(firstSync ? {} : { firstSyncTotal: 0 }),
    });
  }

  private tell(change: Partial<ReplicatorStatus>): void {
    this.status$.next({ ...this.status$.value, ...change });
  }
}
