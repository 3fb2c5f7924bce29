import { isErrorCode, type ErrorCode } from '../../sync/protocol/errors';

export interface CallFailure {
  code: ErrorCode;
  params: Record<string, string | number>;
  /** no usable answer arrived */
  noAnswer: boolean;
}

/**
 * The kind of failure of a loader's or action's call, or null for any other error. Recognised by shape, not class: the
 * server that makes the call and the bundle of the screens have separate CallError classes.
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
