/**
 * Pauses background work while the user waits for answers, and shortly after the last one. Under continuous requests
 * the background still gets a short turn after each second, so that it never starves.
 */
import { pause } from '../../connection/backoff';

/** milliseconds of quiet after a request or an answer: another one often follows */
const QUIET_MS = 100;
/** milliseconds of quiet after a keystroke: the next one must show without delay */
export const TYPING_MS = 600;
/** milliseconds of the longest pause, and of the background's turn after it */
const REST_MS = 1_000;
const TURN_MS = 20;

export class ForegroundPriority {
  private quietFrom = Number.NEGATIVE_INFINITY;
  private turnEnds = Number.NEGATIVE_INFINITY;

  /** The user requested something, received an answer, or typed. */
  touch(quiet = QUIET_MS): void {
    this.quietFrom = Math.max(this.quietFrom, performance.now() + quiet);
  }

  /** undefined: no pause is needed. Resolves when background work may continue, or the signal fires. */
  rest(signal: AbortSignal): Promise<void> | undefined {
    const now = performance.now();
    if (now >= this.quietFrom || now < this.turnEnds) return undefined;
    return this.untilQuiet(now + REST_MS, signal);
  }

  private async untilQuiet(latest: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const now = performance.now();
      const left = Math.min(this.quietFrom, latest) - now;
      if (left <= 0 || signal.aborted) break;
      await pause(left, signal);
    }
    if (performance.now() < this.quietFrom) this.turnEnds = performance.now() + TURN_MS;
  }
}
