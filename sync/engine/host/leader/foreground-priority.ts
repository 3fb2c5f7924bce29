/**
 * What fills the background gives way to what people wait for: it rests while questions come in and for a moment after the last answer.
 * Questions that never end do not stop it for good: after a while it has a short turn of its own.
 */
import { pause } from '../../connection/backoff';

/** milliseconds after a question or an answer: another one often follows */
const QUIET_MS = 100;
/** milliseconds after a letter: the next one follows, and is to stand on the screen at once */
export const TYPING_MS = 600;
/** milliseconds of rest at a stretch, and the turn that follows while people still ask */
const REST_MS = 1_000;
const TURN_MS = 20;

export class ForegroundPriority {
  private quietFrom = Number.NEGATIVE_INFINITY;
  private turnEnds = Number.NEGATIVE_INFINITY;

  /** Somebody asks, or got an answer; or types. */
  touch(quiet = QUIET_MS): void {
    this.quietFrom = Math.max(this.quietFrom, performance.now() + quiet);
  }

  /** undefined: nobody is waiting. Resolves when the background may go on, or the signal fires. */
  rest(signal: AbortSignal): Promise<void> | undefined {
    const now = performance.now();
    if (now >= this.quietFrom || now < this.turnEnds) return undefined;
    return this.untilQuiet(now + REST_MS, signal);
  }

  private async untilQuiet(atMost: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const now = performance.now();
      const left = Math.min(this.quietFrom, atMost) - now;
      if (left <= 0 || signal.aborted) break;
      await pause(left, signal);
    }
    if (performance.now() < this.quietFrom) this.turnEnds = performance.now() + TURN_MS;
  }
}
