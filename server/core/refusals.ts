/** Errors that policies share. */
import { CallError, type ErrorCode } from '../../sync/protocol/errors';

/** An error that names the field. */
export const refusal = (code: ErrorCode, field?: string, message?: string): CallError =>
  new CallError(code, { ...(message ? { message } : {}), ...(field ? { fieldErrors: { [field]: code } } : {}) });

/** Rejects the first changed field that is not among the allowed ones. */
export function onlyChanges(changed: readonly string[], allowed: readonly string[], code: ErrorCode): void {
  const other = changed.find((field) => !allowed.includes(field));
  if (other) throw refusal(code, other);
}

/** Requires the initial values of the fields that only the server writes, when a client creates a document. */
export function startsWith(after: object, values: Record<string, unknown>): void {
  for (const [field, value] of Object.entries(values)) {
    if (JSON.stringify((after as Record<string, unknown>)[field]) !== JSON.stringify(value))
      throw refusal('NO_PERMISSION', field, 'only the server sets it');
  }
}
