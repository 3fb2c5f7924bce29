/** Why an original has no text. */
import { CallError, type ErrorCode } from '../../sync/protocol/errors';

/** Codes that a parser process answers instead of a text. */
export const PARSE_ERRORS = [
  'FILE_ENCRYPTED',
  'FILE_DAMAGED',
  'FILE_TOO_COMPLEX',
  'FILE_PARSE_TIMEOUT',
  'FILE_TYPE_NOT_SUPPORT',
  'FILE_TYPE_MISMATCH',
  'FILE_CONTENT_EMPTY',
  'LINK_NEEDS_BROWSER',
  'LINK_TYPE_NOT_SUPPORT',
] as const satisfies readonly ErrorCode[];
export type ParseErrorCode = (typeof PARSE_ERRORS)[number];

export const cannotParse = (code: ParseErrorCode, cause?: unknown): CallError => new CallError(code, { cause });

/** The code of whatever a format or its library threw: damaged, unless it says more. */
export function codeOf(error: unknown): ParseErrorCode {
  if (error instanceof CallError && (PARSE_ERRORS as readonly string[]).includes(error.code))
    return error.code as ParseErrorCode;
  // a call stack or an array that is too large: nesting or size beyond what a document has
  if (error instanceof RangeError) return 'FILE_TOO_COMPLEX';
  return 'FILE_DAMAGED';
}
