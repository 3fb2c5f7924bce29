/**
 * Connects the workers of the browser's tabs: the leader publishes its status, the others forward requests and events
 * to it.
 *
 *   leader ──status──► others     others ──askStatus, hint, paused, retry, pull, refresh, topicsChanged, userWaits, typed──► leader
 *   leader ──refreshed──► requester
 */
import { BehaviorSubject } from 'rxjs';
import type { Channel, OpenChannel } from '../../storage/broadcast';
import type { LeaderStatus } from '../live/status';
import { newId } from '../../../model/ids';

export type Hint = 'online' | 'offline' | 'focus';
type Message =
  | { kind: 'status'; status: LeaderStatus }
  | { kind: 'askStatus' }
  | { kind: 'hint'; event: Hint }
  | { kind: 'paused'; paused: boolean }
  | { kind: 'retry' }
  | { kind: 'pull'; collection: string }
  | { kind: 'refresh'; id: string }
  | { kind: 'refreshed'; id: string; done: boolean }
  | { kind: 'topicsChanged' }
  | { kind: 'userWaits' }
  | { kind: 'typed' };

/** Methods of the leader for all tabs. */
export interface LeaderHandlers {
  hint(event: Hint): void;
  paused(paused: boolean): void;
  retry(): void;
  pull(collection: string): void;
  refresh(): Promise<boolean>;
  topicsChanged(): void;
  userWaits(): void;
  typed(): void;
}

/** milliseconds between two `userWaits` or `typed` messages */
const THROTTLE_MS = 100;
/** milliseconds after which a refresh counts as failed */
const REFRESH_MS = 5_000;

const UNKNOWN: LeaderStatus = {
  connection: { state: 'starting' },
  firstSync: false,
  firstSyncDocuments: 0,
  firstSyncTotal: 0,
  sending: null,
  lastSyncAt: 0,
};

export class LeaderLink {
  readonly status$: BehaviorSubject<LeaderStatus>;
  private handlers: LeaderHandlers | null = null;
  private readonly refreshing = new Map<string, (done: boolean) => void>();
  /** when each message was last sent (performance.now) */
  private readonly sentAt = { userWaits: Number.NEGATIVE_INFINITY, typed: Number.NEGATIVE_INFINITY };
  private readonly channel: Channel<Message>;

  /** @param firstSync the state of the first sync until a leader publishes it */
  constructor(openChannel: OpenChannel, scope: string, firstSync: boolean) {
    this.status$ = new BehaviorSubject<LeaderStatus>({ ...UNKNOWN, firstSync });
    this.channel = openChannel<Message>(`satchel-leader-link:${scope}`, (message) => this.received(message));
    this.channel.post({ kind: 'askStatus' });
  }

  /** This worker leads: messages of the others are handled here. */
  lead(handlers: LeaderHandlers): void {
    this.handlers = handlers;
  }

  resign(): void {
    this.handlers = null;
  }

  /** Publishes the leader's status to all tabs. */
  publish(status: LeaderStatus): void {
    this.status$.next(status);
    this.channel.post({ kind: 'status', status });
  }

  hint(event: Hint): void {
    this.send({ kind: 'hint', event });
  }
  paused(paused: boolean): void {
    this.send({ kind: 'paused', paused });
  }
  retry(): void {
    this.send({ kind: 'retry' });
  }
  /** The kind may have changed on the server. */
  pull(collection: string): void {
    this.send({ kind: 'pull', collection });
  }
  /**
   * True once all that the server had at the time of the call is here; false if it cannot be asked, or has not answered
   * within five seconds.
   */
  async refresh(): Promise<boolean> {
    const id = newId();
    const refreshed = new Promise<boolean>((resolve) => {
      this.refreshing.set(id, resolve);
    });
    const giveUp = setTimeout(() => this.refreshing.get(id)?.(false), REFRESH_MS);
    this.send({ kind: 'refresh', id });
    const done = await refreshed;
    clearTimeout(giveUp);
    this.refreshing.delete(id);
    return done;
  }

  /** The tab shows another document, or closed one: its set of live topics changed. */
  topicsChanged(): void {
    this.send({ kind: 'topicsChanged' });
  }
  /** The user waits for an answer in this tab, or has just received one. */
  userWaits(): void {
    this.sendThrottled('userWaits');
  }
  /** The user types in this tab. */
  typed(): void {
    this.sendThrottled('typed');
  }

  close(): void {
    for (const refreshed of this.refreshing.values()) refreshed(false);
    this.channel.close();
    this.status$.complete();
  }

  private sendThrottled(kind: 'userWaits' | 'typed'): void {
    const now = performance.now();
    if (!this.handlers && now < this.sentAt[kind] + THROTTLE_MS) return;
    this.sentAt[kind] = now;
    this.send({ kind });
  }

  private send(message: Exclude<Message, { kind: 'status' }>): void {
    if (this.handlers) this.received(message);
    else this.channel.post(message);
  }

  private async answer(id: string, refreshed: Promise<boolean>): Promise<void> {
    const message = { kind: 'refreshed' as const, id, done: await refreshed };
    if (this.refreshing.has(id)) this.received(message);
    else this.channel.post(message);
  }

  private received(message: Message): void {
    if (message.kind === 'status') {
      if (!this.handlers) this.status$.next(message.status);
      return;
    }
    if (message.kind === 'refreshed') {
      this.refreshing.get(message.id)?.(message.done);
      return;
    }
    if (!this.handlers) return;
    switch (message.kind) {
      case 'askStatus':
        this.channel.post({ kind: 'status', status: this.status$.value });
        break;
      case 'hint':
        this.handlers.hint(message.event);
        break;
      case 'paused':
        this.handlers.paused(message.paused);
        break;
      case 'retry':
        this.handlers.retry();
        break;
      case 'pull':
        this.handlers.pull(message.collection);
        break;
      case 'refresh':
        void this.answer(message.id, this.handlers.refresh());
        break;
      case 'topicsChanged':
        this.handlers.topicsChanged();
        break;
      case 'userWaits':
        this.handlers.userWaits();
        break;
      case 'typed':
        this.handlers.typed();
        break;
    }
  }
}
