import type { ErrorCode } from '../../sync/protocol/errors';

/** Why an attempt of a run ended, in a code that people can read the text of. */
export class RunFailure extends Error {
  override readonly name = 'RunFailure';
  /** No further attempt can succeed. */
  readonly isFinal: boolean;
  /** milliseconds that a provider asked to wait; 0 where it asked for none */
  readonly retryAfterMs: number;

  constructor(
    readonly code: ErrorCode,
    options: { isFinal?: boolean; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(code, 'cause' in options ? { cause: options.cause } : undefined);
    this.isFinal = options.isFinal ?? false;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

/**
 * The run goes on in a new job, from the steps that are finished: the attempt has used its time, or has to wait longer
 * than a process should. No attempt is counted.
 */
export class RunContinues extends Error {
  override readonly name = 'RunContinues';
  /** @param afterMs milliseconds until the new job; 0 for now */
  constructor(readonly afterMs = 0) {
    super('The run goes on in a new job.');
  }
}
