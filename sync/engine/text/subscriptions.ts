/**
 * Subscribes the event stream of this browser to the live updates of the texts that are open in its tabs. Run by the
 * leader; every tab holds a lock for each open text (./texts.ts).
 *
 *   stream opened, a text opened or closed ──► locks ──► changed since the last call? ──yes──► POST /sync/watching
 */
import type { Call } from '../../protocol/client';
import { syncCalls, SUBSCRIPTIONS_MAX } from '../../protocol/messages';

export interface SubscriptionsParts {
  call: Call;
  /** ids of the texts that are open in any tab */
  open: () => Promise<string[]>;
}

export class Subscriptions {
  /** the current stream with its subscribed texts; a new stream has none */
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

  /** A text was opened or closed in some tab. */
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
        const texts = [...new Set(await this.parts.open())].sort().slice(0, SUBSCRIPTIONS_MAX);
        if (texts.join() === stream.subscribed) continue;
        await this.parts.call(syncCalls.subscribe, { texts });
        stream.subscribed = texts.join();
      } catch {
        // Retried with the next change or stream; replication delivers all edits meanwhile.
      }
    }
    this.isSending = false;
  }
}
