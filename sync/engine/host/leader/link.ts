/**
 * How the tabs' workers work together: the leader says how it stands, the others pass on what they hear.
 *
 *   leader ──status──► others          others ──ask, hint, paused, retry, pull, look, texts, asked, typed──► leader
 *   leader ──looked──► who asked
 */
import { BehaviorSubject } from 'rxjs';
import type { Channel, OpenChannel } from '../../storage/broadcast';
import type { LeaderStatus } from '../live/status';
import { newId } from '../../../model/ids';

export type Hint = 'online' | 'offline' | 'focus';
type Message =
  | { kind: 'status'; status: LeaderStatus }
  | { kind: 'ask' }
  | { kind: 'hint'; event: Hint }
  | { kind: 'paused'; paused: boolean }
  | { kind: 'retry' }
  | { kind: 'pull'; collection: string }
  | { kind: 'look'; id: string }
  | { kind: 'looked'; id: string; done: boolean }
  | { kind: 'texts' }
  | { kind: 'asked' }
  | { kind: 'typed' };

export interface Orders {
  hint(event: Hint): void;
  paused(paused: boolean): void;
  retry(): void;
  pull(collection: string): void;
  look(): Promise<boolean>;
  texts(): void;
  asked(): void;
  typed(): void;
}

/** milliseconds between two messages that people ask, or type */
const ASKED_MS = 100;
/** milliseconds for which an answer of the server is waited for when something is looked for */
const LOOK_MS = 5_000;

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
  private orders: Orders | null = null;
  private readonly looking = new Map<string, (done: boolean) => void>();
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

  hint(event: Hint): void {
    this.order({ kind: 'hint', event });
  }
  paused(paused: boolean): void {
    this.order({ kind: 'paused', paused });
  }
  retry(): void {
    this.order({ kind: 'retry' });
  }
  /** These documents are to be fetched. */
  pull(collection: string): void {
    this.order({ kind: 'pull', collection });
  }
  /** Whether everything that the server had when this was asked is here now; false where it could not be asked, or did not answer in five seconds. */
  async look(): Promise<boolean> {
    const id = newId();
    const looked = new Promise<boolean>((resolve) => {
      this.looking.set(id, resolve);
    });
    const giveUp = setTimeout(() => this.looking.get(id)?.(false), LOOK_MS);
    this.order({ kind: 'look', id });
    const done = await looked;
    clearTimeout(giveUp);
    this.looking.delete(id);
    return done;
  }

  /** A text was opened or closed. */
  texts(): void {
    this.order({ kind: 'texts' });
  }
  /** People wait for answers in this tab. */
  asked(): void {
    this.wanted('asked');
  }
  /** Somebody types in this tab. */
  typed(): void {
    this.wanted('typed');
  }

  close(): void {
    for (const looked of this.looking.values()) looked(false);
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

  private async answer(id: string, looked: Promise<boolean>): Promise<void> {
    const message = { kind: 'looked' as const, id, done: await looked };
    if (this.looking.has(id)) this.hear(message);
    else this.channel.post(message);
  }

  private hear(message: Message): void {
    if (message.kind === 'status') {
      if (!this.orders) this.status$.next(message.status);
      return;
    }
    if (message.kind === 'looked') {
      this.looking.get(message.id)?.(message.done);
      return;
    }
    if (!this.orders) return;
    switch (message.kind) {
      case 'ask':
        this.channel.post({ kind: 'status', status: this.status$.value });
        break;
      case 'hint':
        this.orders.hint(message.event);
        break;
      case 'paused':
        this.orders.paused(message.paused);
        break;
      case 'retry':
        this.orders.retry();
        break;
      case 'pull':
        this.orders.pull(message.collection);
        break;
      case 'look':
        void this.answer(message.id, this.orders.look());
        break;
      case 'texts':
        this.orders.texts();
        break;
      case 'asked':
        this.orders.asked();
        break;
      case 'typed':
        this.orders.typed();
        break;
    }
  }
}
