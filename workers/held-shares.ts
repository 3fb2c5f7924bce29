/** Shared forms that wait in the service worker for the page that takes them (sync/protocol/share-target). */
import type { SharedForm } from '../sync/protocol/share-target';

/** milliseconds: a sign-in or an unlock may lie between. Browsers end an event of a service worker after five minutes. */
export const HOLD_MS = 4 * 60_000;
/** A page that is not opened takes nothing; the oldest forms go. */
export const MOST_HELD = 10;

interface Held {
  form: SharedForm;
  end: () => void;
}

export class HeldShares {
  private held: Held[] = [];

  /** Resolves when the form was taken or is no longer held: the service worker must live until then, or its memory is gone. */
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
      if (this.held.length > MOST_HELD) this.held[0]!.end();
    });
  }

  /** Gives all of them, in their order, and forgets them. */
  take(): SharedForm[] {
    const taken = this.held;
    for (const { end } of taken) end();
    return taken.map(({ form }) => form);
  }
}
