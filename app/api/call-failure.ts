import { isErrorCode, type ErrorCode } from '../../sync/protocol/errors';

export interface CallFailure {
  code: ErrorCode;
  params: Record<string, string | number>;
  /** no usable answer arrived at all */
  noAnswer: boolean;
}

/**
 * What a failed call of a loader or action was, or null for any other error. Told by its shape, not its class: the server that makes the
 * call and the bundle of the screens each have a class CallError of their own.
 */
export function callFailure(error: unknown): CallFailure | null {
  const e = error as {
    name?: unknown;
    code?: unknown;
    details?: { params?: Record<string, string | number> };
    reason?: unknown;
  } | null;
  if (!e || e.name !== 'CallError' || !isErrorCode(e.code)) return null;
  return {
    code: e.code,
    params: e.details?.params ?? {},
    noAnswer: e.code === 'HTTP_500' && typeof e.reason === 'string',
  };
}
