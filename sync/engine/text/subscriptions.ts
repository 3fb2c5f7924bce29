/**
 * Subscribes the event stream of this browser to the live events of the documents that its tabs show. The leader runs
 * it; every tab holds a lock for each document (./texts.ts, ./live-topics.ts).
 *
 *   stream opened, a document shown or closed ──► locks ──► changed since the last call? ──yes──► POST /live/subscribe
 *   the server asks whether a document is seen ──► locks ──► a visible tab shows it? ──yes──► POST /live/watching
 */
import type { Call } from '../../protocol/client';
import { backoff, pause } from '../connection/backoff';
import { LIVE_TOPICS_MAX, liveCalls, topicKey, type LiveTopic } from '../../protocol/live';

export interface SubscriptionsParts {
  call: Call;
  /** the documents that any tab shows */
  open: () => Promise<LiveTopic[]>;
  /** those of them that a visible tab shows */
  seen: () => Promise<LiveTopic[]>;
  /** milliseconds before the next attempt by the number of failures; `backoff` by default */
  retryAfterMs?: (failures: number) => number;
}

export class Subscriptions {
  /** the current stream with the keys of its subscribed topics; a new stream has none */
  private stream: { subscribed: string } | null = null;
  private isSending = false;
  private isStale = false;
  /** number of consecutive failed calls */
  private failures = 0;
  /** ends the pause before the next attempt */
  private waiting: AbortController | null = null;

  constructor(private readonly parts: SubscriptionsParts) {}

  opened(): void {
    this.stream = { subscribed: '' };
    this.changed();
  }

  closed(): void {
    this.stream = null;
    this.waiting?.abort();
  }

  /** Called when a tab shows another document or closes one. */
  changed(): void {
    this.isStale = true;
    this.waiting?.abort();
    if (!this.isSending) void this.send();
  }

  /** Confirms to the server that the person sees a document; sends nothing otherwise. */
  async answer(topic: LiveTopic, askId: string): Promise<void> {
    const seen = await this.parts.seen();
    if (!seen.some((each) => topicKey(each) === topicKey(topic))) return;
    // if the call fails, the person gets an unnecessary notification
    await this.parts.call(liveCalls.watching, { askId }).catch(() => undefined);
  }

  private async send(): Promise<void> {
    this.isSending = true;
    while (this.isStale) {
      this.isStale = false;
      const stream = this.stream;
      if (!stream) break;
      try {
        const byKey = new Map((await this.parts.open()).map((topic) => [topicKey(topic), topic]));
        const keys = [...byKey.keys()].sort().slice(0, LIVE_TOPICS_MAX);
        if (keys.join() === stream.subscribed) continue;
        await this.parts.call(liveCalls.subscribe, { topics: keys.map((key) => byKey.get(key)!) });
        stream.subscribed = keys.join();
        this.failures = 0;
      } catch {
        // Replication delivers all edits meanwhile.
        this.failures += 1;
        this.waiting = new AbortController();
        await pause(this.parts.retryAfterMs?.(this.failures) ?? backoff(this.failures), this.waiting.signal);
        this.waiting = null;
        this.isStale = true;
      }
    }
    this.isSending = false;
  }
}
