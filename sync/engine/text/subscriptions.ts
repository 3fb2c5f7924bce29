/**
 * Subscribes the event stream of this browser to the live events of the documents that its tabs show. Run by the
 * leader; every tab holds a lock for each document (./texts.ts, ./live-topics.ts).
 *
 *   stream opened, a document shown or closed ──► locks ──► changed since the last call? ──yes──► POST /live/subscribe
 */
import type { Call } from '../../protocol/client';
import { LIVE_TOPICS_MAX, liveCalls, topicKey, type LiveTopic } from '../../protocol/live';

export interface SubscriptionsParts {
  call: Call;
  /** the documents that any tab shows */
  open: () => Promise<LiveTopic[]>;
}

export class Subscriptions {
  /** the current stream with the keys of its subscribed topics; a new stream has none */
  private stream: { subscribed: string } | null = null;
  private isSending = false;
  private isStale = false;

  constructor(private readonly parts: SubscriptionsParts) {}

  opened(): void {
    this.stream = { subscribed: '' };
    this.changed();
  }

  closed(): void {
    this.stream = null;
  }

  /** Some tab shows another document, or closed one. */
  changed(): void {
    this.isStale = true;
    if (!this.isSending) void this.send();
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
      } catch {
        // Retried with the next change or stream; replication delivers all edits meanwhile.
      }
    }
    this.isSending = false;
  }
}
