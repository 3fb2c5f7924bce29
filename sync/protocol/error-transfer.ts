/**
 * Errors as plain data for messages between a worker and its page: a structured clone preserves only an error's
 * message.
 */
import { CallError, isErrorCode, type FieldErrors } from './errors';

export type PlainError =
  | { kind: 'call'; code: string; message: string; fieldErrors?: FieldErrors; params?: Record<string, string | number> }
  | { kind: 'other'; name: string; message: string; stack?: string };

/** Any thrown value as plain data. The details of a CallError are preserved, its subclass is not. */
export function toPlainError(error: unknown): PlainError {
  if (error instanceof CallError) {
    const { fieldErrors, params } = error.details;
    return {
      kind: 'call',
      code: error.code,
      message: error.message,
      ...(fieldErrors ? { fieldErrors } : {}),
      ...(params ? { params } : {}),
    };
  }
  if (error instanceof Error)
    return { kind: 'other', name: error.name, message: error.message, ...(error.stack ? { stack: error.stack } : {}) };
  return { kind: 'other', name: 'Error', message: String(error) };
}

/** The error of plain data: a CallError, or an Error with the original name and stack. */
export function fromPlainError(plain: PlainError): Error {
  if (plain.kind === 'call') {
    return new CallError(isErrorCode(plain.code) ? plain.code : 'UNKNOWN_ERROR', {
      message: plain.message,
      fieldErrors: plain.fieldErrors,
      params: plain.params,
    });
  }
  const error = new Error(plain.message);
  error.name = plain.name;
  if (plain.stack) error.stack = plain.stack;
  return error;
}
