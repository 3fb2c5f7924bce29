/** Estimated server time. Device clocks are wrong by minutes; this one decides which edit is later. */

export interface Clock {
  /** milliseconds since the epoch */
  now(): number;
}

export class CorrectedClock implements Clock {
  /** server time minus device time, from the fastest recent response: its error is at most half the round trip */
  private offset = 0;
  private roundTrip = Number.POSITIVE_INFINITY;

  constructor(private readonly device: () => number = Date.now) {}

  now(): number {
    return this.device() + this.offset;
  }

  /** The device's own clock, for timers and for times shown on this device. */
  deviceNow(): number {
    return this.device();
  }

  /**
   * Updates the estimate from a response with the server time; `sentAt` is when the request was sent. All in
   * milliseconds.
   */
  observe(serverTime: number, sentAt: number, receivedAt = this.device()): void {
    if (!Number.isFinite(serverTime) || serverTime <= 0 || receivedAt < sentAt) return;
    const roundTrip = receivedAt - sentAt;
    const offset = serverTime - (sentAt + receivedAt) / 2;
    // A larger deviation than round trips explain means that the device clock was changed.
    const jumped = Math.abs(offset - this.offset) > roundTrip + this.roundTrip;
    if (roundTrip > this.roundTrip && !jumped) {
      this.roundTrip *= 1.05;
      return;
    }
    this.offset = Math.round(offset);
    this.roundTrip = roundTrip;
  }
}

/**
 * Milliseconds until a time that was set at most `longest` ahead. A time further ahead was set before the clock was set
 * back (by a person, or by the first server response) and counts as reached; otherwise a device that was once days
 * ahead would wait for days. Infinity is preserved: never.
 */
export const remaining = (at: number, now: number, longest: number): number =>
  at === Number.POSITIVE_INFINITY ? at : at - now > longest ? 0 : Math.max(0, at - now);
