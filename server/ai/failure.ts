/** Why a provider failed, for every capability. Domain code depends on this and not on errors of a vendor. */
import { CallError, type ErrorCode } from '../../sync/protocol/errors';

/**
 *   - `tooLarge`    the input is longer than the provider takes: retry with a shorter one
 *   - `busy`        retry after `retryAfterMs`
 *   - `unavailable` no response, or 5xx: retry later
 *   - `late`        no answer in time
 *   - `cut`         the answer ended before its end
 *   - `malformed`   unreadable answer: a retry may help
 *   - `endless`     the answer is longer than the limit
 *   - `key`, `quota`, `model`, `refused`, `address` permanent until an administrator changes the settings
 */
const CODES = {
  tooLarge: 'PROVIDER_INPUT_TOO_LARGE',
  busy: 'PROVIDER_BUSY',
  unavailable: 'PROVIDER_UNAVAILABLE',
  late: 'PROVIDER_TIMEOUT',
  cut: 'PROVIDER_ANSWER_CUT',
  malformed: 'PROVIDER_ANSWER_INVALID',
  endless: 'PROVIDER_ANSWER_TOO_LARGE',
  key: 'PROVIDER_KEY_REFUSED',
  quota: 'PROVIDER_QUOTA_EXCEEDED',
  model: 'PROVIDER_MODEL_NOT_FOUND',
  refused: 'PROVIDER_REQUEST_REFUSED',
  address: 'PROVIDER_ADDRESS_REFUSED',
} as const satisfies Record<string, ErrorCode>;

export type FailureKind = keyof typeof CODES;

/** the same request may succeed at another time */
const PASSING: readonly FailureKind[] = ['busy', 'unavailable', 'late', 'cut'];
const PERMANENT: readonly FailureKind[] = ['key', 'quota', 'model', 'refused', 'address'];

/**
 * Its message and cause contain neither a key nor text of the provider's answer: both may be logged, and providers
 * repeat keys in their errors.
 */
export class ProviderFailure extends CallError {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** milliseconds that the provider asked to wait; 0 for none */
    readonly retryAfterMs = 0,
  ) {
    super(CODES[kind], { message });
  }

  get isPassing(): boolean {
    return PASSING.includes(this.kind);
  }

  /** A repetition fails as well, until an administrator changes the settings. */
  get isPermanent(): boolean {
    return PERMANENT.includes(this.kind);
  }
}
