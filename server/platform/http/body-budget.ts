/**
 * Limits the memory of request bodies in this process. A large body (a push with whole notes) takes several times its
 * size while it is read, parsed, merged and written. It stays unread in the socket until there is room; after WAIT_MS
 * the request is refused with Retry-After.
 *
 *   take(bytes) ─┬ room in total and for this caller ─► read, handle ─► release ─► the next one that fits
 *                └ no room ─► queue ─┬► room
 *                                    ├► WAIT_MS: OPERATE_TOO_FAST with Retry-After
 *                                    └► client disconnected: ClientGoneError
 */
import { CallError } from '../../../sync/protocol/errors';
import { collectGarbage } from '../collect-garbage';
import { ClientGoneError } from './request-body';

const MB = 1024 * 1024;
/** Total bytes of bodies in work: one of the largest and some smaller ones. */
const TOTAL_BYTES = 24 * MB;
/** Limit of one caller, so that it cannot use the whole budget. A single body may be larger. */
const CALLER_BYTES = 16 * MB;
/** Bodies up to this size in bytes are not counted. */
const SMALL_BYTES = 64 * 1024;
/**
 * Garbage is collected when a body of so many bytes was parsed, and after so many bytes of large bodies, before the
 * next one is read.
 */
const COLLECT_BYTES = 4 * MB;
const WAIT_MS = 25_000;
/** Shorter than WAIT_MS, so that a waiting body gets the room. */
const READ_MS = 15_000;
/** seconds in the Retry-After header */
const RETRY_SECONDS = 5;

/** Room reserved for one body, from before it is read until its call is answered. */
export interface Room {
  /** Fires with OPERATE_TOO_FAST when the body has exceeded its read time and others wait for room. */
  readonly tooSlow: AbortSignal;
  /** The whole body has arrived: without a Content-Length the maximum was reserved until now. */
  arrived(bytes: number): void;
  /** The body was parsed. The bytes and the text of a large one are collected before its values are handled. */
  parsed(): void;
  /** Returns the room to the budget. */
  release(): void;
}

/** Room of a body that is not counted. */
export const NO_ROOM: Room = {
  tooSlow: new AbortController().signal,
  arrived: () => undefined,
  parsed: () => undefined,
  release: () => undefined,
};

const tryLater = (): CallError => new CallError('OPERATE_TOO_FAST', { params: { seconds: RETRY_SECONDS } });

interface Waiting {
  caller: string;
  bytes: number;
  enter: () => void;
}

export class BodyBudget {
  private used = 0;
  private readonly byCaller = new Map<string, number>();
  private readonly waiting: Waiting[] = [];
  /** bodies that are still arriving after their read time */
  private readonly late = new Set<AbortController>();
  /** bytes that arrived since the last garbage collection */
  private uncollected = 0;

  constructor(
    private readonly options: { total: number; perCaller: number; waitMs: number; readMs: number } = {
      total: TOTAL_BYTES,
      perCaller: CALLER_BYTES,
      waitMs: WAIT_MS,
      readMs: READ_MS,
    },
  ) {}

  /**
   * Resolves when a body of this size may be read.
   * @param disconnected fires when the client has disconnected
   */
  async take(caller: string, bytes: number, disconnected: AbortSignal): Promise<Room> {
    if (bytes <= SMALL_BYTES) return NO_ROOM;
    // FIFO for each caller: a smaller body that came later does not overtake
    if (!this.fits(caller, bytes) || this.waiting.some((other) => other.caller === caller))
      await this.wait(caller, bytes, disconnected);
    else this.add(caller, bytes);
    if (this.uncollected >= COLLECT_BYTES) {
      this.uncollected = 0;
      collectGarbage();
    }
    return this.room(caller, bytes);
  }

  private room(caller: string, bytes: number): Room {
    const tooSlow = new AbortController();
    const timer = setTimeout(() => {
      if (this.waiting.length > 0) tooSlow.abort(tryLater());
      else this.late.add(tooSlow);
    }, this.options.readMs);
    const endReading = (): void => {
      clearTimeout(timer);
      this.late.delete(tooSlow);
    };
    let held = bytes;
    const hold = (next: number): void => {
      if (next >= held) return;
      this.add(caller, next - held);
      held = next;
      this.next();
    };
    return {
      tooSlow: tooSlow.signal,
      arrived: (size) => {
        endReading();
        if (size > SMALL_BYTES) this.uncollected += size;
        hold(size);
      },
      parsed: () => {
        if (held >= COLLECT_BYTES) collectGarbage();
      },
      release: () => {
        endReading();
        hold(0);
      },
    };
  }

  private wait(caller: string, bytes: number, disconnected: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        disconnected.removeEventListener('abort', onDisconnect);
        this.waiting.splice(this.waiting.indexOf(turn), 1);
      };
      const turn: Waiting = {
        caller,
        bytes,
        enter: () => {
          leave();
          this.add(caller, bytes);
          resolve();
        },
      };
      const onDisconnect = (): void => {
        leave();
        reject(new ClientGoneError());
      };
      const timer = setTimeout(() => {
        leave();
        reject(tryLater());
      }, this.options.waitMs);
      this.waiting.push(turn);
      for (const slow of this.late) slow.abort(tryLater());
      this.late.clear();
      if (disconnected.aborted) onDisconnect();
      else disconnected.addEventListener('abort', onDisconnect, { once: true });
    });
  }

  /**
   * Admits queued bodies in order as far as they fit. A caller at its own limit is skipped and does not block others.
   */
  private next(): void {
    const skipped = new Set<string>();
    for (const turn of [...this.waiting]) {
      if (!skipped.has(turn.caller) && this.fits(turn.caller, turn.bytes)) turn.enter();
      // a large body at the head keeps the free room, so that smaller ones cannot starve it
      else if (!this.callerFits(turn.caller, turn.bytes)) skipped.add(turn.caller);
      else return;
    }
  }

  private fits(caller: string, bytes: number): boolean {
    return this.callerFits(caller, bytes) && (this.used === 0 || this.used + bytes <= this.options.total);
  }

  private callerFits(caller: string, bytes: number): boolean {
    const used = this.byCaller.get(caller) ?? 0;
    return used === 0 || used + bytes <= this.options.perCaller;
  }

  private add(caller: string, bytes: number): void {
    this.used += bytes;
    const usedBytes = (this.byCaller.get(caller) ?? 0) + bytes;
    if (usedBytes > 0) this.byCaller.set(caller, usedBytes);
    else this.byCaller.delete(caller);
  }
}
