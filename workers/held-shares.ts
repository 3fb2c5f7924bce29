/** Shared forms held by the service worker until a page takes them (sync/protocol/share-target). */
import type { SharedForm } from '../sync/protocol/share-target';

/** milliseconds; allows for a sign-in or an unlock. Browsers end an event of a service worker after five minutes. */
export const HOLD_MS = 4 * 60_000;
/** Most forms held at once; the oldest are dropped first. */
export const MAX_HELD = 10;

interface Held {
  form: SharedForm;
  end: () => void;
}

export class HeldShares {
  private held: Held[] = [];

  /**
   * Resolves when the form was taken or dropped: the service worker must stay alive until then, as it holds the form in
   * memory.
   */
  hold(form: SharedForm): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.held = this.held.filter((each) => each !== held);
        resolve();
      };
      const timer = setTimeout(end, HOLD_MS);
      const held = { form, end };
      this.held.push(held);
      if (this.held.length > MAX_HELD) this.held[0]!.end();
    });
  }

  /** Returns and removes all forms, in order. */
  take(): SharedForm[] {
    const taken = this.held;
    for (const { end } of taken) end();
    return taken.map(({ form }) => form);
  }
}
