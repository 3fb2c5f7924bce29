/** Validates a request's raw input; returns the call's typed input or throws an error with a code for each field. */
import * as v from 'valibot';
import type { CallDefinition } from '../../../sync/protocol/call';
import { CallError, isErrorCode, type ErrorCode } from '../../../sync/protocol/errors';

/** Whether a schema's message is a code (of an error or a text) rather than a sentence of valibot. */
const isCode = (message: string): boolean => /^[A-Za-z][A-Za-z0-9_.]*$/.test(message);
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
/** Codes whose text already states that something is missing. */
const saysRequired = (message: string): boolean => isErrorCode(message) && /_(REQUIRED|EMPTY)$/.test(message);

/** Throws PARAMETER_REQUIRED, the code the schema names, or PARAM_ERROR, with `fieldErrors`. */
export function validate(call: CallDefinition, input: unknown): unknown {
  const result = v.safeParse(call.input, input);
  if (result.success) return result.output;
  const fieldErrors: Record<string, string> = {};
  const codes: ErrorCode[] = [];
  for (const issue of result.issues) {
    const path = v.getDotPath(issue) ?? '';
    if (path in fieldErrors) continue;
    const missing =
      isEmpty(issue.input) && (issue.received === 'undefined' || issue.input === null || isEmpty(issue.input));
    const code =
      missing && !saysRequired(issue.message)
        ? 'PARAMETER_REQUIRED'
        : isCode(issue.message)
          ? issue.message
          : 'PARAM_ERROR';
    fieldErrors[path] = code;
    codes.push(isErrorCode(code) ? code : 'PARAM_ERROR');
  }
  const code = codes.find((c) => c === 'PARAMETER_REQUIRED') ?? codes[0] ?? 'PARAM_ERROR';
  const [first] = result.issues;
  throw new CallError(code, { fieldErrors, message: `${v.getDotPath(first) ?? 'input'}: ${first.message}` });
}
