/** Converts an error of a run that asks a language model to the failure of the run. */
import { CallError, type ErrorCode } from '../../../sync/protocol/errors';
import { ProviderFailure } from '../../ai/failure';
import { RunFailure } from '../../runs/failure';

/** @param final codes of errors that a retry cannot solve */
export function modelRunFailure(error: unknown, final: readonly ErrorCode[]): RunFailure {
  if (error instanceof RunFailure) return error;
  if (error instanceof ProviderFailure)
    return new RunFailure(error.code, {
      isFinal: error.isPermanent || final.includes(error.code),
      retryAfterMs: error.retryAfterMs,
      cause: error,
    });
  if (error instanceof CallError)
    return new RunFailure(error.code, { isFinal: final.includes(error.code), cause: error });
  return new RunFailure('TASK_FAILED', { cause: error });
}
