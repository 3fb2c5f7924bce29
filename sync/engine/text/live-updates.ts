/**
 * Letters: what is typed here is passed on at once to who has the text open elsewhere, beside replication (decision 28).
 *
 *   typed, durable ──► one call under way per text; what is typed meanwhile goes with the next ──► server ──► other browsers
 *                                  └─ nobody heard it, or it failed: goes along with what is typed next, for ten seconds
 *
 * Replication brings everything anyway: nothing is sent for its own sake, reported, or told to the connection.
 */
import * as Y from 'yjs';
import { toBase64 } from '../../merge/yjs';
import type { Call } from '../../protocol/client';
import { LETTERS_MAX, syncCalls } from '../../protocol/messages';

/** milliseconds in which nothing is sent of a text that nobody else has open; who opens it reads what is folded first anyway */
const UNHEARD_MS = 1_000;
/** the same after an error or a refusal */
const FAILED_MS = 5_000;
/** milliseconds after which replication has brought what nobody heard: later letters build on it */
const KEEP_MS = 10_000;
/** milliseconds until an answer is given up: later letters are worth more */
const TIMEOUT_MS = 5_000;

interface Letter {
  update: Uint8Array;
  at: number;
}

interface Lane {
  /** not heard by anybody yet */
  waiting: Letter[];
  sending: boolean;
  /** milliseconds of performance.now() */
  quietUntil: number;
}

export interface LiveUpdatesParts {
  call: Call;
  /** whether the server can be worked with, as far as is known */
  online: () => boolean;
  /** milliseconds; performance.now unless told */
  now?: () => number;
}

export class LiveUpdates {
  private readonly lanes = new Map<string, Lane>();
  private readonly now: () => number;

  constructor(private readonly parts: LiveUpdatesParts) {
    this.now = parts.now ?? (() => performance.now());
  }

  send(contentId: string, update: Uint8Array): void {
    const lane = this.lanes.get(contentId) ?? { waiting: [], sending: false, quietUntil: -Infinity };
    this.lanes.set(contentId, lane);
    lane.waiting.push({ update, at: this.now() });
    lane.waiting = this.fitting(lane.waiting);
    if (!lane.sending) void this.run(contentId, lane);
  }

  /** The text is closed here. */
  forget(contentId: string): void {
    this.lanes.delete(contentId);
  }

  private async run(contentId: string, lane: Lane): Promise<void> {
    lane.sending = true;
    while (lane.waiting.length > 0 && this.now() >= lane.quietUntil && this.parts.online()) {
      const letters = lane.waiting;
      lane.waiting = [];
      const quiet = await this.pass(
        contentId,
        letters.map(({ update }) => update),
      );
      if (quiet === 0) continue;
      lane.quietUntil = this.now() + quiet;
      lane.waiting = this.fitting([...letters, ...lane.waiting]);
    }
    lane.sending = false;
  }

  /** The latest that go into one call: what is old or too much comes by replication. */
  private fitting(letters: Letter[]): Letter[] {
    let bytes = 0;
    const since = this.now() - KEEP_MS;
    const first = letters.findLastIndex(({ update, at }) => (bytes += update.byteLength) > LETTERS_MAX || at < since);
    return letters.slice(first + 1);
  }

  /** Gives the milliseconds in which nothing more is to be sent. */
  private async pass(contentId: string, updates: Uint8Array[]): Promise<number> {
    try {
      const update = updates.length === 1 ? updates[0]! : Y.mergeUpdates(updates);
      const { heard } = await this.parts.call(
        syncCalls.letters,
        { contentId, update: toBase64(update) },
        { timeout: TIMEOUT_MS },
      );
      return heard ? 0 : UNHEARD_MS;
    } catch {
      return FAILED_MS;
    }
  }
}
