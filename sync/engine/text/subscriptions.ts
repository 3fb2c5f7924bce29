/**
 * Tells the server which texts are open in the tabs of this browser, as long as its line for pokes stands: letters of these come over
 * that line. The leader's work; an open text is known to all tabs by its lock (./texts.ts).
 *
 *   line opened, a text opened or closed ──► locks ──► told already? ──no──► POST /sync/watching
 */
import type { Call } from '../../protocol/client';
import { syncCalls, WATCHED_MAX } from '../../protocol/messages';

export interface SubscriptionsParts {
  call: Call;
  /** ids of texts that are open in any tab */
  open: () => Promise<string[]>;
}

export class Subscriptions {
  /** the line that stands; another one knows nothing of what was told */
  private line: { told: string } | null = null;
  private telling = false;
  private again = false;

  constructor(private readonly parts: SubscriptionsParts) {}

  opened(): void {
    this.line = { told: '' };
    this.changed();
  }

  closed(): void {
    this.line = null;
  }

  /** A text was opened or closed somewhere. */
  changed(): void {
    this.again = true;
    if (!this.telling) void this.tell();
  }

  private async tell(): Promise<void> {
    this.telling = true;
    while (this.again) {
      this.again = false;
      const line = this.line;
      if (!line) break;
      try {
        const texts = [...new Set(await this.parts.open())].sort().slice(0, WATCHED_MAX);
        if (texts.join() === line.told) continue;
        await this.parts.call(syncCalls.watching, { texts });
        line.told = texts.join();
      } catch {
        // until the next change, or the next line: everything comes by replication
      }
    }
    this.telling = false;
  }
}
