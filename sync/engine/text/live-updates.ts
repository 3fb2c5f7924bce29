/**
 * Live updates: typing is sent immediately to other browsers that have the text open, in addition to replication
 * (decision 28).
 *
 *   typed, durable ──► one call per text at a time; typing meanwhile is merged into the next ──► server ──► subscribers
 *                                  └─ no subscriber, or an error: sent again with the next typing, for ten seconds
 *
 * Live updates are best effort; replication is the guarantee. Errors are not reported, and do not affect the
 * connection.
 */
import * as Y from 'yjs';
import { toBase64 } from '../../merge/yjs';
import type { Call } from '../../protocol/client';
import { LIVE_UPDATE_MAX_BYTES, liveCalls } from '../../protocol/live';

/**
 * milliseconds between calls for a text without subscribers; a browser that opens it reads the replicated state first
 */
const NO_SUBSCRIBER_PAUSE_MS = 1_000;
/** the same after an error */
const ERROR_PAUSE_MS = 5_000;
/** milliseconds for which an undelivered update is repeated, since later ones depend on it; then replication has it */
const MAX_AGE_MS = 10_000;
/** milliseconds until a call is aborted, as later updates matter more */
const TIMEOUT_MS = 5_000;

interface PendingUpdate {
  update: Uint8Array;
  at: number;
}

interface Queue {
  /** updates not delivered to a subscriber yet */
  pending: PendingUpdate[];
  sending: boolean;
  /** time of `now()` in milliseconds */
  pausedUntil: number;
}

export interface LiveUpdatesParts {
  call: Call;
  /** whether the connection is online, as far as known */
  online: () => boolean;
  /** milliseconds; performance.now by default */
  now?: () => number;
}

export class LiveUpdates {
  private readonly queues = new Map<string, Queue>();
  private readonly now: () => number;

  constructor(private readonly parts: LiveUpdatesParts) {
    this.now = parts.now ?? (() => performance.now());
  }

  /** Queues an update (Yjs v1) of a text, and sends it unless a call or a pause is running. */
  send(contentId: string, update: Uint8Array): void {
    const queue = this.queues.get(contentId) ?? { pending: [], sending: false, pausedUntil: -Infinity };
    this.queues.set(contentId, queue);
    queue.pending.push({ update, at: this.now() });
    queue.pending = this.latestFitting(queue.pending);
    if (!queue.sending) void this.run(contentId, queue);
  }

  /** Drops the updates of a text that was closed on this device. */
  forget(contentId: string): void {
    this.queues.delete(contentId);
  }

  private async run(contentId: string, queue: Queue): Promise<void> {
    queue.sending = true;
    while (queue.pending.length > 0 && this.now() >= queue.pausedUntil && this.parts.online()) {
      const updates = queue.pending;
      queue.pending = [];
      const quiet = await this.post(
        contentId,
        updates.map(({ update }) => update),
      );
      if (quiet === 0) continue;
      queue.pausedUntil = this.now() + quiet;
      queue.pending = this.latestFitting([...updates, ...queue.pending]);
    }
    queue.sending = false;
  }

  /** The latest updates that fit into one call; older and larger ones are left to replication. */
  private latestFitting(updates: PendingUpdate[]): PendingUpdate[] {
    let bytes = 0;
    const since = this.now() - MAX_AGE_MS;
    const first = updates.findLastIndex(
      ({ update, at }) => (bytes += update.byteLength) > LIVE_UPDATE_MAX_BYTES || at < since,
    );
    return updates.slice(first + 1);
  }

  /** Sends updates; resolves to the milliseconds until the next call is allowed. */
  private async post(contentId: string, updates: Uint8Array[]): Promise<number> {
    try {
      const update = updates.length === 1 ? updates[0]! : Y.mergeUpdates(updates);
      const { heard } = await this.parts.call(
        liveCalls.update,
        { contentId, update: toBase64(update) },
        { timeout: TIMEOUT_MS },
      );
      return heard ? 0 : NO_SUBSCRIBER_PAUSE_MS;
    } catch {
      return ERROR_PAUSE_MS;
    }
  }
}
