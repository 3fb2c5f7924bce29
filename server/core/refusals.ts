/** Small sentences of policies. */
import { CallError, type ErrorCode } from '../../sync/protocol/errors';

/** A refusal that names the field. */
export const refusal = (code: ErrorCode, field?: string, message?: string): CallError =>
  new CallError(code, { ...(message ? { message } : {}), ...(field ? { fieldErrors: { [field]: code } } : {}) });

/** Refuses the first changed field that is not among the allowed ones. */
export function onlyChanges(changed: readonly string[], allowed: readonly string[], code: ErrorCode): void {
  const other = changed.find((field) => !allowed.includes(field));
  if (other) throw refusal(code, other);
}

/** A create starts with what only the server writes still as a new document has it. */
export function startsWith(after: object, values: Record<string, unknown>): void {
  for (const [field, value] of Object.entries(values)) {
    if (JSON.stringify((after as Record<string, unknown>)[field]) !== JSON.stringify(value))
      throw refusal('NO_PERMISSION', field, 'only the server sets it');
  }
}
