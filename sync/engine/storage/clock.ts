/** The server's clock as this device estimates it. Devices' own clocks are wrong by minutes; who edited later is decided by this one. */

export interface Clock {
  /** milliseconds since the epoch */
  now(): number;
}

export class CorrectedClock implements Clock {
  /** server minus device, of the quickest answer lately: its error is at most half its round trip */
  private offset = 0;
  private roundTrip = Number.POSITIVE_INFINITY;

  constructor(private readonly device: () => number = Date.now) {}

  now(): number {
    return this.device() + this.offset;
  }

  /** The device's clock as it is, for waiting and for showing times of this device. */
  deviceNow(): number {
    return this.device();
  }

  /** An answer carried the server's time; `sentAt` is when the question left. All in milliseconds. */
  observe(serverTime: number, sentAt: number, receivedAt = this.device()): void {
    if (!Number.isFinite(serverTime) || serverTime <= 0 || receivedAt < sentAt) return;
    const roundTrip = receivedAt - sentAt;
    const offset = serverTime - (sentAt + receivedAt) / 2;
    // a changed device clock shows as a jump beyond what round trips explain
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
 * Milliseconds until a time that was set at most `longest` ahead. One further ahead was set before the clock was put back (by a person,
 * or by the first answer of a server): it has come, or a device once days ahead would wait for days. Infinity stays: never by time.
 */
export const remaining = (at: number, now: number, longest: number): number =>
  at === Number.POSITIVE_INFINITY ? at : at - now > longest ? 0 : Math.max(0, at - now);
