import { pause } from '../../connection/backoff';

/**
 * Background work that repeats attempts until one succeeds. It can be cancelled; `retry` ends the pause between two
 * attempts.
 */
export class RepeatedAttempts {
  private running: { cancelled: AbortController; done: Promise<void> } | null = null;
  /** settles once the databases that an attempt opened are closed */
  private attempt: Promise<unknown> = Promise.resolve();
  private retried = new AbortController();

  /** @param ended fires when this worker ends */
  constructor(
    private readonly ended: AbortSignal,
    private readonly report: (error: unknown) => void,
  ) {}

  get isRunning(): boolean {
    return this.running !== null;
  }

  /** @param work repeats attempts until its signal fires */
  start(work: (signal: AbortSignal) => Promise<void>): void {
    this.running?.cancelled.abort();
    const cancelled = new AbortController();
    const signal = AbortSignal.any([this.ended, cancelled.signal]);
    const done = work(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) this.report(error);
      })
      .finally(() => {
        if (this.running === running) this.running = null;
      });
    const running = { cancelled, done };
    this.running = running;
  }

  /** `cancel` waits for an attempt that has databases open. */
  async opensDatabases<T>(attempt: Promise<T>): Promise<T> {
    this.attempt = attempt.catch(() => undefined);
    return attempt;
  }

  /** @param ms milliseconds until the next attempt, unless `retry` is called, or was called during this one */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    await pause(ms, AbortSignal.any([signal, this.retried.signal]));
    this.retried = new AbortController();
  }

  /** The next attempt begins now. */
  retry(): void {
    this.retried.abort();
  }

  /** Resolves once the databases may be opened. */
  async cancel(): Promise<void> {
    this.running?.cancelled.abort();
    this.running = null;
    await this.attempt;
  }

  /** Resolves once nothing runs. */
  async end(): Promise<void> {
    await this.running?.done;
  }
}
