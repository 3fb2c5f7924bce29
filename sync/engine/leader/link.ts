/**
 * How the tabs' workers work together: the leader says how it stands, the others pass on what they hear.
 *
 *   leader ──status──► others          others ──ask, hint, paused, retry, pull, texts, asked, typed──► leader
 */
import { BehaviorSubject } from 'rxjs';
import type { Channel, OpenChannel } from '../broadcast';
import type { LeaderStatus } from '../live/status';

export type Hint = 'online' | 'offline' | 'focus';
type Message = { kind: 'status'; status: LeaderStatus } | { kind: 'ask' } | { kind: 'hint'; event: Hint } | { kind: 'paused'; paused: boolean } | { kind: 'retry' } | { kind: 'pull'; collection: string } | { kind: 'texts' } | { kind: 'asked' } | { kind: 'typed' };

export interface Orders {
  hint(event: Hint): void;
  paused(paused: boolean): void;
  retry(): void;
  pull(collection: string): void;
  texts(): void;
  asked(): void;
  typed(): void;
}

/** milliseconds between two messages that people ask, or type */
const ASKED_MS = 100;

const UNKNOWN: LeaderStatus = { connection: { state: 'starting' }, firstSync: false, firstSyncDocuments: 0, firstSyncTotal: 0, sending: null, lastSyncAt: 0 };

export class LeaderLink {
  readonly status$: BehaviorSubject<LeaderStatus>;
  private orders: Orders | null = null;
  private readonly told = { asked: Number.NEGATIVE_INFINITY, typed: Number.NEGATIVE_INFINITY };
  private readonly channel: Channel<Message>;

  /** @param firstSync what is true of this device before a leader has said anything */
  constructor(openChannel: OpenChannel, scope: string, firstSync: boolean) {
    this.status$ = new BehaviorSubject<LeaderStatus>({ ...UNKNOWN, firstSync });
    this.channel = openChannel<Message>(`satchel-leader-link:${scope}`, (message) => this.hear(message));
    this.channel.post({ kind: 'ask' });
  }

  /** This worker leads: orders of the others come here. */
  lead(orders: Orders): void {
    this.orders = orders;
  }

  resign(): void {
    this.orders = null;
  }

  /** The leader's status, told to all. */
  tell(status: LeaderStatus): void {
    this.status$.next(status);
    this.channel.post({ kind: 'status', status });
  }

  hint(event: Hint): void { this.order({ kind: 'hint', event }); }
  paused(paused: boolean): void { this.order({ kind: 'paused', paused }); }
  retry(): void { this.order({ kind: 'retry' }); }
  /** These documents are to be fetched. */
  pull(collection: string): void { this.order({ kind: 'pull', collection }); }
  /** A text was opened or closed. */
  texts(): void { this.order({ kind: 'texts' }); }
  /** People wait for answers in this tab. */
  asked(): void { this.wanted('asked'); }
  /** Somebody types in this tab. */
  typed(): void { this.wanted('typed'); }

  close(): void {
    this.channel.close();
    this.status$.complete();
  }

  private wanted(kind: 'asked' | 'typed'): void {
    const now = performance.now();
    if (!this.orders && now < this.told[kind] + ASKED_MS) return;
    this.told[kind] = now;
    this.order({ kind });
  }

  private order(message: Exclude<Message, { kind: 'status' }>): void {
    if (this.orders) this.hear(message);
    else this.channel.post(message);
  }

  private hear(message: Message): void {
    if (message.kind === 'status') { if (!this.orders) this.status$.next(message.status); return; }
    if (!this.orders) return;
    switch (message.kind) {
      case 'ask': this.channel.post({ kind: 'status', status: this.status$.value }); break;
      case 'hint': this.orders.hint(message.event); break;
      case 'paused': this.orders.paused(message.paused); break;
      case 'retry': this.orders.retry(); break;
      case 'pull': this.orders.pull(message.collection); break;
      case 'texts': this.orders.texts(); break;
      case 'asked': this.orders.asked(); break;
      case 'typed': this.orders.typed(); break;
    }
  }
}
